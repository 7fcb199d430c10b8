"""Data about each game for the tests of all games: the ``cases`` module of its folder.

``ACTIONS``: all that could be an action of the game in some position, and more. ``PERFT``: how many sequences
of 0, 1, 2 ... actions there are. ``FORCED``: how plies begin that the server plays by itself, beside passes.
``ON_POINTS``: whether single pieces stand on points. ``board``: what lies where. ``CLICKS``: see ``Clicks``.
``DECIDED``: parts of the lines that the rules page marks as decided by this site. ``ENDS``: parts of the five
lines for newcomers that say how the game ends and what counts. With a guide, ``TO_FIND``:
what its learner has to find among moves that don't do it; ``SHOWN``: everything that can happen in the game;
``written``: a stop as the captions call it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from typing import Any

Board = dict[object, int]
"""Content of each stop; ("hand", role) and ("heap", role) are stops too, and (stop, colour) on points."""


@dataclass(frozen=True)
class Clicks:
    """Clicks of the first role in a browser: first refused ones, then a move."""

    vain: list[str]
    move: list[str]
    options: Mapping[str, str] = field(default_factory=dict)


def cases(slug: str) -> Any:
    """Return the module ``cases`` of a game."""
    return import_module(f"tests.games.{slug}.cases")


def each(*words: list[str]) -> list[str]:
    """Return every action that takes one word of each list."""
    return [" ".join(chosen) for chosen in product(*words)]


def by_role(kind: str, counts: Mapping[str, int]) -> Board:
    """Return the content of each role's hand or heap."""
    return {(kind, role): n for role, n in counts.items()}
