"""The facts and actions of oware for programs."""

from __future__ import annotations

from games_app.games.oware.rules import Oware
from games_app.games.oware.rules.state import LAST_QUIET, NAMES, ROLES, SEEDS, STOPS
from games_app.games.schema import (
    Action,
    Fact,
    GameSchema,
    control,
    each,
    options,
    or_null,
    role,
    whole,
    word,
)

HOUSE = word("house", NAMES, "south's 1 to 6, north's 7 to 12, in the direction of sowing")
STOP = word("stop", STOPS, "a house, or the store of south (S) or north (N)")

SCHEMA = GameSchema(
    {
        "options": options(Oware.options),
        "seeds": Fact(each(STOP, whole(0, SEEDS)), "the seeds at each stop"),
        "hand": Fact(
            each(role(ROLES), whole(0, SEEDS)),
            "only if players sow by hand: the seeds in each hand",
            always=False,
        ),
        "at": Fact(
            or_null(HOUSE),
            "only if players sow by hand: the house where the next seed falls; null between turns",
            always=False,
        ),
        "control": control(role(ROLES)),
        "quiet": Fact(
            whole(0, LAST_QUIET), f"moves in a row without a capture; the game ends at {LAST_QUIET}"
        ),
    },
    (
        Action("sow", (HOUSE,), "sow the seeds of a house of yours"),
        Action("drop", (HOUSE,), "if players sow by hand: drop the next seed of the hand there"),
    ),
)
