"""All commands: importing this module imports every module that declares one."""

from games_app.services.commands import (
    absence,
    chat,
    deadlines,
    deserted,
    invitations,
    matches,
    merging,
    moderation,
    naming,
    offers,
    open_offers,
    outages,
    play,
    takebacks,
    visibility,
    withdrawal,
)
from games_app.services.commands.registry import COMMANDS, transition_of

__all__ = [
    "COMMANDS",
    "absence",
    "chat",
    "deadlines",
    "deserted",
    "invitations",
    "matches",
    "merging",
    "moderation",
    "naming",
    "offers",
    "open_offers",
    "outages",
    "play",
    "takebacks",
    "transition_of",
    "visibility",
    "withdrawal",
]
