"""A finished game of pawn checkers as an example."""

from __future__ import annotations

from games_app.games.checkers import GAME
from games_app.games.sample import Sample

SAMPLE = Sample(
    GAME,
    {},
    "c3-b4 d6-e5 e3-d4 e5xc3 b2xd4 f6-e5 d4xf6 g7xe5 g3-f4 e5xg3 f2xh4 h6-g5 h4xf6 e7xg5 e1-f2 c7-d6 "
    "a1-b2 f8-e7 f2-g3 g5-f4 g3xe5 d6xf4 d2-e3 f4xd2 c1xe3 b8-c7 b4-c5 b6xd4 e3xc5 h8-g7 b2-c3 e7-d6 "
    "c5xe7 d8xf6 h2-g3 f6-g5 g1-f2 g5-h4 c3-b4 c7-d6 b4-c5 d6xb4 a3xc5 a7-b6 c5xa7 g7-f6 g3-f4 f6-g5 "
    "f4xh6 h4-g3 f2xh4",
)
