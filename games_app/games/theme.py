"""Themes of puzzles: what happens in a solution, as each game declares it in its ``themes`` module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games_app.games.base import Facts, Trace
from games_app.games.sheet import Text

Seen = Callable[[Facts, Trace], bool]
"""Condition of a theme, by the facts before it and all that the solver does in it."""


@dataclass(frozen=True, slots=True)
class Theme:
    """``name`` is for addresses; ``title`` is what people read, to be translated."""

    name: str
    title: Text
    seen: Seen


def does(step: str) -> Seen:
    """Return the condition that the solver's trace has a step of this name."""
    return lambda facts, trace: any(each["do"] == step for each in trace)
