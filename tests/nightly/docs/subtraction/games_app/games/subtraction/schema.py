"""The facts and actions of subtraction for programs."""

from __future__ import annotations

from games_app.games.subtraction.rules import PITS, ROLES, STORE

from games_app.games.schema import Action, Fact, GameSchema, control, each, role, whole, word

PIT = word("pit", PITS, "a place in the row, from its beginning")
STOP = word("stop", (*PITS, *STORE.values()), "a pit, or the stones that a role has taken")

SCHEMA = GameSchema(
    {
        "pits": Fact(each(STOP, whole(0, len(PITS))), "the stones at each stop"),
        "control": control(role(ROLES)),
    },
    (Action("take", (PIT,), "take the stone of this pit, and all after it"),),
)
