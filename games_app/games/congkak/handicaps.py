"""Head starts of congkak: shells from houses of the stronger side begin in the weaker's storehouse."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import ngettext

from games_app.games.congkak.parameters import ROLES
from games_app.games.congkak.rules import Congkak, CongkakState
from games_app.games.handicap import HeadStarts


def head_starts(game: Congkak) -> HeadStarts:
    """Return the head starts of a rule set."""
    return HeadStarts({1: 30, 3: 90, 5: 150}, _words, _given)


def _words(n: int) -> str:
    text = ngettext("{n} shell already in the storehouse", "{n} shells already in the storehouse", n)
    return text.format(n=n)


def _given(first: CongkakState, role: str, n: int) -> CongkakState:
    return replace(first, shells=first.rules.with_head_start(ROLES.index(role), n))
