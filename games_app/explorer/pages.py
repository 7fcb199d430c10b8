"""The explorer's page, and its answers about a position, which it shows beside the board and in reviews."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games_app.analysis.pages.analysis import no_such_position
from games_app.analysis.pages.analysis_board import board_context
from games_app.door import limits
from games_app.door.http import answer, json_view
from games_app.door.strangers import hides_name
from games_app.door.visitors import Request
from games_app.explorer.answers import Asked, explored
from games_app.explorer.matches import DEPTH
from games_app.games.rules import Game, InvalidFacts, UnknownGame, get_game
from games_app.match.visibility import may_see
from games_app.models import Match

LARGEST_QUESTION = 8 * 1024
"""Largest request, in bytes. Facts take up to 1 300."""


class Question(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A position and filters; ``match``: public id of the finished match in whose review it is asked."""

    game: str
    facts: dict[str, Any]
    match: str = ""
    filters: Asked = Asked()


@json_view(limits.EXPLORER, Question, LARGEST_QUESTION)
def explore(request: Request, question: Question) -> HttpResponse:
    """Return what was played from a position, and what is proved there, as ``answers.Explored``."""
    reader = request.visitor.player_id
    try:
        state = get_game(question.game).state_from_facts(question.facts)
    except (UnknownGame, InvalidFacts) as error:
        return no_such_position(error, 400)
    found = explored(
        state,
        question.filters,
        reader,
        review=_reviewed(question, reader),
        hides_name=partial(hides_name, request),
    )
    return answer(msgspec.to_builtins(found))


def _reviewed(question: Question, reader: int | None) -> Match | None:
    """Return the finished match whose review the reader looks at, if they may."""
    if not question.match:
        return None
    over = Match.objects.filter(public_id=question.match, game=question.game, status=Match.Status.OVER)
    row = over.first()
    return row if row and may_see(row, reader) else None


@require_safe
def explorer(request: Request, game: Game) -> HttpResponse:
    """Show the explorer's board of a game after the ``moves`` in the address."""
    context = board_context(request, game)
    status = 422 if context["problem"] else 200
    return render(request, "explorer/explorer.html", context | {"depth": DEPTH}, status=status)
