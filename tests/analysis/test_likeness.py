"""Positions are alike if analysing one gives the other away, however it is rotated or altered."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest

from games_app.games.engine.analyse import images, likeness, reach
from games_app.games.morris.rules import POINTS
from games_app.games.rules import GAMES, State, play

SYMMETRIES = tuple(
    tuple(
        8 * (2 - ring if swapped else ring) + (turn + sign * at) % 8 for ring in range(3) for at in range(8)
    )
    for swapped in (False, True)
    for sign in (1, -1)
    for turn in range(0, 8, 2)
)
"""Image of each point under rotations and reflections of the board; the inner square swaps places."""

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
    assert len(images(state)) == len(set(SYMMETRIES)) == 16
    for turned in SYMMETRIES:
        image = {POINTS[target]: points[POINTS[point]] for point, target in enumerate(turned)}
        assert likeness(altered(state, "morris", points=image)) == likeness(state)


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


def following(state: State) -> list[State]:
    return [play(state, role, action).state for role in state.to_move for action in state.legal_actions(role)]


@pytest.mark.parametrize("options", [{}, {"opening": "south", "rounds": "match"}])
@pytest.mark.parametrize("game", GAMES)
def test_the_reach_of_a_position_is_what_the_rules_allow(game, options):
    """In congkak also across the end of a round, and while both choose in secret."""
    dice = random.Random(7)
    state = GAMES[game].initial_state(**(options if game == "congkak" else {}))
    for decision in range(90):
        if not state.to_move:
            break
        if decision % 6 == 0:
            children = following(state)
            near = [state, *children, *(after for child in children for after in following(child))]
            found = reach(state, 2)
            assert all(images(one) & found for one in near if images(one))
            assert found <= {image for one in near for image in images(one)}
        role = dice.choice(state.to_move)
        state = play(state, role, dice.choice(state.legal_actions(role))).state
