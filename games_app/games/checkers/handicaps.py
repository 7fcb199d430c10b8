"""Head starts of checkers: the stronger side begins without some of its men, from its back row."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from django.utils.translation import ngettext

from games_app.games.base import Game
from games_app.games.checkers.draughts import Draughts, DraughtsState
from games_app.games.checkers.rules import DARK, OTHER, ROLES, CheckersState
from games_app.games.handicap import HeadStarts

BACK_ROW = {"black": DARK[1:4], "red": DARK[-2:-5:-1]}
"""Cells of the men that a side begins without, in this order."""

S = TypeVar("S", CheckersState, DraughtsState)


def head_starts(game: Game) -> HeadStarts:
    """Return the head starts of a rule set."""
    if isinstance(game, Draughts):
        return HeadStarts({1: 100, 2: 215}, _men_fewer, _without)
    return HeadStarts({1: 400}, _captures, _captured)


def _men_fewer(n: int) -> str:
    return ngettext("{n} man more", "{n} men more", n).format(n=n)


def _captures(n: int) -> str:
    return ngettext("{n} pawn already captured", "{n} pawns already captured", n).format(n=n)


def _captured(first: CheckersState, role: str, n: int) -> CheckersState:
    black, red = (n * (role == own) for own in ROLES)
    # Each capture has taken a move of its own, and the other side has moved as often.
    return replace(_without(first, role, n), captures=(black, red), step=first.step + 2 * n)


def _without(first: S, role: str, n: int) -> S:
    back = BACK_ROW[OTHER[role]][:n]
    cells = tuple(None if cell in back else held for cell, held in enumerate(first.cells))
    return replace(first, cells=cells)
