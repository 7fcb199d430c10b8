"""Entries of a drawing's metadata that the rules know: roles, notation, and whether anything is counted."""

from __future__ import annotations

import re
from itertools import permutations
from xml.etree import ElementTree

from games_app.rules import Game, IllegalAction

_SVG = "{http://www.w3.org/2000/svg}"


def completed(svg: str, game: Game) -> str:
    """Return a drawing with ``roles`` in its ``<game>`` and ``notation`` in each ``<action>`` that has none.

    ``score`` is left out for a rule set that counts nothing. Raises ValueError for a verb that no action of
    the rules begins with.
    """
    root = ElementTree.fromstring(svg)  # noqa: S314  (our own file)
    names = {
        node.attrib["data-stop"]: node.attrib["data-name"]
        for node in root.iter()
        if "data-name" in node.attrib
    }
    told = svg.replace("<game", f'<game roles="{" ".join(game.roles)}"', 1)
    if not game.score(game.initial_state().facts()):
        told = re.sub(r'(<game [^>]*?) score="[^"]*"', r"\1", told, count=1)
    for action in root.iter(f"{_SVG}action"):
        verb = action.attrib["verb"]
        if "notation" in action.attrib:
            continue
        told = told.replace(
            f'<action verb="{verb}"', f'<action verb="{verb}" notation="{pattern(game, verb, names)}"', 1
        )
    return told


def pattern(game: Game, verb: str, names: dict[str, str]) -> str:
    """Return how actions with this verb are written, with {0} and {1} for their stops: "{0}x{1}".

    ``names``: stop -> its name in notation. Raises ValueError for a verb of which the rules write no action.
    """
    for stops in (stops for number in range(3) for stops in permutations(names, number)):
        try:
            written = game.notation(" ".join([verb, *stops]))
        except IllegalAction:
            continue
        for i, stop in enumerate(stops):
            written = written.replace(names[stop], f"{{{i}}}", 1)
        return written
    raise ValueError(f"The rules of {game.slug} write no action that begins with {verb!r}")
