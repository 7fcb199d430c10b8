"""The HTTP API, version 1: puzzles."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from msgspec import UNSET, Struct, UnsetType

from games_app.analysis.pages.puzzles import LARGEST_BODY, SHORT, Attempt, judgement, withheld
from games_app.analysis.puzzles import attempts, selection
from games_app.api.door import Endpoint, acting, done, endpoint, json_answer, refused_command
from games_app.door import limits
from games_app.door.visitors import Request, sender_of
from games_app.games.rules import IllegalAction, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.match.visibility import open_position
from games_app.models import Puzzle


class PuzzleView(Struct, frozen=True):
    """A position in which exactly one action wins; several such decisions may follow each other."""

    id: str
    game: str
    role: str
    """The role that is to move and wins."""
    scope: str
    """"game", or "round" if the round is won."""
    decisions: int
    """Number of decisions in the solution."""
    position: dict[str, Any]


class Judgement(Struct, frozen=True):
    """A judged decision, and the position after it."""

    right: bool
    solved: bool
    fault: dict[str, Any] | None
    """Facts that are proved of a wrong decision."""
    plies: list[dict[str, Any]]
    position: dict[str, Any]
    follows: list[dict[str, Any]]
    """Automatic play after a right decision."""
    rating: dict[str, int] | UnsetType = UNSET
    """Your puzzle rating before and after, if this attempt counted."""
    themes: list[str] | UnsetType = UNSET
    streak: int | UnsetType = UNSET
    """Days in a row on which you solved the puzzle of the day."""


WANTED = {
    "game": "Slug of a game.",
    "theme": "Name of a theme.",
    "last": "Id of the puzzle that you had last.",
}


@endpoint(Endpoint("A puzzle that is new to you, if there is one", PuzzleView, query=WANTED))
def next_puzzle(request: Request) -> HttpResponse:
    """Return a puzzle of the wanted game and theme."""
    game, theme, last = (request.GET.get(name, "")[:SHORT] for name in WANTED)
    found = selection.next_for(request.visitor.player, game, theme, last)
    return json_answer(_shown(found)) if found else refused_command(Refusal("no_puzzle"))


@endpoint(Endpoint("A puzzle, without its solution", PuzzleView))
def puzzle(request: Request, public_id: str) -> HttpResponse:
    """Return a puzzle."""
    row = get_object_or_404(Puzzle, public_id=public_id)
    return withheld() if selection.is_withheld(row, request.visitor.player) else json_answer(_shown(row))


@endpoint(acting("Judge a decision", Judgement, Attempt, limits.PUZZLES, largest=LARGEST_BODY))
def attempt(request: Request, wanted: Attempt, public_id: str) -> HttpResponse:
    """Judge a decision after right ones. The first attempt counts, and a repetition changes nothing."""
    row, player = get_object_or_404(Puzzle, public_id=public_id), sender_of(request).player
    if selection.is_withheld(row, player):
        return withheld()
    try:
        judged = attempts.attempt(row, player, wanted.taken, wanted.action, clock.now())
    except IllegalAction as error:
        return refused_command(Refusal.by_the_rules(error))
    return done(Judgement(**judgement(row, player, judged)))


def _shown(row: Puzzle) -> PuzzleView:
    state = get_game(row.game).state_from_facts(row.facts)
    return PuzzleView(row.public_id, row.game, row.role, row.scope, len(row.steps), open_position(state))
