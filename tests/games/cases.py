"""Data about each game for the tests of all games: the ``cases`` module of its folder.

A rule set beside the default one may have a module with its slug in that folder, for what differs.

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
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from types import ModuleType
from typing import Any

from games_app.games.rules import get_game

Board = dict[object, int]
"""Content of each stop; ("hand", role) and ("heap", role) are stops too, and (stop, colour) on points."""


@dataclass(frozen=True)
class Clicks:
    """Clicks of the first role in a browser: first refused ones, then a move."""

    vain: list[str]
    move: list[str]
    options: Mapping[str, str] = field(default_factory=dict)


class Cases:
    """The names of several modules; the first one that has a name decides."""

    def __init__(self, *modules: ModuleType) -> None:
        self._modules = modules

    def __getattr__(self, name: str) -> Any:
        for module in self._modules:
            if hasattr(module, name):
                return getattr(module, name)
        raise AttributeError(name)


@cache
def cases(slug: str) -> Any:
    """Return the cases of a rule set: its own ones, and those of its game."""
    folder = f"tests.games.{get_game(slug).family}"
    own = f"{folder}.{slug}"
    names = [own] if find_spec(own) else []
    return Cases(*(import_module(name) for name in [*names, f"{folder}.cases"]))


def each(*words: list[str]) -> list[str]:
    """Return every action that takes one word of each list."""
    return [" ".join(chosen) for chosen in product(*words)]


def by_role(kind: str, counts: Mapping[str, int]) -> Board:
    """Return the content of each role's hand or heap."""
    return {(kind, role): n for role, n in counts.items()}
