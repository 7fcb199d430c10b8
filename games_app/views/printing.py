"""Print view of a match: players, result, moves and diagrams."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games_app import drawing
from games_app.games.catalogue import SHEETS
from games_app.rules import get_game
from games_app.services.people import players
from games_app.services.queries.scoresheet import on_sheet
from games_app.services.queries.terms_text import agreed
from games_app.services.state.visible import may_see
from games_app.views import sharing
from games_app.views.matches import closed, match_or_404, must_have_begun

WIDTH = 600
"""Width of a diagram, in CSS pixels; printing scales it down."""


@require_safe
def print_view(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the print view of a match that has begun."""
    match = match_or_404(public_id)
    row = match.row
    must_have_begun(row)
    if not may_see(row, players.known(request.session)):
        return closed(request, match)
    sheet = SHEETS[row.game]
    width, height = drawing.board(row.game).size()
    context = {
        "match": match,
        "game": get_game(row.game),
        "title": sharing.title(match),
        "agreed": [*sheet.agreed(row.options), *agreed(match.terms)],
        "sharing": sharing.of_match(request, match),
        "paper": on_sheet(row),
        "height": round(WIDTH * height / width),
    }
    return render(request, "print.html", context)
