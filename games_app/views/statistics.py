"""The statistics of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games_app.lib import clock
from games_app.rules import GAMES, Game
from games_app.services.queries.statistics import of_game
from games_app.views import charting


@require_safe
def statistics(request: HttpRequest, game: Game) -> HttpResponse:
    figures = of_game(game, clock.now())
    context = {
        "game": game,
        "games": GAMES.values(),
        "figures": figures,
        "charts": charting.of_game(game, figures),
        "enough": charting.ENOUGH,
    }
    return render(request, "statistics.html", context)
