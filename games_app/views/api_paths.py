"""The addresses of the HTTP API, its document, and the answer at all other addresses below it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from django.http import Http404, HttpResponse

from games_app.views import api, api_analysis, api_imports, api_matches, api_puzzles, api_stream
from games_app.views.api_document import openapi
from games_app.views.api_door import Endpoint, endpoint, one_address
from games_app.views.http import View
from games_app.views.visitors import Request


@endpoint(Endpoint("The OpenAPI document", dict[str, Any], scope=""))
def document(request: Request) -> HttpResponse:
    """Return the OpenAPI document."""
    return HttpResponse(_document(), content_type="application/json")


@endpoint(Endpoint("Nothing", None, scope=""))
def nothing(request: Request, rest: str) -> HttpResponse:
    """Answer other addresses in the shape of the API's errors."""
    raise Http404


PATHS: dict[str, View] = {
    "games": api.games,
    "me": api.me,
    "lobby": api.lobby,
    "matches": one_address(api.matches, api_matches.make_match),
    "matches/<match:public_id>": api.match,
    "matches/<match:public_id>/events": api.events,
    "matches/<match:public_id>/record": api.record,
    "matches/<match:public_id>/join": api_matches.join,
    "matches/<match:public_id>/cancel": api_matches.cancel,
    "matches/<match:public_id>/decline": api_matches.decline,
    **{f"matches/<match:public_id>/{path}": view for path, view in api_matches.COMMANDS.items()},
    "matches/<match:public_id>/review": one_address(api_analysis.review, api_analysis.ask_for_review),
    "analysis": api_analysis.ask_for_position,
    "analysis/<token>": api_analysis.position,
    "imports": api_imports.import_match,
    "puzzles/next": api_puzzles.next_puzzle,
    "puzzles/<match:public_id>": api_puzzles.puzzle,
    "puzzles/<match:public_id>/attempts": api_puzzles.attempt,
    "players/<player:public_id>": api.player,
    "players/<player:public_id>/matches": api.player_matches,
    "players/<player:public_id>/invitations": api_matches.invite,
    "stream": api_stream.stream,
    "openapi.json": document,
}
"""Views by path below /api/v1/, as in urls.py."""


def name_of(path: str) -> str:
    """Return the name of the route at this path, such as "api-matches-one-events"."""
    return f"api-{re.sub('<.*?>', 'one', path).replace('/', '-')}"


@cache
def _document() -> bytes:
    return msgspec.json.encode(openapi(PATHS))
