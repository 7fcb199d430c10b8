"""A finished game of mancala as an example."""

from __future__ import annotations

from games_app.games.mancala import GAME
from games_app.games.sample import Sample

SAMPLE = Sample(
    GAME,
    {},
    "9 4 7 1 10 1 9 4 2 8 5 9 6 1 8 4 2 9 7 5 3 7 5 4 10* 8* 9*",
)
