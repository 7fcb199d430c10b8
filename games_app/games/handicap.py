"""Head starts: what a rule set gives a weaker player before the first move, and what that is worth.

A game's ``handicaps`` module declares them. A rule set without one has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log10
from typing import Any

from games_app.games.base import State
from games_app.games.registry import of_each
from games_app.games.sheet import Text

Given = Callable[[Any, str, int], State]
"""Returns a first position in which this role has so much more than before."""

SCALE = 400
"""Rating points at which the stronger of two players scores ten times as much."""


@dataclass(frozen=True, slots=True)
class HeadStarts:
    """The head starts of a rule set, by their sizes: so many stones, seeds, shells or men."""

    worth: Mapping[int, int]
    """Size -> rating points that it is worth, as ``manage.py bench handicaps`` measures them."""
    words: Callable[[int], Text]
    """Returns a head start in words: "2 stones already in the store"."""
    given: Given
    first_move: int = 0
    """Rating points that the first move is worth; fewer than 0 if the answer is worth more."""
    proved: Mapping[tuple[str, int], int] = field(default_factory=dict)
    """(role, size) -> the margin of that role with best play on both sides, where it is proved.

    Size 0 is the usual first position.
    """

    @property
    def sizes(self) -> Sequence[int]:
        return tuple(self.worth)


def expected(points: float) -> float:
    """Return the score, from 0 to 1, that is expected of a player who is so many rating points stronger."""
    return float(1 / (1 + 10 ** (-points / SCALE)))


def difference(score: float) -> float:
    """Return the rating points that make this score, between 0 and 1, the expected one."""
    return SCALE * log10(score / (1 - score))


HEAD_STARTS: Mapping[str, HeadStarts] = of_each("handicaps", "HEAD_STARTS")
"""The head starts by the slug of the rule set."""
