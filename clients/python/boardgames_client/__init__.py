"""Play on a site of board games from a program, with a personal token."""

from boardgames_client.api import Refused
from boardgames_client.bot import run
from boardgames_client.connection import Closed
from boardgames_client.match import Choose, Match, Turn
from boardgames_client.site import PRESETS, Site

__all__ = ["PRESETS", "Choose", "Closed", "Match", "Refused", "Site", "Turn", "run"]
