"""A finished game of congkak as an example."""

from __future__ import annotations

from games_app.games.congkak import GAME
from games_app.games.sample import Sample

SAMPLE = Sample(
    GAME,
    {"rounds": "1"},
    "2 11 11 10 2 6 7 4 7 5 6 3 8 14 12 14 10 1 6 3",
)
