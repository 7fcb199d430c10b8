"""Positions as text, for the terminal and for the golden playthroughs. South sits below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games_app.rules.base import Facts
from games_app.rules.morris import POINTS, WRITTEN

Drawing = Callable[[Facts], list[str]]


def draw(slug: str, facts: Facts) -> str:
    """The position that ``facts`` (or a view of them) describe, in lines without a newline at the end."""
    return "\n".join(line.rstrip() for line in DRAWINGS[slug](facts))


def _row(values: Iterable[object], width: int = 5) -> str:
    return "".join(f"{value!s:>{width}}" for value in values)


def _mancala(facts: Facts) -> list[str]:
    pits, at = facts["pits"], facts["at"]
    north, south = [f"p{i}" for i in range(10, 5, -1)], [f"p{i}" for i in range(1, 6)]
    return [
        "north     " + _row(north),
        "          " + _row(pits[pit] for pit in north),
        f"pwinnorth {pits['pwinnorth']:<29}{pits['pwinsouth']:>3} pwinsouth",
        "          " + _row(pits[pit] for pit in south),
        "south     " + _row(south),
        *(f"{role} holds {n}, next at {at}" for role, n in facts["hand"].items() if n),
        f"control: {facts['control']}",
    ]


MORRIS = """\
7  .-----------.-----------.
   |           |           |
6  |   .-------.-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---.       .---.---.
   |   |   |       |   |   |
3  |   |   .---.---.   |   |
   |   |       |       |   |
2  |   .-------.-------.   |
   |           |           |
1  .-----------.-----------.
   a   b   c   d   e   f   g"""
STONES = {"empty": ".", "white": "W", "black": "B"}


def _morris(facts: Facts) -> list[str]:
    lines = [list(line) for line in MORRIS.splitlines()]
    for point, written in zip(POINTS, WRITTEN, strict=True):
        column, row = "abcdefg".index(written[0]), int(written[1])
        lines[2 * (7 - row)][3 + 4 * column] = STONES[facts["points"][point]]
    heaps = ", ".join(f"{role} {n}" for role, n in facts["heap"].items())
    settling = ", a mill to settle" if facts["mill"] else ""
    return [
        *("".join(line) for line in lines),
        f"to place: {heaps}",
        f"control: {facts['control']}, step {facts['step']}{settling}",
    ]


def _checkers(facts: Facts) -> list[str]:
    pawns: Mapping[str, str] = facts["pawns"]
    captures = ", ".join(f"{role} {n}" for role, n in facts["captures"].items())
    return [
        *(f"{y}  " + " ".join(_pawn(pawns, x, y) for x in range(1, 9)) for y in range(8, 0, -1)),
        "   a b c d e f g h",
        f"captures: {captures}",
        f"control: {facts['control']}, step {facts['step']}",
    ]


def _pawn(pawns: Mapping[str, str], x: int, y: int) -> str:
    if (x + y) % 2:
        return " "
    return pawns.get(f"{x} {y}", ".")[0]


def _congkak(facts: Facts) -> list[str]:
    houses = {int(house): "x" if int(house) in facts["burnt"] else n for house, n in facts["houses"].items()}
    stores, north, south = facts["stores"], range(8, 15), range(7, 0, -1)
    return [
        "north  " + _row(north),
        "       " + _row(houses[house] for house in north),
        f"A {stores['south']:<5}" + " " * 35 + f"{stores['north']:>5} B",
        "       " + _row(houses[house] for house in south),
        "south  " + _row(south),
        *(f"{role} holds {n}, at {facts['at'][role]}" for role, n in facts["hand"].items() if n),
        *(f"{role} has chosen" for role in _chosen(facts)),
        f"round {facts['round']}, {facts['phase']}, to scoop: {', '.join(facts['choosing']) or 'nobody'}",
    ]


def _chosen(facts: Facts) -> list[str]:
    """The roles whose opening choice is sealed: all that neither choose nor have ended."""
    if facts["phase"] != "opening" or facts["options"]["sowing"] == "hand":
        return []
    return [role for role in facts["stores"] if role not in facts["choosing"] + facts["ended"]]


DRAWINGS: Mapping[str, Drawing] = {
    "mancala": _mancala,
    "morris": _morris,
    "checkers": _checkers,
    "congkak": _congkak,
}
