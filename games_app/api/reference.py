"""The page about the API: its OpenAPI document, laid out for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games_app.api.door import JSON
from games_app.api.openapi import described

Part = Mapping[str, Any]
"""A part of the document."""


class Operation(NamedTuple):
    """A call as the page shows it, without the errors that all calls have."""

    method: str
    path: str
    call: Part
    body: Part | None
    answers: list[tuple[str, str, Part]]
    """Status, media type and schema of each answer."""
    errors: dict[str, str]


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Show the quick start, and all calls and types of the document."""
    site = request.build_absolute_uri("/").rstrip("/")
    return render(
        request, "api/reference.html", {"site_address": site, "document": described(), **laid_out()}
    )


@cache
def laid_out() -> dict[str, Any]:
    """Return the calls by tag, and the errors that all of them have."""
    document = described()
    calls = [
        (method.upper(), path, call)
        for path, methods in document["paths"].items()
        for method, call in methods.items()
    ]
    shared = set.intersection(*(set(_errors(call).items()) for *_, call in calls))
    by_tag = {
        tag["name"]: [
            _operation(method, path, call, dict(shared))
            for method, path, call in calls
            if tag["name"] in call["tags"]
        ]
        for tag in document["tags"]
    }
    return {"tags": by_tag, "shared_errors": sorted(shared)}


def _operation(method: str, path: str, call: Part, shared: Mapping[str, str]) -> Operation:
    body = call.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
    answers = [
        (status, media, content["schema"])
        for status, response in call["responses"].items()
        if status.startswith("2")
        for media, content in response["content"].items()
    ]
    own = {status: why for status, why in _errors(call).items() if shared.get(status) != why}
    return Operation(method, path, call, body, answers, own)


def _errors(call: Part) -> dict[str, str]:
    """Return why a call may fail, by status."""
    responses = call["responses"].items()
    return {status: response["description"] for status, response in responses if status >= "400"}
