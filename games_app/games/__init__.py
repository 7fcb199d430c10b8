"""The games: one folder each, beside the contract and the helpers that all of them share.

Each package in this folder is a game, except ``engine``, which searches positions. The ``__init__`` of a game
declares the rule sets and the sentences of refusals. Beside it stand ``rules`` (a module or a package),
``schema``, ``sheet``, ``guide`` and optional modules such as ``board``, ``engine`` and ``tactics``.
The rules use only the standard library. Only modules with words for people use Django's translation.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

_PACKAGES = (module.name for module in iter_modules([str(Path(__file__).parent)]) if module.ispkg)
SLUGS = tuple(sorted(name for name in _PACKAGES if name != "engine"))
"""The folders' names: the slugs of the games. ``registry.GAMES`` has the order of the catalogue."""


def package(slug: str) -> ModuleType:
    """The package of a game."""
    return import_module(f"{__name__}.{slug}")


def part(slug: str, name: str) -> ModuleType | None:
    """The module ``name`` in the folder of a game, or None where the game has none."""
    full = f"{__name__}.{slug}.{name}"
    return import_module(full) if find_spec(full) else None
