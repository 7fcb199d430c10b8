"""Pages of a player (score, statistics, latest matches) and of two players against each other.

They count the matches that the reader may find: public ones, and those that the reader played.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games_app.drawing.charts import Chart
from games_app.lib import clock
from games_app.models import Player, Rating
from games_app.rules import GAMES, Game
from games_app.services.commands.invitations import may_invite
from games_app.services.people import blocks
from games_app.services.people.ratings import is_uncertain
from games_app.services.people.ratings import ratings_of_player as ratings_of
from games_app.services.queries import match_search, result_text, statistics
from games_app.services.queries.terms_text import brief
from games_app.services.state.terms import PRESETS
from games_app.views import charts
from games_app.views.access import person_or_404
from games_app.views.visitors import Request

SHOWN = 8
"""Most matches listed on a player's page."""


@require_safe
def player(request: Request, public_id: str) -> HttpResponse:
    """Show a player; the query parameter ``game`` selects the game of the statistics."""
    whose = person_or_404(public_id)
    reader = request.visitor.player
    me = reader.pk if reader else None
    scores = statistics.played(whose.pk, me)
    game = _game(request, list(scores))
    ratings = list(ratings_of(whose))
    context: dict[str, Any] = {
        "whose": whose,
        "mine": whose == reader,
        "may_invite": me is not None and may_invite(me, whose.pk),
        "own_blocks": blocks.blocked_people(whose.pk) if whose == reader else [],
        "blocked": bool(me) and blocks.has_blocked(me or 0, whose.pk),
        "all_games": GAMES.values(),
        "presets": [(name, brief(terms, 1)) for name, terms in PRESETS.items()],
        "between": statistics.statistics_between(me, whose.pk, me).all if me and whose != reader else None,
        "reader": reader,
        "by_game": charts.charts_by_game(scores),
        "games": [GAMES[slug] for slug in scores],
        "game": game,
        "charts": _charts(whose, me, game, ratings) if game else [],
        "ratings": [
            (GAMES[one.game], result_text.PACES[one.pace], charts.rated(one), one)
            for one in ratings
            if one.game in GAMES
        ],
        "uncertain": any(is_uncertain(one.deviation) for one in ratings),
        "enough": charts.ENOUGH,
        "rivals": statistics.rivals(whose.pk, me),
        "lines": match_search.search(match_search.Wanted(reader=me, person=whose.pk)).lines[:SHOWN],
    }
    return render(request, "player.html", context)


@require_safe
def against(request: Request, public_id: str, other_id: str) -> HttpResponse:
    """Show two players: their score and their matches against each other."""
    if public_id == other_id:
        return redirect("player", public_id)
    whose, other = person_or_404(public_id), person_or_404(other_id)
    reader = request.visitor.player
    me = reader.pk if reader else None
    before = request.GET.get("before", "")
    found = match_search.search(match_search.Wanted(reader=me, person=whose.pk, against=other.pk), before)
    score = statistics.statistics_between(whose.pk, other.pk, me)
    context: dict[str, Any] = {
        "whose": whose,
        "other": other,
        "score": score.all,
        "by_game": charts.charts_by_game(score.games),
        "lines": found.lines,
        "later_pages": bool(before),
        "earlier": urlencode({"before": found.earlier}) if found.earlier else "",
    }
    return render(request, "against.html", context)


def _game(request: HttpRequest, played: list[str]) -> Game | None:
    """Return the requested game, else the one that was played most."""
    asked = request.GET.get("game", "")
    slug = asked if asked in played else next(iter(played), "")
    return GAMES.get(slug)


def _charts(whose: Player, reader: int | None, game: Game, ratings: list[Rating]) -> list[Chart]:
    figures = statistics.player_statistics(whose.pk, reader, game, clock.now())
    return [*charts.rating_charts(game, ratings), *charts.player_charts(game, figures)]
