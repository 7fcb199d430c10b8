"""Positions of oware as text, and how far a match has come, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games_app.games.base import Facts
from games_app.games.oware.rules import HALF, LAST_QUIET, NAMES, OWN, STORE
from games_app.games.text import row

WORTH_SAYING = LAST_QUIET // 2
"""Moves without a capture from which on pages count them."""


def draw(facts: Facts) -> list[str]:
    seeds = facts["seeds"]
    south, north = ([NAMES[house] for house in OWN[role]] for role in OWN)
    return [
        "north   " + row(north[::-1]),
        "        " + row(seeds[house] for house in north[::-1]),
        f"N {seeds['N']:<36}{seeds['S']:>2} S",
        "        " + row(seeds[house] for house in south),
        "south   " + row(south),
        f"control: {facts['control']}, moves without a capture: {facts['quiet']}",
    ]


def course(facts: Facts) -> str:
    if not WORTH_SAYING <= facts["quiet"] < LAST_QUIET or not _goes_on(facts):
        return ""
    return _("%(n)d of %(last)d moves without a capture") % {"n": facts["quiet"], "last": LAST_QUIET}


def ending(facts: Facts) -> str:
    if facts["quiet"] == LAST_QUIET:
        return _("%(last)d moves without a capture") % {"last": LAST_QUIET}
    if any(facts["seeds"][name] for name in NAMES):
        return _("more than half of the seeds are captured")
    return _("one side has no seeds and can't be given any")


def _goes_on(facts: Facts) -> bool:
    stored = [facts["seeds"][store] for store in STORE.values()]
    return bool(max(stored) <= HALF and sum(stored) < 2 * HALF)
