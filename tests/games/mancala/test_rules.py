"""Mancala's rules, one sentence each; this site's decisions on the rule sheet come first."""

from __future__ import annotations

from typing import Any

import pytest

from games_app.games.mancala import GAME
from games_app.games.rules import IllegalAction, InvalidFacts, State, get_game

game = get_game("mancala")


def position(
    south: list[int], north: list[int], stores: tuple[int, int], control: str = "north", **sowing: Any
) -> State:
    """Return a position: south's pits p1..p5, north's p6..p10, the stores of (south, north), and a hand."""
    pits = {f"p{i}": n for i, n in enumerate(south + north, 1)}
    pits |= {"pwinsouth": stores[0], "pwinnorth": stores[1]}
    hand = {"north": 0, "south": 0} | {control: sowing.get("hand", 0)}
    facts = {"pits": pits, "hand": hand, "at": sowing.get("at"), "control": control}
    return game.state_from_facts(facts)


def play(state: State, *actions: str) -> State:
    """Return the actions, each followed by the forced ones."""
    for action in actions:
        state = state.apply(state.to_move[0], action)
        while forced := state.forced():
            state = state.apply(*forced)
    return state


def pits(state: State) -> dict[str, int]:
    return dict(state.facts()["pits"])


def refused(state: State, action: str) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refusal:
        state.apply(state.to_move[0], action)
    return refusal.value.code, str(refusal.value)


def test_north_begins_with_three_stones_in_each_pit() -> None:
    state = game.initial_state()
    assert state.to_move == ("north",)
    assert pits(state) == {f"p{i}": 3 for i in range(1, 11)} | {"pwinnorth": 0, "pwinsouth": 0}


def test_a_pick_fills_the_hand_and_each_put_is_an_action_of_its_own() -> None:
    state = game.initial_state().apply("north", "pick p7")
    assert state.facts()["hand"] == {"north": 3, "south": 0}
    assert state.facts()["at"] == "p8"
    assert state.legal_actions("north") == ["put p8"]
    assert state.forced() == ("north", "put p8")
    assert state.legal_actions("south") == ["noop"]


def test_norths_path_leaves_out_souths_store() -> None:
    state = position([3, 3, 3, 3, 3], [0, 0, 0, 0, 8], (3, 4))
    after = play(state, "pick p10")
    assert pits(after)["pwinsouth"] == 3
    assert (pits(after)["p5"], pits(after)["p6"]) == (4, 1)


def test_souths_path_leaves_out_norths_store() -> None:
    state = position([0, 0, 0, 0, 8], [3, 3, 3, 3, 3], (3, 4), "south")
    after = play(state, "pick p5")
    assert pits(after)["pwinnorth"] == 4
    assert (pits(after)["p10"], pits(after)["p1"]) == (4, 1)


def test_the_last_stone_in_the_own_store_keeps_control() -> None:
    state = play(game.initial_state(), "pick p8")
    assert state.to_move == ("north",)
    assert state.trace[-1]["do"] == "again"


@pytest.mark.parametrize(
    ("south", "action", "own", "opposite", "stored"),
    [
        ([0, 0, 0, 0, 7], "pick p5", "p1", "p10", 1 + 1 + 7),
        ([1, 0, 0, 0, 0], "pick p1", "p2", "p9", 1 + 5),
        ([0, 1, 0, 0, 0], "pick p2", "p3", "p8", 1 + 4),
        ([0, 0, 1, 0, 0], "pick p3", "p4", "p7", 1 + 3),
        ([0, 0, 0, 1, 0], "pick p4", "p5", "p6", 1 + 2),
    ],
)
def test_the_last_stone_in_an_own_empty_pit_captures_the_opposite_one(
    south: list[int], action: str, own: str, opposite: str, stored: int
) -> None:
    after = play(position(south, [2, 3, 4, 5, 6], (0, 10 - sum(south)), "south"), action)
    assert (pits(after)[own], pits(after)[opposite], pits(after)["pwinsouth"]) == (0, 0, stored)
    assert after.to_move == ("north",)


def test_a_capture_counts_even_when_the_opposite_pit_is_empty() -> None:
    state = position([1, 0, 0, 0, 0], [1, 1, 1, 0, 1], (13, 12), "south")
    after = play(state, "pick p1")
    assert pits(after)["pwinsouth"] == 14
    (capture,) = [step for step in after.trace if step["do"] == "capture"]
    assert capture["from"] == [["p2", 1], ["p9", 0]]


def test_a_full_lap_ends_in_the_empty_start_pit_and_captures() -> None:
    state = position([11, 0, 0, 0, 0], [1, 1, 1, 1, 4], (5, 6), "south")
    after = play(state, "pick p1")
    assert (pits(after)["p1"], pits(after)["p10"]) == (0, 0)
    assert pits(after)["pwinsouth"] == 5 + 1 + 1 + 5
    assert after.to_move == ("north",)


def test_the_last_stone_anywhere_else_passes_control() -> None:
    assert play(game.initial_state(), "pick p7").to_move == ("south",)
    assert play(game.initial_state(), "pick p10").to_move == ("south",)


def test_when_the_opponent_has_no_stone_pits_are_cleared_one_by_one() -> None:
    state = position([0, 0, 0, 0, 0], [2, 0, 3, 0, 0], (10, 15))
    assert state.legal_actions("north") == ["clear p6", "clear p8"]
    assert state.forced() is None
    after = state.apply("north", "clear p6")
    assert (pits(after)["pwinnorth"], after.to_move) == (17, ("north",))
    assert after.apply("north", "clear p8").is_terminal


def test_player_without_stones_in_the_own_pits_passes_and_the_server_does_it() -> None:
    state = position([1, 0, 0, 0, 0], [0, 0, 0, 0, 0], (14, 15))
    assert state.legal_actions("north") == ["noop"]
    assert state.forced() == ("north", "noop")
    after = state.apply("north", "noop")
    assert after.to_move == ("south",)
    assert after.trace == ({"do": "pass", "role": "north"},)


def test_a_single_choice_is_still_the_players() -> None:
    state = position([1, 1, 0, 0, 0], [1, 0, 0, 0, 0], (13, 14))
    assert state.legal_actions("north") == ["pick p6"]
    assert state.forced() is None


def test_the_game_ends_when_all_ten_pits_are_empty() -> None:
    state = position([0, 0, 0, 0, 0], [1, 0, 0, 0, 0], (14, 15))
    after = state.apply("north", "clear p6")
    assert after.is_terminal
    assert after.goals() == {"north": 86, "south": 0}
    assert after.trace[-1] == {"do": "over", "winner": "north"}
    assert after.legal_actions("north") == ["noop"]
    assert after.apply("south", "noop") == after


def test_fifteen_each_is_a_draw() -> None:
    after = position([0, 0, 0, 0, 0], [1, 0, 0, 0, 0], (15, 14)).apply("north", "clear p6")
    assert after.goals() == {"north": 50, "south": 50}
    assert after.trace[-1] == {"do": "over", "winner": None}


def test_the_goals_follow_the_table() -> None:
    assert [GAME.rules({}).goal(n) for n in (0, 14, 15, 16, 17, 29, 30)] == [0, 0, 50, 86, 87, 99, 100]


def test_a_capture_that_empties_the_board_ends_the_game() -> None:
    state = position([1, 0, 0, 0, 0], [0, 0, 0, 1, 0], (14, 14), "south")
    after = play(state, "pick p1")
    assert after.is_terminal
    assert [step["do"] for step in after.trace] == ["drop", "capture", "end", "over"]


@pytest.mark.parametrize(
    ("action", "code", "said"),
    [
        ("pick p1", "not_your_pit", "Pit 1 is not yours. Yours are 6 to 10."),
        ("pick p11", "no_such_pit", "There is no pit p11."),
        ("pick p01", "no_such_pit", "There is no pit p01."),
        ("pick pwinnorth", "store_stays", "Stones in a store stay there. Choose one of your pits."),
        ("put p7", "hand_empty", "Your hand is empty. Pick up the stones of one of your pits first."),
        (
            "clear p7",
            "pick_instead",
            "Your opponent still has stones, so pits can't be cleared. Pick pit 7 instead.",
        ),
        ("noop", "no_pass", "You can't pass while there is something you can play."),
        ("pick  p7", "not_an_action", "“pick  p7” is not an action of this game."),
    ],
)
def test_a_refusal_says_what_is_wrong(action: str, code: str, said: str) -> None:
    assert refused(game.initial_state(), action) == (code, said)


def test_an_empty_pit_can_not_be_picked() -> None:
    state = play(game.initial_state(), "pick p8")
    assert refused(state, "pick p8") == ("pit_empty", "Pit 8 is empty. Choose one that holds stones.")


def test_with_stones_in_the_hand_only_the_next_put_is_allowed() -> None:
    state = game.initial_state().apply("north", "pick p7")
    said = "Stones in your hand: 3. Put the next one into pit 8."
    for action in ("pick p6", "put p9", "clear p6", "noop"):
        assert refused(state, action) == ("put_next_pit", said)
    state = game.initial_state().apply("north", "pick p10")
    assert refused(state, "put p1") == (
        "put_next_store",
        "Stones in your hand: 3. Put the next one into your store.",
    )


def test_nothing_is_sown_once_the_opponent_has_no_stones() -> None:
    state = position([0, 0, 0, 0, 0], [2, 0, 3, 0, 0], (10, 15))
    assert refused(state, "pick p6")[0] == "clear_instead"


def test_player_with_nothing_to_play_hears_that_passing_is_all() -> None:
    state = position([1, 0, 0, 0, 0], [0, 0, 0, 0, 0], (14, 15))
    for action in ("pick p6", "put p6", "clear p6"):
        assert refused(state, action)[0] == "must_pass"


NONE = [0, 0, 0, 0, 0]
THREES = [3, 3, 3, 3, 3]


@pytest.mark.parametrize(
    ("south", "north", "stores", "sowing"),
    [
        pytest.param(THREES, THREES, (1, 0), {}, id="31 stones"),
        pytest.param(THREES, [3, 3, 3, 3, 2], (0, 0), {}, id="29 stones"),
        pytest.param([3, 3, 3, 3, 6], THREES, (0, -3), {}, id="a negative store"),
        pytest.param(THREES, [3, 3, 3, 3, 0], (0, 0), {"hand": 3}, id="a hand that sows nowhere"),
        pytest.param(THREES, THREES, (0, 0), {"at": "p7"}, id="an empty hand that sows"),
        pytest.param(THREES, [3, 3, 3, 3, 0], (0, 0), {"hand": 3, "at": "pwinsouth"}, id="the other's store"),
        pytest.param(THREES, [3, 3, 3, 3, 0], (0, 0), {"hand": 3, "at": "p8"}, id="a hand from a full pit"),
        pytest.param(NONE, [3, 0, 0, 0, 0], (12, 12), {"hand": 3, "at": "p8"}, id="sown against no stones"),
        pytest.param(
            [1, 0, 0, 0, 0], NONE, (14, 14), {"hand": 1, "at": "p2"}, id="its drop not in the store"
        ),
    ],
)
def test_facts_that_no_play_can_reach_are_refused(
    south: list[int], north: list[int], stores: tuple[int, int], sowing: dict[str, Any]
) -> None:
    with pytest.raises(InvalidFacts):
        position(south, north, stores, **sowing)


def test_two_hands_can_not_hold_stones() -> None:
    facts = game.initial_state().apply("north", "pick p7").facts()
    both = facts | {"hand": {"north": 2, "south": 1}}
    other = facts | {"hand": {"north": 0, "south": 3}}
    for wrong in (both, other):
        with pytest.raises(InvalidFacts):
            game.state_from_facts(wrong)


@pytest.mark.parametrize(
    ("action", "written"),
    [
        ("pick p7", "7"),
        ("put p8", "+8"),
        ("put pwinsouth", "+S"),
        ("put pwinnorth", "+N"),
        ("clear p7", "7*"),
        ("noop", "--"),
    ],
)
def test_actions_are_written_by_pit_number(action: str, written: str) -> None:
    assert game.notation(action) == written
    assert game.action(written) == action
