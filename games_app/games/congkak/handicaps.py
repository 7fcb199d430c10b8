"""Head starts of congkak: shells from houses of the stronger side begin in the weaker's storehouse."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import ngettext

from games_app.games.congkak.parameters import ROLES
from games_app.games.congkak.rules import Congkak, CongkakState
from games_app.games.handicap import HeadStarts

WORTH = {1: 110, 2: 170, 3: 350}
"""Shells of each house -> rating points; docs/engine.md says how they were measured."""


def head_starts(game: Congkak) -> HeadStarts:
    """Return the head starts of a rule set."""
    houses = game.rules.parameters.houses
    return HeadStarts({each * houses: points for each, points in WORTH.items()}, _words, _given)


def _words(n: int) -> str:
    text = ngettext("{n} shell already in the storehouse", "{n} shells already in the storehouse", n)
    return text.format(n=n)


def _given(first: CongkakState, role: str, n: int) -> CongkakState:
    return replace(first, shells=first.rules.with_head_start(ROLES.index(role), n))
