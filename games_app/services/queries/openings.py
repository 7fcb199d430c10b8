"""Proofs about a game's openings, for its rules page: from its ``openings`` module, if it has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games_app.games.folders import part
from games_app.rules import Game


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A first move as people write it, with the margin by which ``winner`` wins; None for a draw."""

    move: str
    margin: int
    winner: str | None


@dataclass(frozen=True, slots=True)
class Openings:
    """The first moves, and lines as people write them after which neither side can force a win."""

    first: Sequence[FirstMove]
    even: Sequence[str]


def openings(game: Game) -> Openings | None:
    module = part(game.slug, "openings")
    if module is None:
        return None
    first, second = game.roles
    moves = [
        FirstMove(game.notation(action), abs(margin), (first if margin > 0 else second) if margin else None)
        for action, margin in module.FIRST.items()
    ]
    return Openings(moves, [" ".join(map(game.notation, line)) for line in module.EVEN])
