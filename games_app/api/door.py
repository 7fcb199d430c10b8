"""The door of the HTTP API: tokens and scopes, methods, limits, bodies, ETags, commands, refusals."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import unquote_plus, urlencode

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from msgspec import UNSET, Struct, UnsetType

from games_app.door import limits
from games_app.door.cors import API, preflight
from games_app.door.http import (
    View,
    answers_json,
    problem,
    read_body,
    refused,
    status_of,
    too_fast,
    with_attributes,
)
from games_app.door.visitors import Request, Visitor, wait_ms
from games_app.lib import clock, codec, request_cookies
from games_app.lib.ids import has_token
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refusal
from games_app.match import wire
from games_app.match.messages import CommandId
from games_app.models import Player
from games_app.people import api_tokens, membership
from games_app.people.api_tokens import PLAY, READ
from games_app.people.client_marks import Client
from games_app.record.results import Answer

NDJSON = "application/x-ndjson"
JSON = "application/json"
LARGEST_BODY = 8 * 1024
ESCAPED_NUL = rb"\u0000"
"""The one character that a text in PostgreSQL can't hold, in JSON."""


@dataclass(frozen=True)
class Endpoint:
    """A call of the API, as its document describes it."""

    summary: str
    answer: Any
    """Type of the answer, or of each of its lines."""
    media: str = JSON
    query: Mapping[str, str] = field(default_factory=dict)
    """Parameters of the query, and what each means."""
    scope: str = READ
    """Scope that a token must have; empty if any token does."""
    method: str = "GET"
    needs_token: bool = False
    limit: RateLimit | None = None
    """Limit of each address, besides that of the token."""
    body: type[msgspec.Struct] | None = None
    largest: int = LARGEST_BODY
    """Largest body, in bytes."""
    status: int = 200


def acting(
    summary: str,
    answer: Any,
    body: type[msgspec.Struct],
    limit: RateLimit,
    *,
    scope: str = PLAY,
    status: int = 200,
    largest: int = LARGEST_BODY,
) -> Endpoint:
    """Return the description of a POST that takes a token."""
    return Endpoint(
        summary,
        answer,
        scope=scope,
        method="POST",
        needs_token=True,
        limit=limit,
        body=body,
        largest=largest,
        status=status,
    )


class Call(NamedTuple):
    told: Endpoint
    view: View


def endpoint(call: Endpoint) -> Callable[[View], View]:
    """Decorate a view of the API, which gets the request and the decoded body, if it takes one.

    It sees the player of the token in Authorization, otherwise a stranger. It ignores cookies, so that no
    page of another site can read or act as its visitor. An answer to GET gets an ETag of its content.
    """
    decoder = codec.decoder(call.body) if call.body else None

    def decorate(view: View) -> View:
        @wraps(view)
        def entered(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            if refusal := _refused(request, call):
                return refusal
            if decoder:
                sent = read_body(request, decoder, call.largest)
                if isinstance(sent, HttpResponse):
                    return sent
                if ESCAPED_NUL in request.body:
                    return refused(Refusal("malformed", {"problem": "it has a NUL"}))
                args = (sent, *args)
            answer = view(request, *args, **kwargs)
            return _conditional(request, answer) if call.method == "GET" else answer

        return _addressed({call.method: Call(call, entered)})

    return decorate


def one_address(*views: View) -> View:
    """Return the view of an address that takes several methods, one by each of the views."""
    return _addressed({method: call for view in views for method, call in calls_of(view).items()})


def calls_of(view: View) -> Mapping[str, Call]:
    """Return the calls of an address by their methods."""
    calls: Mapping[str, Call] = vars(view)["calls"]
    return calls


def _addressed(calls: Mapping[str, Call]) -> View:
    allowed = [name for method in calls for name in ((method, "HEAD") if method == "GET" else (method,))]
    last = list(calls.values())[-1]

    @wraps(last.view)
    def door(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            return preflight(allowed)
        call = calls.get("GET" if request.method == "HEAD" else str(request.method))
        if call:
            return call.view(request, *args, **kwargs)
        answer = refused(Refusal("method_not_allowed", {"methods": ", ".join(allowed)}))
        answer["Allow"] = ", ".join(allowed)
        return answer

    # No cookie counts here, so no form of another site can act.
    limit = calls["POST"].told.limit if "POST" in calls else None
    return answers_json(with_attributes(door, calls=calls, limit=limit, csrf_exempt=True))


class TokenHolder(Visitor):
    """The player whose token a request has."""

    def __init__(self, player: Player, client: Client, token: int) -> None:
        super().__init__(request_cookies.session_of({}), client)
        self._holder = player
        self.token = token

    @property
    def player_id(self) -> int | None:
        return self._holder.pk

    @property
    def player(self) -> Player | None:
        return self._holder


def _refused(request: Request, call: Endpoint) -> HttpResponse | None:
    """Make the token's player the visitor, otherwise a stranger; return why the call is refused, if it is."""
    client = Client(request.visitor.client.address)
    request.visitor = Visitor(request_cookies.session_of({}), client)
    if has_token(unquote_plus(request.get_full_path())):
        return refused(Refusal("token_in_address"), 400)
    if call.limit and (wait := wait_ms(request, call.limit)):
        return too_fast(wait)
    sent = request.headers.get("Authorization")
    if sent is None:
        return _unauthorised("no_token") if call.needs_token else None
    kind, _space, secret = sent.partition(" ")
    token = api_tokens.find(secret.strip(), clock.now()) if kind.lower() == "bearer" else None
    if token is None:
        return _unauthorised("bad_token", 'Bearer error="invalid_token"')
    if wait := wait_ms(request, limits.API_TOKENS, key=str(token.account_id)):
        return too_fast(wait)
    if call.scope and call.scope not in api_tokens.scopes_of(token):
        return _out_of_scope(call.scope)
    request.visitor = TokenHolder(token.account.player, client, token.pk)
    return None


def _unauthorised(code: str, way: str = "Bearer") -> HttpResponse:
    answer = refused(Refusal(code), 401)
    answer["WWW-Authenticate"] = way
    return answer


def _out_of_scope(scope: str) -> HttpResponse:
    answer = refused(Refusal("out_of_scope", {"scope": scope}), 403)
    answer["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{scope}"'
    return answer


def closed(request: Request) -> HttpResponse | None:
    """Return the answer to strangers of a site that is open to its members only; otherwise None."""
    if not membership.is_closed_to(request.visitor.player_id):
        return None
    return refused(Refusal("members_only.site"))


def json_answer(body: object) -> HttpResponse:
    """Return an answer with this content."""
    return HttpResponse(msgspec.json.encode(body), content_type=JSON)


def done(body: object, status: int = 200, below: str = "") -> HttpResponse:
    """Return the answer to a call that acts; ``below``: where to read what it made, below the API's root."""
    answer = HttpResponse(msgspec.json.encode(body), content_type=JSON, status=status)
    patch_cache_control(answer, private=True, no_store=True)
    if below:
        answer["Location"] = API + below
    return answer


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
    answer = get_conditional_response(request, name, response=response) or response
    answer["ETag"] = name
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


class Cmd(Struct, frozen=True, forbid_unknown_fields=True):
    """A command without arguments."""

    cmd: CommandId
    """Your own id for the call; sent again, it is carried out once."""


class Done(Struct, frozen=True):
    """Your command was carried out, now or (``again``) when you sent it before."""

    match: str
    seq: int
    """The event that it led to."""
    again: bool
    mine: wire.Position | UnsetType = UNSET
    """The position as you may see it, after a choice that stays hidden."""
    chat: int | UnsetType = UNSET
    """Number of your chat message in its room."""


def answered(answer: Answer, status: int = 200, below: str = "") -> HttpResponse:
    """Return the answer to a command; ``below``: path of what it has made, with {match} for the match."""
    if answer.refusal:
        return refused_command(answer.refusal)
    mine = UNSET if answer.mine is None else answer.mine
    chat = answer.chat.number if answer.chat else UNSET
    body = Done(answer.match, answer.seq, answer.again, mine, chat)
    return done(body, status, below.format(match=answer.match))


def refused_command(refusal: Refusal) -> HttpResponse:
    """Return the answer to a command that was refused; Retry-After says when the same may pass."""
    return problem(refusal.code, refusal.message, status_of(refusal), _retry_ms(refusal))


def _retry_ms(refusal: Refusal) -> int:
    waits = {"seconds": 1000, "minutes": 60_000}
    wait = sum(round(unit * refusal.args[name]) for name, unit in waits.items() if name in refusal.args)
    return refusal.retry_ms or wait
