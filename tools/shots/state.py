"""What a picture shows: a page in one of its states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tools.shots.guest import Guest
from tools.shots.screens import BOTH, Screen
from tools.shots.tables import Tables

Way = Callable[[Guest, Tables], None]
"""Brings a guest's page into a state."""


@dataclass(frozen=True)
class State:
    name: str
    way: Way
    screens: tuple[Screen, ...] = BOTH
    whole: bool = True
    """The whole page, not only what the screen shows of it."""
    passing: bool = False
    """It does not last: each picture needs a way of its own."""
    faults: str = "$^"
    """What the browser may complain of in this state, as a regular expression."""


def at(path: str) -> Way:
    """A page that shows the same to everybody."""
    return lambda guest, _: guest.open(path)
