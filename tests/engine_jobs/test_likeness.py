"""Positions are alike if analysing one gives the other away, however it is turned or altered."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest

from games_app.engine.analyse import likeness
from games_app.games.decision import play
from games_app.games.morris.engine import SYMMETRIES
from games_app.games.morris.rules import LINES, POINTS
from games_app.rules import GAMES, State

OPTIONS = {"congkak": {"opening": "south"}}


def some_state(game: str, seed: int, decisions: int = 9) -> State:
    state, dice = GAMES[game].initial_state(**OPTIONS.get(game, {})), random.Random(seed)
    for _ in range(decisions):
        (role,) = state.to_move
        state = play(state, role, dice.choice(state.legal_actions(role))).state
    return state


def altered(state: State, game: str, **changes: object) -> State:
    return GAMES[game].state_from_facts(deepcopy(state.facts()) | changes)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_like_itself_and_unlike_the_next_one(game):
    assert likeness(some_state(game, 1)) == likeness(some_state(game, 1))
    assert likeness(some_state(game, 1)) != likeness(some_state(game, 1, 10))


def test_mancala_is_alike_from_the_other_side():
    state = some_state("mancala", 2)
    names = ["p1", "p2", "p3", "p4", "p5", "pwinsouth", "p6", "p7", "p8", "p9", "p10", "pwinnorth"]
    pits = state.facts()["pits"]
    turned = {name: pits[names[(i + 6) % 12]] for i, name in enumerate(names)}
    control = {"north": "south", "south": "north"}[state.facts()["control"]]
    assert likeness(altered(state, "mancala", pits=turned, control=control)) == likeness(state)


def test_mancala_is_alike_with_other_stores():
    state = some_state("mancala", 2)
    pits = state.facts()["pits"] | {"pwinsouth": 0, "pwinnorth": 30}
    spread = sum(state.facts()["pits"].values()) - sum(pits.values()) + pits["pwinnorth"]
    assert likeness(altered(state, "mancala", pits=pits | {"pwinnorth": spread})) == likeness(state)


def test_checkers_is_alike_turned_round_with_the_colours_changed_and_at_another_step():
    state = some_state("checkers", 3)
    facts = state.facts()
    other = {"black": "red", "red": "black"}
    pawns = {
        f"{9 - int(cell.split()[0])} {9 - int(cell.split()[1])}": other[colour]
        for cell, colour in facts["pawns"].items()
    }
    captures = {"black": facts["captures"]["red"], "red": facts["captures"]["black"]}
    control = other[facts["control"]]
    step = 41 if control == "black" else 40
    turned = altered(state, "checkers", pawns=pawns, captures=captures, control=control, step=step)
    assert likeness(turned) == likeness(state)


def test_morris_is_alike_under_all_sixteen_turns_and_mirrorings():
    state = some_state("morris", 4)
    points = state.facts()["points"]
    assert len(set(SYMMETRIES)) == 16
    for turned in SYMMETRIES:
        image = {POINTS[target]: points[POINTS[point]] for point, target in enumerate(turned)}
        assert likeness(altered(state, "morris", points=image)) == likeness(state)


def test_morris_keeps_its_lines_under_the_mirrorings():
    lines = {frozenset(line) for line in LINES}
    for turned in SYMMETRIES:
        assert {frozenset(turned[point] for point in line) for line in lines} == lines


def test_congkak_is_alike_in_another_round_of_another_match_and_sown_by_hand():
    state = some_state("congkak", 5)
    options = {"rounds": "match", "opening": "simultaneous", "sowing": "hand"}
    again = altered(state, "congkak", options=options, round=state.facts()["round"] + 1)
    assert likeness(again) == likeness(state)


def test_congkak_is_alike_from_the_other_side():
    state = some_state("congkak", 5)
    facts = state.facts()
    houses = {str((int(house) + 6) % 14 + 1): shells for house, shells in facts["houses"].items()}
    other = {"south": "north", "north": "south"}
    stores = {role: facts["stores"][other[role]] for role in other}
    control = other[facts["control"]]
    turned = altered(state, "congkak", houses=houses, stores=stores, control=control, choosing=[control])
    assert likeness(turned) == likeness(state)
