"""All commands there are: every module that declares one is imported here."""

from . import matches, play, rematch
from .registry import COMMANDS

__all__ = ["COMMANDS", "matches", "play", "rematch"]
