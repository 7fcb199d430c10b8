"""A finished game of nine men's morris as an example."""

from __future__ import annotations

from games_app.games.morris import GAME
from games_app.games.sample import Sample

SAMPLE = Sample(
    GAME,
    {},
    "b4 f4 c4 a4 b2 b6 d2 f2 f6 g7 c5 c3 e5 d5 d7 e4 g4 d3 f6-d6 e4-e3 xd7 d2-d1 d3-d2 g4-g1 d2-d3 xd6 "
    "d1-a1 g7-d7 e5-e4 b6-d6 xa1 g1-g4 d6-f6 xb2 g4-g1 f6-d6 xc5 g1-g4 d6-f6 xc4 e4-d6 c3-c4 b4-c3 "
    "f4-e4 g4-g7 e4-f4 xc3",
)
