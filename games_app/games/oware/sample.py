"""A finished game of oware as an example."""

from __future__ import annotations

from games_app.games.oware import GAME
from games_app.games.sample import Sample

SAMPLE = Sample(
    GAME,
    {},
    "1 8 6 8 3 11 2 12 2 9 2 11 3 7 3 10 1 8 6 11 2 7 1 8 2 10 4 9 6 12 2 10 6 8 1 9 4 10 2 12 1 11 5 11 "
    "1 12 2 7 5 8 3 8 6 7 2 8 3 10 1 9 4 11 5",
)
