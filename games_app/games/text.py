"""Positions as text, for the terminal and the golden playthroughs, and the ends of matches in words.

Each game has its own in its ``text`` module: ``draw``, with south below, and optionally ``ending``.
"""

from __future__ import annotations

from collections.abc import Iterable

from games_app.games.base import Facts
from games_app.games.folders import part


def draw(slug: str, facts: Facts) -> str:
    """The position that ``facts`` (or a view of them) describe, in lines without a newline at the end."""
    module = part(slug, "text")
    if module is None:
        raise LookupError(f"games_app/games/{slug} has no text module")
    return "\n".join(line.rstrip() for line in module.draw(facts))


def ending(slug: str, facts: Facts) -> str:
    """Return why the rules ended the match ("60 moves played"); empty if the game doesn't say."""
    module = part(slug, "text")
    return module.ending(facts) if module and hasattr(module, "ending") else ""


def row(values: Iterable[object], width: int = 5) -> str:
    """The values in columns of this width, aligned to the right."""
    return "".join(f"{value!s:>{width}}" for value in values)
