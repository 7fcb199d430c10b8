"""The rules of the board games: pure values, no input or output. ``base`` holds the contract."""

from __future__ import annotations

from collections.abc import Mapping

from games_app.rules.base import (
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
from games_app.rules.checkers import Checkers
from games_app.rules.congkak import Congkak
from games_app.rules.mancala import Mancala
from games_app.rules.morris import Morris

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

GAMES: Mapping[str, Game] = {
    "mancala": Mancala(),
    "morris": Morris(),
    "checkers": Checkers(),
    "congkak": Congkak(),
}


def get_game(slug: str) -> Game:
    """The game that goes by this slug. Raises UnknownGame."""
    if slug not in GAMES:
        raise UnknownGame(slug)
    return GAMES[slug]
