"""The folders of the games. Each package beside this module is a game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

_ROOM = __name__.rpartition(".")[0]

SLUGS = tuple(sorted(found.name for found in iter_modules([str(Path(__file__).parent)]) if found.ispkg))
"""The folders' names: the slugs of the games. ``registry.GAMES`` has the order of the catalogue."""


def part(slug: str, name: str) -> ModuleType | None:
    """The module ``name`` in the folder of a game, or None where the game has none."""
    full = f"{_ROOM}.{slug}.{name}"
    return import_module(full) if find_spec(full) else None
