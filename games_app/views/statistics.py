"""The statistics of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games_app.games.sheet import Text
from games_app.lib import clock
from games_app.models import Rating
from games_app.rules import GAMES, Game
from games_app.services.people import ratings, uncounted
from games_app.services.queries.result_text import PACES
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
        "leaderboards": _leaderboards(game),
        "settled": {
            "games": ratings.ENOUGH_GAMES,
            "opponents": ratings.ENOUGH_OPPONENTS,
            "moves": game.least_decisions,
            "a_day": uncounted.MOST_A_DAY,
        },
    }
    return render(request, "statistics.html", context)


def _leaderboards(game: Game) -> list[tuple[Text, list[tuple[Rating, str]]]]:
    """Return each pace with those who lead it, and their ratings in words; none without leaders."""
    boards = ((name, ratings.leaders(game.slug, pace)) for pace, name in PACES.items())
    return [(name, [(one, charting.rated(one)) for one in leaders]) for name, leaders in boards if leaders]
