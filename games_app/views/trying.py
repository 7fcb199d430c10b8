"""Trial of an action on a given position. Nothing is stored, and no seat is needed."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from msgspec import Struct

from games_app import rules_service
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refusal
from games_app.rules import IllegalAction, InvalidFacts, State, UnknownGame, get_game
from games_app.services.state.positions import open_position
from games_app.views.visitors import browser_key, wait_ms

LARGEST_BODY = 8 * 1024
"""Largest request, in bytes. Facts take up to 1 300."""

BY_BROWSER = RateLimit("try", burst=40, per_second=8)
BY_ADDRESS = RateLimit("try-address", burst=400, per_second=80)
"""Rate limit per address, enough for a classroom behind one."""


class Attempt(Struct, forbid_unknown_fields=True, frozen=True):
    game: str
    facts: dict[str, Any]
    role: str
    action: str


_decoder = msgspec.json.Decoder(Attempt)


class Unreadable(ValueError):
    """An invalid request body; the message says why."""


@require_POST
def attempt(request: HttpRequest) -> HttpResponse:
    """Return the position after an action on the given facts, or the refusal by the rules."""
    if wait := _wait(request):
        message = Refusal("too_fast", {"seconds": max(wait / 1000, 0.1)}).message
        return _json({"message": message, "retry_ms": wait}, 429)
    try:
        wanted = _read(request)
        state = get_game(wanted.game).state_from_facts(wanted.facts)
    except UnknownGame:
        return _json({"message": _("There is no such game here.")}, 400)
    except (Unreadable, InvalidFacts) as error:
        return _json({"message": str(error)}, 400)
    try:
        return _json(_played(state, wanted.role, wanted.action))
    except IllegalAction as error:
        message = Refusal.by_the_rules(error).message
        refusal = {"code": error.code, "args": error.args, "message": message}
        return _json({"refused": refusal})


def _played(state: State, role: str, action: str) -> dict[str, Any]:
    """Return the position after ``action`` and the plies forced by it. Raises IllegalAction."""
    accepted = rules_service.decide(state, role, action)
    own, *forced = accepted.plies
    return open_position(accepted.state) | {
        "trace": own.trace,
        "forced": [{"role": ply.role, "action": ply.action, "trace": ply.trace} for ply in forced],
    }


def _read(request: HttpRequest) -> Attempt:
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > LARGEST_BODY:
        raise Unreadable(_("That is too large: at most {most} bytes are read.").format(most=LARGEST_BODY))
    try:
        return _decoder.decode(request.body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unreadable(_("That can't be read. Send JSON with game, facts, role and action.")) from error


def _wait(request: HttpRequest) -> int:
    """Return the milliseconds until this browser may try again.

    The address is checked first: a client with a new cookie each time would else create a bucket each time.
    """
    return wait_ms(request, BY_ADDRESS) or BY_BROWSER.wait(browser_key(request))


def _json(body: dict[str, Any], status: int = 200) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(body), content_type="application/json", status=status)
