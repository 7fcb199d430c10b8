"""All commands there are: every module that declares one is imported here."""

from . import matches, outages, play, rematch
from .registry import COMMANDS

__all__ = ["COMMANDS", "matches", "outages", "play", "rematch"]
