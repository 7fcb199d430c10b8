"""The facts and actions of congkak for programs."""

from __future__ import annotations

from games_app.games.congkak.parameters import ROLES
from games_app.games.congkak.rules import Congkak
from games_app.games.congkak.rules.facts import PHASES
from games_app.games.schema import (
    Action,
    Fact,
    GameSchema,
    Schema,
    each,
    list_of,
    one_of,
    options,
    or_null,
    role,
    whole,
    word,
)


def schema(game: Congkak) -> GameSchema:
    """Return the facts and actions of one rule set."""
    rules, roles = game.rules, role(ROLES)
    phases = PHASES if rules.parameters.at_once else PHASES[1:]
    last, most = rules.numbers(1)[1], whole(0, rules.total)
    house = word(
        "house",
        range(1, last + 1),
        f"south's 1 to {last // 2}, north's {last // 2 + 1} to {last}; the keys of houses are text",
    )
    stop = word("stop", rules.names, "a house, or the storehouse of south (A) or north (B)")
    facts = {
        "options": options(game.options),
        "houses": Fact(each(house, most), "the shells in each house"),
        "stores": Fact(each(roles, most), "the shells in each storehouse"),
        "burnt": Fact(list_of(house, last // 2 - 1), "the houses that are out of play in this round"),
        "hand": Fact(each(roles, most), "the shells in each hand; more than 0 only in sowing by hand"),
        "at": Fact(each(roles, or_null(stop)), "the stop that each hand has come to; null if it is empty"),
        "round": Fact(whole(1), "the number of the round"),
        "phase": Fact(one_of(*phases), "opening: both choose at once; turn: one role plays; over: the end"),
        "control": Fact(or_null(roles), "the role whose turn it is; null in the opening and at the end"),
        "choosing": Fact(list_of(roles, 2), "the roles that have to scoop now"),
        "sealed": Fact(
            each(roles, or_null(house)),
            "in the opening: the house that each role has chosen. Others see null until both have",
        ),
        "ended": Fact(list_of(roles, 2), "in the opening: the roles that have ended it, in this order"),
        "rounds_won": Fact(each(roles, whole(0)), "the rounds that each role has won"),
    }
    return GameSchema(facts, _actions(game, house, stop))


def _actions(game: Congkak, house: Schema, stop: Schema) -> tuple[Action, ...]:
    scoop = Action("scoop", (house,), "take up the shells of a house of yours and sow them")
    if "sowing" not in game.options:
        return (scoop,)
    return scoop, Action("drop", (stop,), "in sowing by hand: drop the next shell there")
