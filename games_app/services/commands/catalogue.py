"""All commands: importing this module imports every module that declares one."""

from games_app.services.commands import absence, chat, identity, matches, moderation, offers, outages, play
from games_app.services.commands.registry import COMMANDS

__all__ = [
    "COMMANDS",
    "absence",
    "chat",
    "identity",
    "matches",
    "moderation",
    "offers",
    "outages",
    "play",
]
