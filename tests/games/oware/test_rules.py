"""The rules of oware, one by one, and that a second program finds the same."""

from __future__ import annotations

import random

import pytest

from games_app.games.catalogue import SETUPS
from games_app.games.oware.rules.state import LAST_QUIET, STOPS, OwareState
from games_app.games.rules import IllegalAction, InvalidFacts, get_game
from tests.games.oware.second_oware import Board
from tests.games.positions import playout

OWARE = get_game("oware")


def position(
    own: list[int], across: list[int], stores: tuple[int, int] | None = None, quiet: int = 0
) -> OwareState:
    """Return a position with South to move. ``own``: houses 1 to 6; ``across``: those opposite, 12 to 7.

    Without ``stores``, the rest is shared equally, South's store first.
    """
    rest = 48 - sum(own) - sum(across)
    seeds = dict(zip(STOPS, (*own, *across[::-1], *(stores or (rest // 2, rest - rest // 2))), strict=True))
    state = OWARE.state_from_facts({"seeds": seeds, "control": "south", "quiet": quiet})
    assert isinstance(state, OwareState)
    return state


def kinds(state: OwareState) -> list[str]:
    return [step["do"] for step in state.trace]


@pytest.mark.parametrize("seed", range(20))
def test_a_second_program_plays_and_ends_games_alike(seed: int) -> None:
    board, first = Board(), {"south": 1, "north": 7}
    for state, role, action in playout(OWARE.initial_state(), random.Random(seed)):
        assert state.legal_actions(role) == sorted(f"sow {move + first[role]}" for move in board.moves())
        board = board.after(int(action.removeprefix("sow ")) - first[role])
        after = state.apply(role, action)
        assert after.row(after.control) == board.mine
        assert after.stores == (board.stored if after.control == "south" else board.stored[::-1])
    assert board.moves() == []


def test_a_sowing_goes_counterclockwise_and_leaves_out_the_stores() -> None:
    after = OWARE.initial_state().apply("south", "sow 5")
    assert after.houses == (4, 4, 4, 4, 0, 5, 5, 5, 5, 4, 4, 4)
    assert after.stores == (0, 0)
    assert after.to_move == ("north",)


@pytest.mark.parametrize(
    ("seeds", "around"),
    [(11, (1, 1, 1, 1, 1, 0)), (12, (1, 1, 1, 1, 1, 0)), (23, (2, 2, 2, 2, 2, 0))],
)
def test_a_sowing_all_the_way_round_leaves_out_its_house(seeds: int, around: tuple[int, ...]) -> None:
    after = position([0, 0, 0, 0, 0, seeds], [0, 0, 0, 0, 0, 9], (8, 31 - seeds)).apply("south", "sow 6")
    assert after.row("south") == around


def test_the_last_seed_captures_two_or_three_and_what_lies_before_without_a_gap() -> None:
    after = position([3, 5, 3, 6, 0, 0], [3, 5, 1, 2, 2, 4]).apply("south", "sow 4")
    assert after.stores == (15, 7)
    assert after.houses[6:] == (5, 0, 0, 0, 5, 3)
    assert [step["from"] for step in after.trace if step["do"] == "capture"] == [
        [["10", 2], ["9", 3], ["8", 3]]
    ]


def test_nothing_is_captured_behind_a_house_with_more_or_in_the_own_row() -> None:
    gap = position([0, 0, 0, 0, 0, 3], [4, 4, 4, 1, 4, 2]).apply("south", "sow 6")
    assert gap.stores[0] - position([0, 0, 0, 0, 0, 3], [4, 4, 4, 1, 4, 2]).stores[0] == 2
    own = position([1, 1, 0, 0, 0, 4], [4, 4, 4, 4, 4, 4]).apply("south", "sow 1")
    assert "capture" not in kinds(own)


def test_a_grand_slam_is_legal_and_captures_nothing() -> None:
    before = position([0, 0, 0, 0, 3, 2], [0, 0, 0, 0, 2, 1])
    assert "sow 6" in before.legal_actions("south")
    after = before.apply("south", "sow 6")
    assert after.houses[6:] == (2, 3, 0, 0, 0, 0)
    assert kinds(after) == ["scoop", "end"]
    assert after.quiet == 1


def test_an_opponent_without_seeds_is_fed() -> None:
    before = position([2, 3, 0, 1, 1, 2], [0] * 6)
    assert before.legal_actions("south") == ["sow 6"]
    with pytest.raises(IllegalAction) as refusal:
        before.apply("south", "sow 2")
    assert (refusal.value.code, refusal.value.args) == ("must_feed", {"houses": "6"})


def test_if_the_opponent_cannot_be_fed_the_mover_keeps_its_seeds() -> None:
    over = position([0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], (23, 23)).apply("south", "sow 2")
    over = over.apply("north", "sow 12")
    assert over.stores == (25, 23)
    assert kinds(over) == ["scoop", "end", "collect", "over"]


def test_the_game_ends_at_25_and_with_24_each() -> None:
    won = position([1, 3, 3, 0, 2, 2], [1, 1, 2, 1, 1, 5], (23, 3)).apply("south", "sow 6")
    assert won.is_terminal
    assert won.goals() == {"south": 100, "north": 0}
    assert kinds(won)[-1] == "over"
    drawn = OWARE.state_from_facts(
        {"seeds": dict.fromkeys(STOPS, 0) | {"S": 24, "N": 24}, "control": "north", "quiet": 3}
    )
    assert drawn.goals() == {"south": 50, "north": 50}


def test_after_60_moves_without_a_capture_each_keeps_the_seeds_of_their_row() -> None:
    before = position([0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 7], (20, 18), quiet=LAST_QUIET - 1)
    after = before.apply("south", "sow 6")
    assert after.stores == (20, 28)
    assert after.quiet == LAST_QUIET
    assert after.winner == "north"
    captured = position([0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 1, 7], (20, 17), quiet=LAST_QUIET - 1)
    assert captured.apply("south", "sow 6").quiet == 0


def test_refusals_say_what_can_be_played() -> None:
    start = OWARE.initial_state()
    for action, code in (("sow 7", "not_your_house"), ("sow 13", "not_an_action"), ("noop", "no_pass")):
        with pytest.raises(IllegalAction) as refusal:
            start.apply("south", action)
        assert refusal.value.code == code
    with pytest.raises(IllegalAction) as refusal:
        start.apply("south", "sow 3").apply("north", "sow 7").apply("south", "sow 3")
    assert str(refusal.value) == "House 3 is empty. Choose one that holds seeds."


@pytest.mark.parametrize(
    "wrong",
    [
        {"quiet": LAST_QUIET},
        {"quiet": -1},
        {"seeds": dict.fromkeys(STOPS, 0) | {"12": 8, "S": 20, "N": 20}},
        {"seeds": dict.fromkeys(STOPS, 0) | {"1": 1, "S": 23, "N": 24}},
        {"seeds": dict.fromkeys(STOPS, 0) | {"7": 23, "S": 25}, "quiet": 2},
    ],
)
def test_facts_that_no_game_has_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidFacts):
        OWARE.state_from_facts(OWARE.initial_state().facts() | wrong)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4.4.4.4.4.4.4.4.4.4.4.3.0.0_s", "Seeds on the board: 47 of 48. Add 1."),
        ("4.4.4.4.4.4.4.4.4.4.4.4.1.1_n", "Seeds on the board: 50 of 48. Take 2 away."),
        (
            "0.0.0.0.0.0.8.0.0.0.0.0.20.20_s",
            "South has no seeds to sow. Put some into its houses, or let the other side move.",
        ),
        (
            "1.0.0.0.0.0.0.0.0.0.0.0.23.24_s",
            "South can't give the other side any seeds, so the game is over. Move some closer.",
        ),
    ],
)
def test_a_position_set_up_by_hand_says_what_is_wrong_with_it(text: str, said: str) -> None:
    setup = SETUPS["oware"]
    assert [str(problem) for problem in setup.problems(setup.facts(setup.read(text), {}))] == [said]
