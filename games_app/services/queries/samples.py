"""The finished sample games as boards show them."""

from __future__ import annotations

from functools import cache
from typing import Any

from games_app.games.catalogue import SAMPLES
from games_app.rules import State
from games_app.services.state.positions import open_position

Frame = dict[str, Any]

GLIMPSE = 0.3
"""How far into its game a board is first shown: with something on it."""


def frames(slug: str) -> list[Frame]:
    """{"plies", "position"} after every decision; the first frame is the beginning, without plies."""
    sample, ply = SAMPLES[slug], 0
    shown: list[Frame] = [{"plies": [], "position": _to_look_at(sample.beginning)}]
    for accepted in sample.played():
        plies = [
            {"n": n, "role": one.role, "action": one.action, "trace": one.trace}
            for n, one in enumerate(accepted.plies, ply + 1)
        ]
        ply += len(plies)
        shown.append({"plies": plies, "position": _to_look_at(accepted.state)})
    return shown


@cache
def glimpse(slug: str) -> tuple[int, dict[str, Any]]:
    """A frame from the sample of a game, by its number, and the position there."""
    every = frames(slug)
    place = round((len(every) - 1) * GLIMPSE)
    return place, every[place]["position"]


def _to_look_at(state: State) -> dict[str, Any]:
    """The position without what would be legal, which nobody can play here."""
    return open_position(state) | {"legal": {}}
