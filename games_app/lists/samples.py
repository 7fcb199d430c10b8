"""Finished sample games in the form that boards show."""

from __future__ import annotations

from functools import cache
from typing import Any

from games_app.games.catalogue import SAMPLES, SHEETS
from games_app.games.rules import GAMES, Game, State, get_game
from games_app.games.sheet import Sheet
from games_app.match.visibility import open_position

Frame = dict[str, Any]

GLIMPSE = 0.3
"""Fraction of the game at which its board is first shown, so that there is something on it."""


def frames(slug: str) -> list[Frame]:
    """Return {"plies", "position"} after every decision; the first frame is the start, without plies."""
    sample, ply = SAMPLES[slug], 0
    shown: list[Frame] = [{"plies": [], "position": _without_legal(sample.beginning)}]
    for accepted in sample.played():
        plies = [
            {"n": n, "role": step.role, "action": step.action, "trace": step.trace}
            for n, step in enumerate(accepted.plies, ply + 1)
        ]
        ply += len(plies)
        shown.append({"plies": plies, "position": _without_legal(accepted.state)})
    return shown


@cache
def glimpse(slug: str) -> tuple[int, dict[str, Any]]:
    """Return the index of an early frame of a game's sample, and its position; else that of its start."""
    if slug not in SAMPLES:
        return 0, _without_legal(_offered_start(get_game(slug)))
    every = frames(slug)
    place = round((len(every) - 1) * GLIMPSE)
    return place, every[place]["position"]


def tables() -> list[tuple[Game, Sheet, tuple[int, dict[str, Any]]]]:
    """Return each game with its sheet and an early position, for pages that show all boards."""
    return [(game, SHEETS[slug], glimpse(slug)) for slug, game in GAMES.items()]


def _offered_start(game: Game) -> State:
    return game.initial_state(**{name: option.offered for name, option in game.options.items()})


def _without_legal(state: State) -> dict[str, Any]:
    """Return the position without legal actions, since a sample can't be played."""
    return open_position(state) | {"legal": {}}
