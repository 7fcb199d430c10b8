"""Positions of every game: its sample, some of its recorded games, a sealed one, two hands that meet."""

from __future__ import annotations

import random
from functools import cache

from games_app.games.catalogue import SAMPLES
from games_app.games.rules import GAMES, Facts
from games_app.lists.samples import frames
from tests.games.recorded import RECORDED, recorded

CHOSEN = 40


@cache
def positions(slug: str) -> list[Facts]:
    """Facts as everybody may see them."""
    shown = [frame["position"]["facts"] for frame in frames(slug)]
    if slug in RECORDED:
        plies = [
            {"options": game["options"]} | ply["facts"] for game in recorded(slug) for ply in game["plies"]
        ]
        shown += random.Random(slug).sample(plies, CHOSEN)
    return [*shown, *_sealed(slug), *_met(slug)]


def _sealed(slug: str) -> list[Facts]:
    """Return the position after one of them has chosen in secret, if both begin at once."""
    beginning = GAMES[slug].initial_state(**SAMPLES[slug].options)
    if len(beginning.to_move) < 2:
        return []
    role = beginning.to_move[0]
    return [beginning.apply(role, beginning.legal_actions(role)[0]).view(None)]


def _met(slug: str) -> list[Facts]:
    """Return the position where one hand comes to the other's place, if both sow by hand at once."""
    if not GAMES[slug].options.keys() >= {"opening", "sowing"}:
        return []
    state = GAMES[slug].initial_state(opening="simultaneous", sowing="hand")
    for action in ("scoop 4", *(f"drop {stop}" for stop in (5, 6, 7, "A", 8, 9))):
        state = state.apply("south", action)
    return [state.apply("north", "scoop 9").facts()]
