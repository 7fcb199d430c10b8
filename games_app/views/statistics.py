"""The figures of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .. import clock
from ..rules import GAMES, Game
from ..services.statistics import of_game
from . import charting


@require_safe
def statistics(request: HttpRequest, game: Game) -> HttpResponse:
    figures = of_game(game, clock.now())
    context = {
        "game": game,
        "games": GAMES.values(),
        "figures": figures,
        "charts": charting.of_game(game, figures) if figures.ends else [],
    }
    return render(request, "statistics.html", context)
