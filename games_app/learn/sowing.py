"""Pages of the sowing trainer: a series of sowings, whose ends are to be foreseen."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.door import limits
from games_app.door.visitors import Request, differs_by_device, enforce_rate
from games_app.games import sowing_series
from games_app.games.base import Game
from games_app.games.registry import GAMES
from games_app.games.sowing_series import LENGTH, WORDS, Level, Sowing, levels
from games_app.lib.ids import new_public_id
from games_app.match.visibility import open_position
from games_app.models import ClubMember

COOKIE = "sowing"
"""Cookie with the best count of this browser at each level of a game, written by static/learn/sowing.js."""
ENOUGH = 8
"""Number of right answers in a series after which the next level is offered."""
LONGEST_SEED = 20
ASKED_WHAT_IS_TAKEN = (Level.CAPTURES, Level.RELAYS)


class LevelName:
    """Converter of addresses: the name of a level."""

    regex = "|".join(Level)

    def to_python(self, value: str) -> Level:
        return Level(value)

    def to_url(self, value: Level) -> str:
        return str(value)


@require_safe
def begin(request: HttpRequest, game: Game) -> HttpResponse:
    """Lead to a new series of the level that this browser has reached."""
    _check(game)
    reached = _reached(request, game)
    page = redirect("sowing-series", game, reached, new_public_id())
    patch_cache_control(page, private=True, no_store=True)
    return page


@require_safe
@differs_by_device
def series(request: Request, game: Game, level: Level, seed: str) -> HttpResponse:
    """Show a series. Everybody with its address gets the same one."""
    enforce_rate(request, limits.SOWINGS, "too_many_forms")
    _check(game)
    if level not in levels(game) or len(seed) > LONGEST_SEED:
        raise Http404(_("There is no such series."))
    sowings = sowing_series.series(game, level, seed)
    context = {
        "game": game,
        "offered": [other for other in GAMES.values() if levels(other)],
        "level": level,
        "words": WORDS[level],
        "levels": [(other, WORDS[other].title, new_public_id()) for other in levels(game)],
        "address": request.build_absolute_uri(request.path),
        "first": open_position(sowings[0].start),
        "side": sowings[0].role,
        "sowings": [_plain(sowing) for sowing in sowings],
        "numbers": range(1, LENGTH + 1),
        "enough": ENOUGH,
        "asks_taken": level in ASKED_WHAT_IS_TAKEN,
        "runs_club": ClubMember.runs_club(request.visitor.player_id),
    }
    return render(request, "learn/sowing.html", context)


def _check(game: Game) -> None:
    if not levels(game):
        raise Http404(_("Nothing is sown in this game."))


def _reached(request: HttpRequest, game: Game) -> Level:
    """Return the first level whose best count is not enough yet."""
    kept = dict(parse_qsl(request.COOKIES.get(COOKIE, "")[:1000])).get(game.slug, "")
    counts = dict(zip(levels(game), kept.split("."), strict=False))
    done = {level for level, count in counts.items() if count.isdecimal() and int(count) >= ENOUGH}
    return next((level for level in levels(game) if level not in done), levels(game)[-1])


def _plain(sowing: Sowing) -> dict[str, Any]:
    """Return a sowing as the page needs it, with its answers: they count for nobody but the learner."""
    accepted = sowing.accepted
    return {
        "role": sowing.role,
        "action": sowing.action,
        "start": open_position(sowing.start),
        "plies": [{"role": ply.role, "action": ply.action, "trace": ply.trace} for ply in accepted.plies],
        "position": open_position(accepted.state),
        "stones": sowing.stones,
        "landing": sowing.falls[-1],
        "taken": sowing.taken,
    }
