"""The matches that the index is about, and what each adds to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db.models import F

from games_app.analysis.decisions import match_decisions
from games_app.explorer.position_keys import move_key, position_key
from games_app.explorer.tallies import DRAWN, LOST, WON, Step
from games_app.games.rules import get_game
from games_app.lib.names import WITHDRAWN, folded
from games_app.models import Match, Seat

DEPTH = 20
"""Number of first decisions of a match that are indexed: ten of each player."""


def countable(matches: Collection[int]) -> set[int]:
    """Return those of the matches that count: public, over with a result, between two people who are here.

    Bots and the computer are no people. A match that was imported, or began at a chosen position, is in no
    public list, and so isn't one of the children of a class.
    """
    seats = Seat.objects.filter(match__in=matches, first=True, listed=True, unfinished=False)
    seats = seats.exclude(outcome="").exclude(how__in=Match.VOID).exclude(player=F("opponent"))
    seats = seats.filter(player__level="", opponent__level="", player__bot=None, opponent__bot=None)
    seats = seats.exclude(folded=GONE).exclude(opponent_folded=GONE)
    return set(seats.values_list("match", flat=True))


GONE = folded(WITHDRAWN)


def steps_in(row: Match) -> list[Step]:
    """Return what a match adds: the first decisions, each position once."""
    if row.rules_version != get_game(row.game).version:
        return []
    steps = {step.key: step for step in reversed(list(_steps(row)))}
    return sorted(steps.values(), key=lambda step: step.ply)


def _steps(row: Match) -> Iterator[Step]:
    came_by = 0
    for turn in match_decisions(row, DEPTH):
        if turn.before is not None:
            key, move = position_key(turn.before), move_key(turn.before, turn.action)
            yield Step(key, move, came_by, _result(row, turn.role))
        came_by = turn.ply


def _result(row: Match, role: str) -> int:
    return DRAWN if not row.winner else WON if row.winner == role else LOST
