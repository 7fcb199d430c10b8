"""The public rules of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games_app.games.catalogue import SAMPLES, SHEETS
from games_app.rules import GAMES, Game
from games_app.services.queries.openings import openings
from games_app.services.state.positions import open_position
from games_app.views import sharing
from games_app.views.device import differs_by_device, is_phone


@require_safe
@differs_by_device
def rules(request: HttpRequest, game: Game) -> HttpResponse:
    context = {
        "game": game,
        "games": GAMES.values(),
        "sheet": SHEETS[game.slug],
        "sharing": sharing.of_game(request, game),
        "openings": openings(game),
        "on_phone": is_phone(request),
        "beginning": open_position(SAMPLES[game.slug].beginning),
    }
    return render(request, "rules.html", context)
