"""The facts and actions of Kalah for programs."""

from __future__ import annotations

from games_app.games.mancala.parameters import ROLES, SWAP
from games_app.games.mancala.rules import Mancala
from games_app.games.schema import (
    FLAG,
    Action,
    Fact,
    GameSchema,
    control,
    each,
    options,
    or_null,
    passing,
    role,
    whole,
    word,
)


def schema(game: Mancala) -> GameSchema:
    """Return the facts and actions of one rule set."""
    rules, n = game.rules({}), game.parameters.pits
    counts = game.options["stones"].values if "stones" in game.options else (rules.parameters.stones,)
    stones = whole(0, 2 * n * max(map(int, counts)))
    roles = role(ROLES)
    order = f"south's p1 to p{n}, north's p{n + 1} to p{2 * n}, in the direction of sowing"
    pit = word("pit", (stop for stop in rules.stops if stop[1:].isdecimal()), order)
    stop = word("stop", rules.stops, "a pit, or the store of a role, in the direction of sowing")
    facts = {
        "pits": Fact(each(stop, stones), "the stones at each stop"),
        "hand": Fact(each(roles, stones), "the stones in each hand; 0 between turns"),
        "at": Fact(or_null(stop), "the stop where the next stone of the hand falls; null between turns"),
        "control": control(roles),
    }
    facts = {"options": options(game.options), **facts}
    if game.parameters.choices:
        facts["swap"] = Fact(FLAG, "true until the second player has moved, if there is the pie rule")
    actions = [
        Action("pick", (pit,), "sow the stones of a pit of yours"),
        Action(
            "put",
            (stop,),
            "put the next stone of the hand there; the server plays it unless players sow by hand",
        ),
    ]
    if not rules.parameters.sweeps:
        actions.append(Action("clear", (pit,), "put a pit into your store, once the opponent's are empty"))
        actions.append(passing("pass, because your pits are empty; the server plays it by itself"))
    if game.parameters.choices:
        actions.append(Action(SWAP, (), "swap sides, in answer to the first turn with the pie rule"))
    return GameSchema(facts, tuple(actions))
