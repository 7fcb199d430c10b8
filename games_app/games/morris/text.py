"""Positions of nine men's morris as text, and the end of a match in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games_app.games.base import Facts
from games_app.games.morris.rules import FLYING, LAST_STEP, POINTS, WRITTEN
from games_app.games.morris.standard import LAST_QUIET
from games_app.games.text import move_counter, quiet_counter, quiet_ending

BOARD = """\
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


def draw(facts: Facts) -> list[str]:
    lines = [list(line) for line in BOARD.splitlines()]
    for point, written in zip(POINTS, WRITTEN, strict=True):
        column, row = "abcdefg".index(written[0]), int(written[1])
        lines[2 * (7 - row)][3 + 4 * column] = STONES[facts["points"][point]]
    heaps = ", ".join(f"{role} {n}" for role, n in facts["heap"].items())
    settling = ", a mill to settle" if facts["mill"] else ""
    return [
        *("".join(line) for line in lines),
        f"to place: {heaps}",
        f"control: {facts['control']}, {_played(facts)}{settling}",
    ]


def _played(facts: Facts) -> str:
    return f"step {facts['step']}" if "step" in facts else f"{len(facts['quiet'])} moves without progress"


def course(facts: Facts) -> str:
    if "quiet" in facts:
        return quiet_counter(facts, LAST_QUIET)
    return move_counter(facts["step"], LAST_STEP)


def ending(facts: Facts) -> str:
    stones = list(facts["points"].values())
    if any(stones.count(role) + n < FLYING for role, n in facts["heap"].items()):
        return _("one side has fewer than three stones")
    if "empty" not in stones:
        return _("the board is full")
    if "quiet" in facts:
        return quiet_ending(facts, LAST_QUIET) or _("the player to move is blocked")
    return ngettext("%(n)d move played", "%(n)d moves played", LAST_STEP) % {"n": LAST_STEP}
