"""Head starts of oware: one seed from each of some houses of the stronger side begins in the weaker's store."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import ngettext

from games_app.games.handicap import HeadStarts
from games_app.games.oware.rules.state import OTHER, OWN, ROLES, OwareState


def _words(n: int) -> str:
    return ngettext("{n} seed already in the store", "{n} seeds already in the store", n).format(n=n)


def _given(first: OwareState, role: str, n: int) -> OwareState:
    houses = list(first.houses)
    for house in OWN[OTHER[role]][:n]:
        houses[house] -= 1
    south, north = (stored + n * (role == own) for own, stored in zip(ROLES, first.stores, strict=True))
    return replace(first, houses=tuple(houses), stores=(south, north))


HEAD_STARTS = HeadStarts({1: 30, 2: 60, 3: 90, 4: 120, 6: 180}, _words, _given)
