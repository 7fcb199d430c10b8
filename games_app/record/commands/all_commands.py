"""All commands: importing this module imports every module that declares one."""

from games_app.record.commands import (
    absence,
    chat,
    holidays,
    identity,
    invitations,
    matches,
    offers,
    outages,
    pairing,
    play,
)
from games_app.record.commands.registry import COMMANDS, transition_of

__all__ = [
    "COMMANDS",
    "absence",
    "chat",
    "holidays",
    "identity",
    "invitations",
    "matches",
    "offers",
    "outages",
    "pairing",
    "play",
    "transition_of",
]
