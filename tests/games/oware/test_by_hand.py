"""Oware sown by hand: each drop is the player's, into the one house that is next."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from games_app.games.engine.analyse import analysable, likeness
from games_app.games.oware.rules.state import STOPS
from games_app.games.rules import IllegalAction, InvalidFacts, State, get_game
from tests.games.ahead import Case, check_golden

FILE = Path(__file__).parent / "golden" / "ahead.json"
OWARE = get_game("oware")
BY_HAND = {"sowing": "hand"}


def begun(*actions: str) -> State:
    state = OWARE.initial_state(**BY_HAND)
    for action in actions:
        state = state.apply(state.to_move[0], action)
    return state


def facts(own: list[int], across: list[int], held: int = 0, at: str | None = None) -> dict[str, Any]:
    """Return a position with South to move. ``own``: houses 1 to 6; ``across``: those opposite, 12 to 7."""
    rest = 48 - sum(own) - sum(across) - held
    seeds = dict(zip(STOPS, (*own, *across[::-1], rest // 2, rest - rest // 2), strict=True))
    hand = {"south": held, "north": 0}
    return {"options": BY_HAND, "seeds": seeds, "hand": hand, "at": at, "control": "south", "quiet": 0}


def late(*position: Any) -> State:
    return OWARE.state_from_facts(facts(*position))


ROUND = ([0, 0, 0, 0, 0, 12], [1, 2, 3, 1, 2, 1])

CASES: dict[str, Case] = {
    "a sowing begins": (begun(), "south", "sow 5"),
    "a seed on the way": (begun("sow 5"), "south", "drop 6"),
    "the last seed": (begun("sow 5", "drop 6", "drop 7", "drop 8"), "south", "drop 9"),
    "past the house it came from": (late([2, 2, 2, 2, 2, 0], [3, 3, 2, 1, 2, 1], 2, "5"), "south", "drop 5"),
    "a capture backwards": (late([1, 0, 0, 0, 0, 0], [4, 1, 1, 2, 3, 2], 1, "9"), "south", "drop 9"),
    "a grand slam": (late([0, 0, 0, 0, 3, 0], [0, 0, 0, 0, 1, 3], 1, "8"), "south", "drop 8"),
    "the end": (late([0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], 1, "8"), "south", "drop 8"),
}


@pytest.mark.parametrize("seed", range(20))
def test_games_by_hand_reach_the_positions_of_those_sown_by_themselves(seed: int) -> None:
    dice = random.Random(seed)
    usual, by_hand = OWARE.initial_state(), OWARE.initial_state(**BY_HAND)
    while not usual.is_terminal:
        assert by_hand.legal_actions(by_hand.to_move[0]) == usual.legal_actions(usual.to_move[0])
        role = usual.to_move[0]
        action = dice.choice(usual.legal_actions(role))
        (lap,) = by_hand.ways(role)[action.removeprefix("sow ")]
        usual, by_hand = usual.apply(role, action), by_hand.apply(role, action)
        for (stop,) in lap:
            assert OWARE.state_from_facts(by_hand.facts()) == by_hand
            assert (by_hand.forced(), by_hand.legal_actions(role)) == (None, [f"drop {stop}"])
            by_hand = by_hand.apply(role, f"drop {stop}")
        assert by_hand.trace[1:] == usual.trace[1:]
        assert by_hand.facts() == usual.facts() | {
            "options": BY_HAND,
            "hand": {"south": 0, "north": 0},
            "at": None,
        }
    assert by_hand.goals() == usual.goals()


def test_twelve_seeds_or_more_leave_out_their_house() -> None:
    state = late(*ROUND)
    stops = [str(house) for house in (7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 7)]
    assert state.ways("south") == {"6": [[[stop] for stop in stops]]}
    state = state.apply("south", "sow 6")
    for stop in stops[:-2]:
        state = state.apply("south", f"drop {stop}")
    with pytest.raises(IllegalAction):
        state.apply("south", "drop 6")
    assert state.apply("south", "drop 5").ways("south") == {"7": [[["7"]]]}


def test_only_the_next_house_takes_a_seed() -> None:
    for wrong in ("drop 7", "sow 4", "noop", "drop S"):
        with pytest.raises(IllegalAction) as refusal:
            begun("sow 5").apply("south", wrong)
        assert str(refusal.value) == "Seeds in your hand: 4. Drop the next one into house 6."


@pytest.mark.parametrize("state", [begun(), OWARE.initial_state()])
def test_an_empty_hand_drops_nothing(state: State) -> None:
    with pytest.raises(IllegalAction) as refusal:
        state.apply("south", "drop 6")
    assert str(refusal.value) == "Your hand is empty. Choose one of your houses to sow first."


def test_an_opponent_without_seeds_is_fed() -> None:
    assert late([2, 3, 0, 1, 1, 2], [0] * 6).legal_actions("south") == ["sow 6"]


def test_the_usual_sowing_is_left_unsaid() -> None:
    assert OWARE.checked_options({"sowing": "auto"}) == {}
    assert OWARE.initial_state(sowing="auto").facts().keys() == {"seeds", "control", "quiet"}
    assert OWARE.initial_state().ways("south") == {}


@pytest.mark.parametrize(
    "wrong",
    [
        begun().facts() | {"options": {"sowing": "auto"}},
        begun().facts() | {"at": "3"},
        begun("sow 5").facts() | {"at": None},
        begun("sow 5").facts() | {"at": "S"},
        begun("sow 5").facts() | {"control": "north"},
        begun("sow 5").facts() | {"at": "5"},
        facts([1] * 6, [1] * 6, 2, "6"),
        facts([0, 0, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0], 2, "1"),
        facts([1, 1, 0, 1, 0, 0], [0] * 6, 2, "5"),
        facts([1, 0, 0, 0, 0, 0], [0] * 6, 0) | {"hand": {"south": 1, "north": 1}},
    ],
)
def test_facts_that_no_game_by_hand_has_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidFacts):
        OWARE.state_from_facts(wrong)


def test_the_engine_sees_the_same_position_between_two_turns_and_none_within() -> None:
    usual = OWARE.initial_state()
    assert analysable(begun()) == usual
    assert likeness(begun()) == likeness(usual)
    assert analysable(begun("sow 5")) is None
    assert likeness(begun("sow 5")) is None


def test_the_cases_that_the_board_is_tested_with_are_what_the_rules_do() -> None:
    check_golden(CASES, FILE)
