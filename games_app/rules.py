"""The public contract of the rules: pure values, no input or output, no Django."""

from __future__ import annotations

from games_app.games.base import (
    NOOP,
    Facts,
    Game,
    IllegalAction,
    InvalidFacts,
    InvalidOption,
    Option,
    State,
    Step,
    Trace,
    UnknownGame,
)
from games_app.games.registry import GAMES, get_game

__all__ = [
    "GAMES",
    "NOOP",
    "Facts",
    "Game",
    "IllegalAction",
    "InvalidFacts",
    "InvalidOption",
    "Option",
    "State",
    "Step",
    "Trace",
    "UnknownGame",
    "get_game",
]
