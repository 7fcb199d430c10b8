"""The games by slug, in the order of lists on pages."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from games_app.games.base import Game, UnknownGame
from games_app.games.folders import SLUGS
from games_app.games.refusals import sentences


def _found() -> list[Game]:
    games: list[Game] = [import_module(f"{__package__}.{slug}").GAME for slug in SLUGS]
    return sorted(games, key=lambda game: (game.order, game.slug))


GAMES: Mapping[str, Game] = {game.slug: game for game in _found()}

sentences()  # raises DeclaredTwice now, not at the first refused click


def get_game(slug: str) -> Game:
    """Return the game with this slug. Raises UnknownGame."""
    if slug not in GAMES:
        raise UnknownGame(slug)
    return GAMES[slug]
