"""The analysis board: a position by its moves, both sides played, its worth asked, its address shared."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.engine.levels import LEVELS
from games_app.games.catalogue import SHEETS
from games_app.models import Match
from games_app.rules import GAMES, Game, InvalidOption, State
from games_app.services.engine.board import StillSealed, start_in, start_of
from games_app.services.people import players
from games_app.services.state.positions import open_position
from games_app.services.state.rules_versions import rules
from games_app.services.state.set_up import BadMoves, Line, played
from games_app.services.state.visible import may_see
from games_app.views.url_converters import BadQuery, number

LONGEST = 4000
"""Characters of moves that are read: some 400 moves."""
SHORT = 20
"""Characters of any other part of the address that go into the form again."""
MOST_PLIES = 2**20


@require_safe
def free_board(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the board after the ``moves`` in the address, from the start or a ``match`` and its ``ply``."""
    problem, start = "", start_of(game, {})
    try:
        start = _start(request, game)
    except (BadQuery, InvalidOption) as error:
        problem = str(error)
    text = request.GET.get("moves", "")[:LONGEST]
    try:
        line = played(game, start, text)
    except BadMoves as error:
        problem = str(error)
        line = Line((start,), ())
    known = ("match", "ply", *game.options)
    kept = [(name, value[:SHORT]) for name, value in request.GET.items() if name in known]
    moves = [("moves", " ".join(line.moves))] if line.moves else []
    here = f"?{urlencode([*kept, *moves])}" if kept or moves else ""
    context = _context(game, line) | {"text": text, "problem": problem, "kept": kept, "here": here}
    return render(request, "board.html", context, status=422 if problem else 200)


def _start(request: HttpRequest, game: Game) -> State:
    """Return the position that the address begins with. Raises BadQuery, InvalidOption."""
    public_id = request.GET.get("match")
    if public_id is None:
        return start_of(game, request.GET.dict())
    row = Match.objects.filter(public_id=public_id, game=game.slug).first()
    if row is None or not may_see(row, players.known(request.session)):
        raise BadQuery(_("There is no match at this address."))
    rules(row.game, row.rules_version)
    try:
        start = start_in(row, number(request, "ply", MOST_PLIES) or 0)
    except StillSealed as error:
        raise BadQuery(_("One choice was still secret there. Choose another place in the match.")) from error
    if start is None:
        raise BadQuery(_("Only positions of a match that is over can be set up here."))
    return start


def _context(game: Game, line: Line) -> dict[str, Any]:
    return {
        "game": game,
        "games": GAMES.values(),
        "sheet": SHEETS[game.slug],
        "with_computer": game.slug in LEVELS,
        "positions": [open_position(state) for state in line.states],
        "position": open_position(line.states[-1]),
        "moves": " ".join(line.moves),
    }
