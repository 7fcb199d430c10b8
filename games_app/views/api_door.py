"""The door of the HTTP API: who reads, methods, ETags, pages of lines, and its OpenAPI document."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _

from games_app.lib import clock, request_cookies
from games_app.models import Player
from games_app.services.people import api_tokens
from games_app.views import limits
from games_app.views.http import BadQuery, View, answers_json, problem, too_fast
from games_app.views.visitors import Request, Visitor

NDJSON = "application/x-ndjson"
JSON = "application/json"


class Problem(msgspec.Struct, frozen=True):
    """The one shape of errors."""

    code: str
    message: str
    retry_ms: int | msgspec.UnsetType = msgspec.UNSET
    """Milliseconds after which the same request may pass; also in Retry-After, in seconds."""


ERRORS = {
    "400": "The query has a parameter with an invalid value, or a token.",
    "401": "The token is unknown, revoked or expired.",
    "403": "The site is open to its members only, or a request that would write lacks a token.",
    "404": "There is nothing at this address, or you may not see it.",
    "405": "The address takes no such method.",
    "409": "The rules under which the match was played are unknown here.",
    "410": "The match was cancelled or has expired.",
    "429": "Your address has sent too much; Retry-After says when to continue.",
    "500": "The site has failed.",
    "503": "The record is out of reach; Retry-After says when to try again.",
}


@dataclass(frozen=True)
class Endpoint:
    """The part of an endpoint that the schema tells."""

    summary: str
    answer: Any
    """Type of the answer, or of each of its lines."""
    media: str = JSON
    query: Mapping[str, str] = field(default_factory=dict)
    """Parameters of the query, and what each means."""


def endpoint(told: Endpoint) -> Callable[[View], View]:
    """Decorate a read-only view of the API.

    It sees the player of the token in Authorization, otherwise a stranger. It ignores cookies, so that no
    page of another site can read as its visitor. Its answer gets an ETag of its content.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def entered(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            answer = _entered(request, *args, **kwargs)
            patch_vary_headers(answer, ["Authorization"])
            if "Authorization" in request.headers or request.method == "OPTIONS":
                answer["Access-Control-Allow-Origin"] = "*"
            return answer

        def _entered(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "OPTIONS":
                allowed = {"Methods": "GET, HEAD", "Headers": "Authorization, If-None-Match"}
                told_of = {f"Access-Control-Allow-{name}": value for name, value in allowed.items()}
                return HttpResponse(status=204, headers=told_of)
            if request.method not in ("GET", "HEAD"):
                refused = problem("method_not_allowed", _("Only GET and HEAD are allowed here."), 405)
                refused["Allow"] = "GET, HEAD"
                return refused
            request.visitor = Visitor(request_cookies.session_of({}))
            if failed := _let_in(request):
                return failed
            try:
                return _conditional(request, view(request, *args, **kwargs))
            except BadQuery as error:
                return problem("bad_query", str(error), 400)

        entered.__dict__["endpoint"] = told
        return answers_json(entered)

    return decorate


class _Holder(Visitor):
    """The player whose token a request has."""

    def __init__(self, player: Player) -> None:
        super().__init__(request_cookies.session_of({}))
        self._holder = player

    @property
    def player_id(self) -> int | None:
        return self._holder.pk

    @property
    def player(self) -> Player | None:
        return self._holder


def _let_in(request: Request) -> HttpResponse | None:
    """Make the token's player the visitor, or return why the request is refused."""
    if any(text.startswith(api_tokens.PREFIX) for text in (*request.GET, *request.GET.dict().values())):
        message = _("A token in an address can be read by others. Revoke it, and send one in Authorization.")
        return problem("token_in_address", message, 400)
    sent = request.headers.get("Authorization")
    if sent is None:
        return None
    kind, _space, token = sent.partition(" ")
    found = api_tokens.find(token.strip(), clock.now()) if kind.lower() == "bearer" else None
    if found is None:
        message = _("This token is unknown, revoked or expired. Make one on your account page.")
        failed = problem("bad_token", message, 401)
        failed["WWW-Authenticate"] = "Bearer"
        return failed
    if wait := limits.API_TOKENS.wait(str(found.pk)):
        return too_fast(wait)
    request.visitor = _Holder(found.account.player)
    request.visitor.token = found.pk
    return None


def one(body: object) -> HttpResponse:
    """Return an answer with this content."""
    return HttpResponse(msgspec.json.encode(body), content_type=JSON)


def lines(request: HttpRequest, texts: Iterable[bytes], **after: object) -> HttpResponse:
    """Return a page with a line for each text; ``after`` changes the query into that of the next page."""
    page = HttpResponse(b"".join(text + b"\n" for text in texts), content_type=NDJSON)
    if after:
        query = urlencode({**request.GET.dict(), **after})
        page["Link"] = f'<{request.build_absolute_uri(request.path)}?{query}>; rel="next"'
    return page


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if response.status_code != 200 or response.streaming:
        return response
    name = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    found = get_conditional_response(request, name, response=response) or response
    found["ETag"] = name
    patch_cache_control(found, private=True, no_cache=True)
    return found


def openapi(endpoints: Mapping[str, Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the endpoints by path, with parameters as in "/players/{id}"."""
    types = [Problem, *(told.answer for told in endpoints.values())]
    (error, *answers), parts = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    responses = {
        status: {"description": why, "content": {JSON: {"schema": error}}} for status, why in ERRORS.items()
    }
    paths = {
        path: {"get": _operation(path, told, answer, responses)}
        for (path, told), answer in zip(endpoints.items(), answers, strict=True)
    }
    about = {"title": "Board games", "version": "1"}
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": {"schemas": parts}}


def _operation(path: str, told: Endpoint, answer: Any, responses: Mapping[str, Any]) -> dict[str, Any]:
    in_path = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    text = {"type": "string"}
    parameters = [{"name": name, "in": "path", "required": True, "schema": text} for name in in_path]
    parameters += [
        {"name": name, "in": "query", "description": why, "schema": text} for name, why in told.query.items()
    ]
    good = {"description": told.summary, "content": {told.media: {"schema": answer}}}
    unchanged = {"description": "The content is still that of If-None-Match."}
    return {
        "summary": told.summary,
        "parameters": parameters,
        "responses": {"200": good, "304": unchanged, **responses},
    }
