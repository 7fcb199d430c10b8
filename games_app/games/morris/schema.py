"""The facts and actions of morris for programs."""

from __future__ import annotations

from games_app.games import repetition
from games_app.games.morris.rules import EMPTY, LAST_STEP, POINTS, ROLES, STONES, Morris
from games_app.games.morris.standard import LAST_QUIET, Standard
from games_app.games.schema import (
    FLAG,
    Action,
    Fact,
    GameSchema,
    control,
    each,
    one_of,
    passing,
    role,
    whole,
    word,
)

POINT = word("point", POINTS, "the square and the direction of a point: outer n is d7 on the diagram")

ACTIONS = (
    Action("place", (POINT,), "place a stone of your heap"),
    Action("move", (POINT, POINT), "move your stone from the first point to the second"),
    Action("remove", (POINT,), "after closing a mill, take a stone of your opponent"),
)
PASS = passing(
    "pass, because no stone can be removed or none of yours can move; the server plays it by itself"
)


def schema(game: Morris) -> GameSchema:
    """Return the facts and actions of one rule set."""
    stones = game.parameters.stones if isinstance(game, Standard) else STONES
    facts = {
        "points": Fact(each(POINT, one_of(EMPTY, *ROLES)), "the stone on each point"),
        "heap": Fact(each(role(ROLES), whole(0, stones)), "stones that each role still has to place"),
        "control": control(role(ROLES)),
        "mill": Fact(FLAG, "true if the role in control has closed a mill and has to remove a stone"),
    }
    if isinstance(game, Standard):
        since = "a stone was placed or a mill closed"
        return GameSchema(facts | repetition.described("[a-g][1-7]", LAST_QUIET, since), ACTIONS)
    step = Fact(whole(0, LAST_STEP), f"plies since the beginning; the game ends at {LAST_STEP}")
    return GameSchema(facts | {"step": step}, (*ACTIONS, PASS))
