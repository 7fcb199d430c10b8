"""The sample games: slug -> (options, the decisions in the game's notation)."""

from __future__ import annotations

WRITTEN: dict[str, tuple[dict[str, str], str]] = {
    "mancala": ({}, "9 4 7 1 10 1 9 4 2 8 5 9 6 1 8 4 2 9 7 5 3 7 5 4 10* 8* 9*"),
    "morris": (
        {},
        "b4 f4 c4 a4 b2 b6 d2 f2 f6 g7 c5 c3 e5 d5 d7 e4 g4 d3 f6-d6 e4-e3 xd7 d2-d1 d3-d2 g4-g1 d2-d3 xd6 "
        "d1-a1 g7-d7 e5-e4 b6-d6 xa1 g1-g4 d6-f6 xb2 g4-g1 f6-d6 xc5 g1-g4 d6-f6 xc4 e4-d6 c3-c4 b4-c3 "
        "f4-e4 g4-g7 e4-f4 xc3",
    ),
    "checkers": (
        {},
        "c3-b4 d6-e5 e3-d4 e5xc3 b2xd4 f6-e5 d4xf6 g7xe5 g3-f4 e5xg3 f2xh4 h6-g5 h4xf6 e7xg5 e1-f2 c7-d6 "
        "a1-b2 f8-e7 f2-g3 g5-f4 g3xe5 d6xf4 d2-e3 f4xd2 c1xe3 b8-c7 b4-c5 b6xd4 e3xc5 h8-g7 b2-c3 e7-d6 "
        "c5xe7 d8xf6 h2-g3 f6-g5 g1-f2 g5-h4 c3-b4 c7-d6 b4-c5 d6xb4 a3xc5 a7-b6 c5xa7 g7-f6 g3-f4 f6-g5 "
        "f4xh6 h4-g3 f2xh4",
    ),
    "congkak": ({"rounds": "1"}, "2 11 11 10 2 6 7 4 7 5 6 3 8 14 12 14 10 1 6 3"),
}
