"""The facts and actions of checkers for programs."""

from __future__ import annotations

from games_app.games import repetition
from games_app.games.checkers.draughts import LAST_QUIET, OWNERS, Draughts
from games_app.games.checkers.rules import CELLS, DARK, LAST_STEP, PAWNS, ROLES, Checkers
from games_app.games.schema import (
    Action,
    Fact,
    GameSchema,
    control,
    each,
    one_of,
    or_null,
    role,
    some,
    whole,
    word,
)

CELL = word("cell", (CELLS[i] for i in DARK), "column and row of a dark cell; black begins in rows 1 to 3")


def schema(game: Checkers) -> GameSchema:
    """Return the facts and actions of one rule set."""
    roles = role(ROLES)
    counts = {
        "captures": Fact(each(roles, whole(0, PAWNS)), "the pieces that each role has captured"),
        "control": control(roles),
    }
    if not isinstance(game, Draughts):
        pawns = Fact(some(CELL, one_of(*ROLES)), "the pawns: whose stands on each cell that has one")
        step = Fact(whole(1, LAST_STEP), f"1 at the beginning, one more each ply; the end at {LAST_STEP}")
        return GameSchema({"pawns": pawns, **counts, "step": step}, _actions("pawn", "forward"))
    pieces = Fact(some(CELL, one_of(*OWNERS)), "the pieces: which stands on each cell that has one")
    chain = Fact(or_null(CELL), "the cell of the piece that must jump on in the same turn; otherwise null")
    past = repetition.described("[a-h][1-8]", LAST_QUIET, "a capture or a pawn's move")
    actions = _actions("piece", "forward; a king also backward")
    return GameSchema({"pawns": pieces, **counts, "chain": chain, **past}, actions)


def _actions(piece: str, direction: str) -> tuple[Action, ...]:
    return (
        Action("move", (CELL, CELL), f"move a {piece} to the next cell diagonally {direction}"),
        Action("jump", (CELL, CELL), f"jump two cells diagonally {direction}, and capture between them"),
    )
