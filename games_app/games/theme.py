"""Themes of puzzles: what happens in a solution, as each game declares it in its ``themes`` module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from games_app.games.base import Facts, Trace
from games_app.games.sheet import Text


@dataclass(frozen=True, slots=True)
class Line:
    """The play of a solution: the facts before it, the solver's role, its decisions, and the whole trace."""

    facts: Facts
    role: str
    decisions: int
    trace: Trace

    @property
    def turn(self) -> Trace:
        """The trace of the solver before the first reply."""
        return tuple(takewhile(lambda each: each.get("role") == self.role, self.trace))

    def times(self, step: str) -> int:
        """Return how often the solver does something."""
        return sum(each["do"] == step and each.get("role") == self.role for each in self.trace)

    def first(self, step: str) -> str | None:
        """Return the first role that does something; None if nobody does."""
        return next((each["role"] for each in self.trace if each["do"] == step), None)


LONG = 3
"""Number of decisions of a long solution."""

Seen = Callable[[Line], bool]
"""Condition of a theme."""


@dataclass(frozen=True, slots=True)
class Theme:
    """``name`` is for addresses; ``title`` is the text for people, to be translated."""

    name: str
    title: Text
    seen: Seen


def does(step: str, least: int = 1) -> Seen:
    """Return the condition that the solver does something at least so many times."""
    return lambda line: line.times(step) >= least


def at_once(step: str, least: int = 1) -> Seen:
    """Return the condition that the solver does something at least so many times before the first reply."""
    return lambda line: sum(each["do"] == step for each in line.turn) >= least


def takes(decisions: int) -> Seen:
    """Return the condition that the solution has exactly so many decisions."""
    return lambda line: line.decisions == decisions


def is_long(line: Line) -> bool:
    return line.decisions >= LONG


def sacrifices(line: Line) -> bool:
    """Return whether the other role captures first, and the solver after that."""
    return line.first("capture") not in (None, line.role) and line.times("capture") > 0


def ends(line: Line) -> bool:
    """Return whether the play reaches the end of the game or round."""
    return any(each["do"] in ("over", "round") for each in line.trace)
