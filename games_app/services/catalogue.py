"""All commands there are: every module that declares one is imported here."""

from . import deadlines, matches, outages, play, rematch
from .registry import COMMANDS

__all__ = ["COMMANDS", "deadlines", "matches", "outages", "play", "rematch"]
