"""Positions of pawn checkers as text."""

from __future__ import annotations

from collections.abc import Mapping

from games_app.games.base import Facts


def draw(facts: Facts) -> list[str]:
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
