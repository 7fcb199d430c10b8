"""Trial of an action on a given position. Nothing is stored, and no seat is needed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import Struct

from games_app import rules_service
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refusal
from games_app.rules import IllegalAction, InvalidFacts, State, UnknownGame, get_game
from games_app.services.state.positions import open_position
from games_app.views import limits
from games_app.views.http import answer, json_view, problem, too_fast
from games_app.views.visitors import browser_key

LARGEST_BODY = 8 * 1024
"""Largest request, in bytes. Facts take up to 1 300."""

BY_BROWSER = RateLimit("try", burst=40, per_second=8)
"""Rate limit per browser. That of the address comes first: a client with a new cookie each time would else
create a bucket each time.
"""


class Attempt(Struct, forbid_unknown_fields=True, frozen=True):
    game: str
    facts: dict[str, Any]
    role: str
    action: str


@json_view(limits.TRIES, Attempt, LARGEST_BODY)
def attempt(request: HttpRequest, wanted: Attempt) -> HttpResponse:
    """Return the position after an action on the given facts, or the refusal by the rules."""
    if wait := BY_BROWSER.wait(browser_key(request)):
        return too_fast(wait)
    try:
        state = get_game(wanted.game).state_from_facts(wanted.facts)
    except UnknownGame:
        return problem("no_such_game", _("There is no such game here."), 400)
    except InvalidFacts as error:
        return problem("no_such_position", str(error), 400)
    try:
        return answer(_played(state, wanted.role, wanted.action))
    except IllegalAction as error:
        message = Refusal.by_the_rules(error).message
        refusal = {"code": error.code, "args": error.args, "message": message}
        return answer({"refused": refusal})


def _played(state: State, role: str, action: str) -> dict[str, Any]:
    """Return the position after ``action`` and the plies forced by it. Raises IllegalAction."""
    accepted = rules_service.decide(state, role, action)
    own, *forced = accepted.plies
    return open_position(accepted.state) | {
        "trace": own.trace,
        "forced": [{"role": ply.role, "action": ply.action, "trace": ply.trace} for ply in forced],
    }
