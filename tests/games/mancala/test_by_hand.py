"""Mancala sown by hand: each put is the player's, at the one stop that is next."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from games_app.games.engine.analyse import analysable, likeness
from games_app.games.rules import RULE_SETS, IllegalAction, InvalidFacts, State, get_game
from tests.games.ahead import check_golden

FILE = Path(__file__).parent / "golden" / "ahead.json"
KALAHS = [slug for slug, game in RULE_SETS.items() if game.family == "mancala"]
BY_HAND = {"sowing": "hand"}


def begun(*actions: str) -> State:
    state = get_game("mancala").initial_state(**BY_HAND)
    for action in actions:
        state = state.apply(state.to_move[0], action)
    return state


def late(south: int, at: str, held: int) -> State:
    """Return a position in which south's hand comes to ``at``: pits 1 and 10 hold stones, 5 and 6 none."""
    pits = dict.fromkeys([f"p{n}" for n in range(1, 11)], 0) | {"p1": 1, "p10": 4}
    stores = {"pwinsouth": south, "pwinnorth": 25 - south - held}
    return get_game("mancala").state_from_facts(
        {
            "options": BY_HAND,
            "pits": pits | stores,
            "hand": {"north": 0, "south": held},
            "at": at,
            "control": "south",
        }
    )


CASES = {
    "a pick": (begun(), "north", "pick p7"),
    "a put on the way": (begun("pick p7"), "north", "put p8"),
    "a put into the store": (begun("pick p9", "put p10"), "north", "put pwinnorth"),
    "the last stone into a pit": (begun("pick p6", "put p7", "put p8"), "north", "put p9"),
    "the last stone into the store": (late(10, "pwinsouth", 1), "south", "put pwinsouth"),
    "a capture": (late(10, "p5", 1), "south", "put p5"),
}


@pytest.mark.parametrize("slug", KALAHS)
def test_games_by_hand_reach_the_positions_of_those_sown_by_themselves(slug: str) -> None:
    dice, game = random.Random(slug), get_game(slug)
    usual, by_hand = game.initial_state(), game.initial_state(**BY_HAND)
    while not usual.is_terminal:
        role = usual.to_move[0]
        action = forced[1] if (forced := usual.forced()) else dice.choice(usual.legal_actions(role))
        by_itself = by_hand.forced()
        assert by_itself is None if action.startswith("put") else by_itself == forced
        assert action in by_hand.legal_actions(role)
        usual, by_hand = usual.apply(role, action), by_hand.apply(role, action)
        assert by_hand.trace == usual.trace
        facts = by_hand.facts()
        assert facts["options"].pop("sowing") == "hand"
        assert facts == {"options": {}, **usual.facts()}
        assert game.state_from_facts(by_hand.facts()) == by_hand
    assert by_hand.goals() == usual.goals()


def test_only_the_next_stop_takes_a_stone() -> None:
    with pytest.raises(IllegalAction) as refusal:
        begun("pick p7", "put p9")
    assert str(refusal.value) == "Stones in your hand: 3. Put the next one into pit 8."


def test_the_ways_are_where_the_stones_fall() -> None:
    assert begun().ways("north")["p7"] == [[["p8"], ["p9"], ["p10"]]]
    assert begun().ways("south") == {}
    assert begun("pick p7", "put p8").ways("north") == {"p9": [[["p9"], ["p10"]]]}
    assert get_game("mancala").initial_state().ways("north") == {}


def test_the_usual_sowing_is_left_unsaid() -> None:
    game = get_game("mancala")
    assert game.checked_options({"sowing": "auto"}) == {}
    assert "options" not in game.initial_state(sowing="auto").facts()
    for options in ({"sowing": "auto"}, {}):
        with pytest.raises(InvalidFacts):
            game.state_from_facts(game.initial_state().facts() | {"options": options})


def test_the_engine_sees_the_same_position_between_two_turns_and_none_within() -> None:
    usual = get_game("mancala").initial_state()
    assert analysable(begun()) == usual
    assert likeness(begun()) == likeness(usual)
    assert analysable(begun("pick p7")) is None
    assert likeness(begun("pick p7")) is None


def test_the_cases_that_the_board_is_tested_with_are_what_the_rules_do() -> None:
    check_golden(CASES, FILE)
