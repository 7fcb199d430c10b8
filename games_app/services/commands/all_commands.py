"""All commands: importing this module imports every module that declares one."""

from games_app.services.commands import (
    absence,
    chat,
    identity,
    invitations,
    matches,
    moderation,
    offers,
    outages,
    pairing,
    play,
    tips,
)
from games_app.services.commands.registry import COMMANDS, transition_of

__all__ = [
    "COMMANDS",
    "absence",
    "chat",
    "identity",
    "invitations",
    "matches",
    "moderation",
    "offers",
    "outages",
    "pairing",
    "play",
    "tips",
    "transition_of",
]
