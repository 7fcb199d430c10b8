"""The facts and actions of oware for programs."""

from __future__ import annotations

from games_app.games.oware.rules import LAST_QUIET, NAMES, ROLES, SEEDS, STOPS
from games_app.games.schema import Action, Fact, GameSchema, control, each, role, whole, word

HOUSE = word("house", NAMES, "south's 1 to 6, north's 7 to 12, in the direction of sowing")
STOP = word("stop", STOPS, "a house, or the store of south (S) or north (N)")

SCHEMA = GameSchema(
    {
        "seeds": Fact(each(STOP, whole(0, SEEDS)), "the seeds at each stop"),
        "control": control(role(ROLES)),
        "quiet": Fact(
            whole(0, LAST_QUIET), f"moves in a row without a capture; the game ends at {LAST_QUIET}"
        ),
    },
    (Action("sow", (HOUSE,), "sow the seeds of a house of yours"),),
)
