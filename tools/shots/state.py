"""The subject of a picture: a page in one of its states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tools.shots.guest import Guest
from tools.shots.screens import BOTH, Screen
from tools.shots.tables import Tables

Way = Callable[[Guest, Tables], None]
"""Function that brings a guest's page into a state."""


@dataclass(frozen=True)
class State:
    name: str
    way: Way
    screens: tuple[Screen, ...] = BOTH
    whole: bool = True
    """True for the whole page, not only the visible part."""
    passing: bool = False
    """True if it does not last: each picture needs its own way there."""
    faults: str = "$^"
    """Permitted complaints of the browser in this state, as a regular expression."""


def page_at(path: str) -> Way:
    """A page that shows the same to everybody."""
    return lambda guest, _: guest.open(path)
