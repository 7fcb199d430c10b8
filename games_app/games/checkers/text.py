"""Positions of pawn checkers as text, and the end of a match in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games_app.games.base import Facts
from games_app.games.checkers.draughts import LAST_QUIET
from games_app.games.checkers.rules import LAST_STEP, PAWNS
from games_app.games.text import move_counter, quiet_counter, quiet_ending


def draw(facts: Facts) -> list[str]:
    pawns: Mapping[str, str] = facts["pawns"]
    captures = ", ".join(f"{role} {n}" for role, n in facts["captures"].items())
    return [
        *(f"{y}  " + " ".join(_pawn(pawns, x, y) for x in range(1, 9)) for y in range(8, 0, -1)),
        "   a b c d e f g h",
        f"captures: {captures}",
        f"control: {facts['control']}, step {facts['step']}" if "step" in facts else _quiet(facts),
    ]


def _pawn(pawns: Mapping[str, str], x: int, y: int) -> str:
    if (x + y) % 2:
        return " "
    kind = pawns.get(f"{x} {y}", ".")
    return kind[0].upper() if kind.endswith("-king") else kind[0]


def _quiet(facts: Facts) -> str:
    on = f", {facts['chain']} jumps on" if facts["chain"] else ""
    return f"control: {facts['control']}, {len(facts['quiet'])} moves without progress{on}"


def course(facts: Facts) -> str:
    """Return the counter of moves; steps count from 1."""
    if "quiet" in facts:
        return quiet_counter(facts, LAST_QUIET)
    return move_counter(facts["step"] - 1, LAST_STEP - 1)


def ending(facts: Facts) -> str:
    if PAWNS in facts["captures"].values():
        return _("one side has no pawn left")
    if "quiet" in facts:
        return quiet_ending(facts, LAST_QUIET) or _("the player to move is blocked")
    if facts["step"] == LAST_STEP:
        played = LAST_STEP - 1
        return ngettext("%(n)d move played", "%(n)d moves played", played) % {"n": played}
    return _("the player to move is blocked")
