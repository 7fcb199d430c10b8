"""The addresses of the HTTP API, and the OpenAPI document made of its endpoints."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.urls import reverse

from games_app import site_settings
from games_app.api import analysis, appointments, explorer, matches, people, resources, stream, tournaments
from games_app.api.door import JSON, Call, Endpoint, calls_of, endpoint, json_answer, one_address
from games_app.api.schemas import schemas
from games_app.door import limits
from games_app.door.cors import API, LEFT, POLICY
from games_app.door.http import View
from games_app.door.visitors import Request
from games_app.lib.rate_limit import RateLimit
from games_app.people.api_tokens import SCOPES


class Problem(msgspec.Struct, frozen=True):
    """The one shape of errors."""

    code: str
    message: str
    retry_ms: int | msgspec.UnsetType = msgspec.UNSET
    """Milliseconds after which the same request may pass; also in Retry-After, in seconds."""


ERRORS = {
    "400": "The query or the body can't be read, or the address has a token.",
    "401": "The call needs a token, or the token is unknown, revoked or expired.",
    "403": "The token lacks the scope, or you may not do that here.",
    "404": "There is nothing at this address, or you may not see it.",
    "405": "The address takes no such method.",
    "409": "What is there now doesn't allow it, or its rules are unknown here.",
    "429": "You have sent too much; Retry-After says when to continue.",
    "500": "The site has failed.",
    "503": "The record is out of reach; Retry-After says when to send the same again.",
}
OF_READING = {"410": "The match was cancelled or has expired."}
OF_ACTING = {
    "422": "The rules, or the terms that a match can have, don't allow it.",
}
HEADERS = {
    POLICY: {
        "description": "The limit with the fewest calls left: calls at once (q), seconds to refill (w).",
        "schema": {"type": "string"},
    },
    LEFT: {
        "description": "Calls that are left of it (r), and seconds until all are back (t).",
        "schema": {"type": "string"},
    },
}


def _pace(limit: RateLimit) -> str:
    return f"{limit.burst} calls at once, then {limit.per_second:g} a second"


SECURITY = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": f"A personal token of the account page, with scopes out of: {', '.join(SCOPES)}. "
        f"All tokens of an account together: {_pace(limits.API_TOKENS)}.",
    }
}


def schema(views: Mapping[str, View]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the views by path below /api/v1/, as in urls.py."""
    calls = [(template_of(path), call) for path, view in views.items() for call in calls_of(view).values()]
    bodies = [call.told.body for _path, call in calls if call.told.body]
    (error, *answers), sent, parts = schemas([Problem, *(call.told.answer for _path, call in calls)], bodies)
    following = iter(sent)
    paths: dict[str, dict[str, Any]] = {}
    for (path, call), answer in zip(calls, answers, strict=True):
        operation = _operation(path, call, answer, error)
        if call.told.body:
            operation["requestBody"] = {"required": True, "content": {JSON: {"schema": next(following)}}}
        paths.setdefault(path, {})[call.told.method.lower()] = operation
    components = {"schemas": parts, "headers": HEADERS, "securitySchemes": SECURITY}
    about = {"title": f"{site_settings.current().site_name}: board games", "version": "1"}
    return {
        "openapi": "3.1.0",
        "info": about,
        "servers": [{"url": "/"}],
        "tags": [{"name": name} for name in dict.fromkeys(_tag(path) for path, _call in calls)],
        "paths": paths,
        "components": components,
    }


def template_of(path: str) -> str:
    """Return the template of an address in the document: "/api/v1/matches/{id}"."""
    return re.sub("<.*?>", "{id}", re.sub("<game:.*?>", "{game}", API + path))


def _tag(path: str) -> str:
    """Return the kind of thing that the calls at a path are about, such as "matches"."""
    return path.removeprefix(API).partition("/")[0].removesuffix(".json") or "calls"


def _operation(path: str, call: Call, answer: Any, error: Any) -> dict[str, Any]:
    endpoint = call.told
    in_path = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    text = {"type": "string"}
    parameters = [{"name": name, "in": "path", "required": True, "schema": text} for name in in_path]
    parameters += [
        {"name": name, "in": "query", "description": why, "schema": text}
        for name, why in endpoint.query.items()
    ]
    return {
        "operationId": call.view.__name__,
        "summary": endpoint.summary,
        "tags": [_tag(path)],
        "description": _need(endpoint),
        "parameters": parameters,
        "security": [
            {"token": [endpoint.scope] if endpoint.scope else []},
            *([] if endpoint.needs_token else [{}]),
        ],
        "responses": _responses(endpoint, answer, error),
    }


def _need(endpoint: Endpoint) -> str:
    """Return in words what a token needs."""
    having = f'with the scope "{endpoint.scope}"' if endpoint.scope else "with any scope"
    return f"Needs a token {having}." if endpoint.needs_token else f"Takes a token {having}, or none."


def _responses(endpoint: Endpoint, answer: Any, error: Any) -> dict[str, Any]:
    responses: dict[str, Any] = {
        str(endpoint.status): {
            "description": endpoint.summary,
            "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in HEADERS},
            "content": {endpoint.media: {"schema": answer}},
        }
    }
    if endpoint.method == "GET":
        responses["304"] = {"description": "The content is still that of If-None-Match."}
    more = OF_READING if endpoint.method == "GET" else OF_ACTING
    if endpoint.body:
        more = more | {"413": f"The body is too large: it may have {endpoint.largest} bytes."}
    if endpoint.limit:
        more = more | {"429": f"{ERRORS['429']} Your network address may send {_pace(endpoint.limit)}."}
    for status, why in sorted({**ERRORS, **more}.items()):
        responses[status] = {"description": why, "content": {JSON: {"schema": error}}}
    return responses


@endpoint(Endpoint("The OpenAPI document", dict[str, Any], scope=""))
def document(request: Request) -> HttpResponse:
    """Return the OpenAPI document."""
    return HttpResponse(_document(site_settings.current().site_name), content_type="application/json")


class CallLine(msgspec.Struct, frozen=True):
    method: str
    path: str
    summary: str
    scope: str
    """Scope that a token needs; empty if any token does."""
    needs_token: bool


class Calls(msgspec.Struct, frozen=True):
    document: str
    """Path of the OpenAPI document."""
    page: str
    """Path of the same for people."""
    calls: list[CallLine]


@endpoint(Endpoint("All calls", Calls, scope=""))
def index(request: Request) -> HttpResponse:
    """Return a line for each call."""
    calls = [
        CallLine(
            method,
            template_of(path),
            call.told.summary,
            call.told.scope,
            call.told.needs_token,
        )
        for path, view in PATHS.items()
        for method, call in calls_of(view).items()
    ]
    return json_answer(Calls(f"{API}openapi.json", reverse("api"), calls))


@endpoint(Endpoint("Nothing", None, scope=""))
def nothing(request: Request, rest: str) -> HttpResponse:
    """Answer other addresses in the shape of the API's errors."""
    raise Http404


PATHS: dict[str, View] = {
    "": index,
    "games": resources.games,
    "me": resources.me,
    "lobby": resources.lobby,
    "matches": one_address(resources.matches, matches.make_match),
    "matches/<match:public_id>": resources.match_view,
    "matches/<match:public_id>/events": resources.events,
    "matches/<match:public_id>/record": resources.record,
    "matches/<match:public_id>/join": matches.join,
    "matches/<match:public_id>/cancel": matches.cancel,
    "matches/<match:public_id>/decline": matches.decline,
    **{f"matches/<match:public_id>/{path}": view for path, view in matches.COMMANDS.items()},
    "matches/<match:public_id>/review": one_address(analysis.review, analysis.ask_for_review),
    "analysis": analysis.ask_for_position,
    "analysis/<token>": analysis.position,
    "explorer": explorer.explore,
    "imports": matches.import_match,
    "puzzles/next": analysis.next_puzzle,
    "puzzles/<match:public_id>": analysis.puzzle,
    "puzzles/<match:public_id>/attempts": analysis.attempt,
    "players": people.players,
    "players/<player:public_id>": people.player,
    "players/<player:public_id>/matches": resources.player_matches,
    "players/<player:public_id>/invitations": matches.invite,
    "bots": people.bots,
    "leaderboards/<game:game>": people.leaderboards,
    "appointments": appointments.appointments,
    "appointments/<match:public_id>/agree": appointments.agree_to_appointment,
    "appointments/<match:public_id>/decline": appointments.decline_appointment,
    "tournaments": tournaments.tournaments,
    "tournaments/<match:public_id>": tournaments.tournament,
    "tournaments/<match:public_id>/join": tournaments.join_tournament,
    "tournaments/<match:public_id>/games": tournaments.begin_game,
    "stream": stream.stream,
    "openapi.json": document,
}
"""Views by path below /api/v1/, as in urls.py."""


def name_of(path: str) -> str:
    """Return the name of the route at this path, such as "api-matches-one-events"."""
    return f"api-{re.sub('<.*?>', 'one', path).replace('/', '-') or 'index'}"


def described() -> dict[str, Any]:
    """Return the document of this site's API."""
    return _described(site_settings.current().site_name)


@lru_cache(maxsize=1)
def _described(site_name: str) -> dict[str, Any]:
    """Return the document with this name of the site, which is made again if the owner changes it."""
    return schema(PATHS)


@lru_cache(maxsize=1)
def _document(site_name: str) -> bytes:
    return msgspec.json.encode(_described(site_name))
