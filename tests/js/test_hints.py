"""Hints of congkak's board while both sow at once: the rules accept them, and the first lap is true."""

from __future__ import annotations

import random
from typing import Any

from games_app.games.rules import FAMILIES, Facts, State, get_game
from tests.js.node import node_output

AHEAD = """
import { GAMES } from "./games.mjs";
let given = "";
for await (const part of process.stdin) given += part;
console.log(JSON.stringify(JSON.parse(given).map(([facts, role]) => GAMES.congkak.ahead(facts, role))));
"""

game = get_game("congkak")


def both_choose() -> list[tuple[State, str, str]]:
    """Positions of openings in which nobody has ended yet, with the choosing role and its house."""
    found = []
    for seed in range(30):
        dice, state = random.Random(seed), game.initial_state()
        while state.phase == "opening" and not state.facts()["ended"]:
            role = dice.choice(state.to_move)
            action = dice.choice(state.legal_actions(role))
            found.append((state, role, action))
            state = state.apply(role, action)
    return found


def first_lap(state: State, role: str, action: str) -> list[int | str]:
    """Return where the shells of ``action`` fall, before anything that depends on the other side."""
    after = state.apply(role, action)
    while not any(step["do"] == "scoop" for step in after.trace):
        (other,) = after.to_move
        after = after.apply(other, after.legal_actions(other)[0])
    scoop = next(step for step in after.trace if step["do"] == "scoop" and step["role"] == role)
    return [stop for stop, _ in scoop["drops"]]


def ahead_of(asked: list[tuple[Facts, str]]) -> list[dict[str, Any]]:
    """Return what the browser asks the server for each position and role."""
    (found,) = node_output(AHEAD, asked)
    return list(found)


def test_the_first_lap_that_is_shown_is_the_one_that_will_be_sown() -> None:
    moments = both_choose()
    told = ahead_of([(state.view(role), role) for state, role, _ in moments])
    assert len(moments) > 60
    for (state, role, action), ahead in zip(moments, told, strict=True):
        assert ahead["firstLap"]
        shown = game.state_from_facts(ahead["facts"]).apply(role, action).trace[0]
        assert [stop for stop, _ in shown["drops"]] == first_lap(state, role, action)


def test_every_rule_set_accepts_the_position_that_is_shown_in_a_turn() -> None:
    begun = {
        each.slug: each.initial_state(opening="south").apply("south", "scoop 2")
        for each in FAMILIES["congkak"]
    }
    shown = ahead_of([(state.view(role), role) for state in begun.values() for role in state.to_move])
    for (slug, state), ahead in zip(begun.items(), shown, strict=True):
        assert get_game(slug).state_from_facts(ahead["facts"]) == state, slug
