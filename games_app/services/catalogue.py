"""All commands there are: every module that declares one is imported here."""

from . import absence, deadlines, matches, offers, openness, outages, play, takebacks, withdrawing
from .registry import COMMANDS

__all__ = [
    "COMMANDS",
    "absence",
    "deadlines",
    "matches",
    "offers",
    "openness",
    "outages",
    "play",
    "takebacks",
    "withdrawing",
]
