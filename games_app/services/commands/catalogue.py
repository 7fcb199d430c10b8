"""All commands: importing this module imports every module that declares one."""

from games_app.services.commands import absence, chat, identity, matches, moderation, offers, outages, play
from games_app.services.commands.registry import COMMANDS, transition_of

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
    "transition_of",
]
