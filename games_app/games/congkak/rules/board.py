"""A position of congkak while an action is applied to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from games_app.games.base import Step
from games_app.games.congkak.parameters import Paths, Rules, paths


class Options(NamedTuple):
    """The options of a match; see ``Congkak.options`` for the values."""

    rounds: str
    opening: str
    sowing: str = "auto"


@dataclass(slots=True)
class Table:
    """A working copy of a state, with the steps of the trace so far. The fields are those of CongkakState."""

    rules: Rules
    options: Options
    shells: list[int]
    burnt: tuple[int, ...]
    hands: list[int]
    at: list[int | None]
    round: int
    phase: str
    control: int | None
    choosing: set[int]
    sealed: list[int | None]
    ended: list[int]
    won: list[int]
    paths: Paths = field(init=False)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.paths = paths(self.rules, self.burnt)

    def houses_empty(self, side: int) -> bool:
        """Return whether no house of this side holds a shell."""
        own = self.rules.houses[side]
        return not any(self.shells[own.start : own.stop])
