"""The beginning of a new match, as its page is asked for it: after moves, or at a place in a past match."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games_app.lib.rate_limit import RateLimit
from games_app.models import Match
from games_app.rules import Game, InvalidOption
from games_app.services.engine.from_here import Beginning, NoBeginning, beginning, beginning_in
from games_app.services.people import players
from games_app.services.state.rules_versions import rules
from games_app.services.state.set_up import BadMoves
from games_app.services.state.visible import may_see
from games_app.views.url_converters import BadQuery, number
from games_app.views.visitors import enforce_rate

PLACES = RateLimit("places", burst=60, per_second=1)
"""Rate limit per address of places that are set up: each is compared with all running matches."""
LONGEST = 4000
MOST_PLIES = 2**20

SENTENCES = {
    "in_play": gettext_noop(
        "Somebody is playing one of these positions now. Play from it when that match is over."
    ),
    "seated": gettext_noop(
        "You are playing this game against somebody. Play from a position when that match is over."
    ),
    "unfinished": gettext_noop("You can play from a match when it is over."),
    "over": gettext_noop("The game is over there: nothing is left to play."),
    "half_done": gettext_noop("Play can't begin in the middle of a move."),
    "too_far": gettext_noop("That is too far into the game: play can begin after 200 moves at most."),
}

View = Callable[[HttpRequest, Game, Beginning | None], HttpResponse]


def from_here(view: View) -> Callable[[HttpRequest, Game], HttpResponse]:
    """Decorator for pages that make a match: they get where it begins, or None for the usual position.

    Their address has ``moves``, or ``match``, ``ply`` and the ``moves`` after it; their form has ``moves``.
    """

    @wraps(view)
    def found(request: HttpRequest, game: Game) -> HttpResponse:
        try:
            return view(request, game, _asked(request, game))
        except NoBeginning as error:
            return _refused(request, game, _(SENTENCES[error.reason]), 409)
        except (BadMoves, BadQuery, InvalidOption) as error:
            return _refused(request, game, str(error), 422)

    return found


def _asked(request: HttpRequest, game: Game) -> Beginning | None:
    given = request.POST if request.method == "POST" else request.GET
    moves, match = given.get("moves", "")[:LONGEST], request.GET.get("match")
    if not moves.strip() and match is None:
        return None
    enforce_rate(request, PLACES, "too_many_forms")
    if request.method == "POST" or match is None:
        found = beginning(game, given.dict(), moves)
    else:
        row = Match.objects.filter(public_id=match, game=game.slug).first()
        if row is None or not may_see(row, players.known(request.session)):
            raise BadQuery(_("There is no match at this address."))
        rules(row.game, row.rules_version)
        found = beginning_in(game, row, number(request, "ply", MOST_PLIES) or 0, moves)
    return found if found.moves else None


def _refused(request: HttpRequest, game: Game, why: str, status: int) -> HttpResponse:
    return render(request, "no_beginning.html", {"game": game, "why": why}, status=status)
