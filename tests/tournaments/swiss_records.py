"""Two Swiss tournaments that bbpPairings 6 has paired, a program endorsed by FIDE.

Both are made-up tournaments with random results, from the tests of caissify-pairings (Apache-2.0,
tests/fixtures/fide_official: bbp_11p5r_s42.trf and bbp_20p7r_s43.trf). A line is a person, by strength. Each
round has the opponent, the colour, and the result: 1, = or 0, and + or - if nobody played.
"""

from __future__ import annotations

import re

from games_app.tournaments.pairing.results import Outcome, Result

ELEVEN = """
6b1 4w1 3b= 8w1 2b=
7w= 5b1 4w= 6b1 1w=
8b1 11w1 1w= 5b1 4w=
9w1 1b0 2b= 11w1 3b=
10b1 2w0 11b1 3w0 8b=
1w0 7b1 10w1 2w0 bye
2b= 6w0 8b0 bye 10w=
3w0 9b1 7w1 1b0 5w=
4b0 8w0 bye 10b= 11w=
5w0 bye 6b0 9w= 7b=
bye 3b0 5w0 4b0 9b=
"""
TWENTY = """
11b1 6w1 4b1 3w1 2w1 5b= 7w+
12w+ 7b0 5w1 8w1 1b0 6b1 10w1
13b1 8w1 7b1 1b0 4w= 10w= 5b1
14w1 9b1 1w0 10w1 3b= 7b0 13w1
15b1 10w= 2b0 7w1 9b1 1w= 3w0
16w1 1b0 10b0 15w1 8b1 2w0 9b1
17b1 2w1 3w0 5b0 19b1 4w1 1b-
18w1 3b0 12w1 2b0 6w0 20w1 15b1
19b1 4w0 13b= 11w+ 5w0 14b1 6w0
20w1 5b= 6w1 4b0 14w1 3b= 2b0
1w0 16b1 14w= 9b- 17b1 13b0 12w1
2b- 17w1 8b0 16b= 13w0 18b1 11b0
3w0 18b1 9w= 14b0 12b1 11w1 4b0
4b0 19w1 11b= 13w1 10b0 9w0 17b1
5w0 20b= 16w= 6b0 18w1 19b1 8w0
6b0 11w0 15b= 12w= 20b= 17w0 19w1
7w0 12b0 20w= 18b1 11w0 16b1 14w0
8b0 13w0 19b- 17w0 15b0 12w0 20b0
9w0 14b0 18w+ 20b1 7w0 15w0 16b0
10b0 15w= 17b= 19w0 16w= 8b0 18w1
"""

_ROUND = re.compile(r"(\d+)([wb])([1=0+-])")
_OUTCOMES: dict[str, Outcome] = {"1": "first", "+": "first", "=": "draw", "0": "second", "-": "second"}


def rounds(record: str) -> list[list[Result]]:
    """Return the results of each round of a record."""
    people = [line.split() for line in record.strip().splitlines()]
    return [
        [result for number, cells in enumerate(people, 1) if (result := _result(number, cells[index]))]
        for index in range(len(people[0]))
    ]


def _result(number: int, cell: str) -> Result | None:
    """Return the result in the line of a round's first mover, or of the person with the bye."""
    if cell == "bye":
        return Result(number, None, "first", played=False)
    read = _ROUND.fullmatch(cell)
    assert read
    opponent, colour, score = read.groups()
    return Result(number, int(opponent), _OUTCOMES[score], played=score in "1=0") if colour == "w" else None
