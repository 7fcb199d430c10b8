"""Positions of congkak as text, and the end of a match in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games_app.games.base import Facts
from games_app.games.text import row


def draw(facts: Facts) -> list[str]:
    houses = {int(house): "x" if int(house) in facts["burnt"] else n for house, n in facts["houses"].items()}
    stores, n = facts["stores"], len(houses) // 2
    north, south = range(n + 1, 2 * n + 1), range(n, 0, -1)
    return [
        "north  " + row(north),
        "       " + row(houses[house] for house in north),
        f"A {stores['south']:<5}" + " " * 5 * n + f"{stores['north']:>5} B",
        "       " + row(houses[house] for house in south),
        "south  " + row(south),
        *(f"{role} holds {n}, at {facts['at'][role]}" for role, n in facts["hand"].items() if n),
        *(f"{role} has chosen" for role in _chosen(facts)),
        f"round {facts['round']}, {facts['phase']}, to scoop: {', '.join(facts['choosing']) or 'nobody'}",
    ]


def _chosen(facts: Facts) -> list[str]:
    """The roles whose opening choice is sealed: those that neither choose nor have ended."""
    if facts["phase"] != "opening" or facts["options"].get("sowing") == "hand":
        return []
    return [role for role in facts["stores"] if role not in facts["choosing"] + facts["ended"]]


def course(facts: Facts) -> str:
    words = {"n": facts["round"], "last": facts["options"]["rounds"]}
    if words["last"] == "1":
        return ""
    return (_("Round %(n)s") if words["last"] == "match" else _("Round %(n)s of %(last)s")) % words


def ending(facts: Facts) -> str:
    stores = facts["stores"].values()
    # A round begins with as many shells in each house.
    full = sum(stores) // len(facts["houses"])
    if min(stores) < full:
        return _("one side can't fill a house")
    played = facts["round"]
    return ngettext("%(n)d round played", "%(n)d rounds played", played) % {"n": played}
