"""Head starts of oware: some seeds of the stronger side begin in the weaker's store.

They come from its houses in turn, beginning with its leftmost one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice

from django.utils.translation import ngettext

from games_app.games.handicap import HeadStarts
from games_app.games.oware.rules.state import OTHER, OWN, ROLES, OwareState


def _words(n: int) -> str:
    return ngettext("{n} seed already in the store", "{n} seeds already in the store", n).format(n=n)


def _given(first: OwareState, role: str, n: int) -> OwareState:
    houses = list(first.houses)
    for house in islice(cycle(OWN[OTHER[role]]), n):
        houses[house] -= 1
    south, north = (stored + n * (role == own) for own, stored in zip(ROLES, first.stores, strict=True))
    return replace(first, houses=tuple(houses), stores=(south, north))


HEAD_STARTS = HeadStarts({2: 40, 4: 90, 6: 125, 9: 420, 12: 560}, _words, _given)
