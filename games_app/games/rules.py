"""The public contract of the rules: pure values, no input or output, no Django."""

from __future__ import annotations

from games_app.games.base import (
    NOOP,
    Accepted,
    Facts,
    Game,
    IllegalAction,
    InvalidFacts,
    InvalidOption,
    Option,
    Ply,
    State,
    Step,
    Trace,
    UnknownGame,
    play,
)
from games_app.games.registry import FAMILIES, GAMES, RULE_SETS, get_game, meant, related

__all__ = [
    "FAMILIES",
    "GAMES",
    "NOOP",
    "RULE_SETS",
    "Accepted",
    "Facts",
    "Game",
    "IllegalAction",
    "InvalidFacts",
    "InvalidOption",
    "Option",
    "Ply",
    "State",
    "Step",
    "Trace",
    "UnknownGame",
    "get_game",
    "meant",
    "play",
    "related",
]
