"""Positions of mancala as text, and the end of a match in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games_app.games.base import Facts
from games_app.games.text import row


def draw(facts: Facts) -> list[str]:
    pits, at = facts["pits"], facts["at"]
    n = len(pits) // 2 - 1
    north, south = [f"p{i}" for i in range(2 * n, n, -1)], [f"p{i}" for i in range(1, n + 1)]
    return [
        "north     " + row(north),
        "          " + row(pits[pit] for pit in north),
        f"pwinnorth {pits['pwinnorth']:<{5 * n + 4}}{pits['pwinsouth']:>3} pwinsouth",
        "          " + row(pits[pit] for pit in south),
        "south     " + row(south),
        *(f"{name}: {value}" for name, value in facts.get("options", {}).items()),
        *(["south can swap sides"] if facts.get("swap") else []),
        *(f"{role} holds {n}, next at {at}" for role, n in facts["hand"].items() if n),
        f"control: {facts['control']}",
    ]


def ending(facts: Facts) -> str:
    return _("all pits are empty")
