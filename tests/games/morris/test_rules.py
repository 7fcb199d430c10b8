"""The rules of Nine Men's Morris, one sentence each."""

from __future__ import annotations

from typing import Any

import pytest

from games_app.games.morris.rules import LINES, POINTS, STRAIGHT
from games_app.games.rules import IllegalAction, InvalidFacts, State, get_game

game = get_game("morris")

TOP = ["outer nw", "outer n", "outer ne"]
BOTTOM = ["outer sw", "outer s", "outer se"]


def facts(white: list[str], black: list[str], control: str = "white", **given: Any) -> dict[str, Any]:
    owners = dict.fromkeys(white, "white") | dict.fromkeys(black, "black")
    return {
        "points": {point: owners.get(point, "empty") for point in POINTS},
        "heap": {"white": 0, "black": 0},
        "control": control,
        "step": 40,
        "mill": False,
    } | given


def position(white: list[str], black: list[str], control: str = "white", **given: Any) -> State:
    """Return a position with these stones; the heaps are empty and it is step 40 unless ``given`` differs."""
    return game.state_from_facts(facts(white, black, control, **given))


def refused(state: State, action: str) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refusal:
        state.apply(state.to_move[0], action)
    return refusal.value.code, str(refusal.value)


def test_there_are_sixteen_mills_and_every_point_is_in_two() -> None:
    assert len(LINES) == 16
    assert all(sum(point in line for line in LINES) == 2 for point in range(24))


def test_squares_are_joined_at_their_sides_only() -> None:
    near = {POINTS[i]: sorted(POINTS[j] for j in STRAIGHT.neighbours[i]) for i in range(24)}
    assert near["outer n"] == ["middle n", "outer ne", "outer nw"]
    assert near["middle n"] == ["inner n", "middle ne", "middle nw", "outer n"]
    assert near["inner nw"] == ["inner n", "inner w"]
    assert sum(map(len, STRAIGHT.neighbours)) == 2 * 32


def test_white_begins_at_step_zero_with_nine_stones_each_to_place() -> None:
    state = game.initial_state()
    assert state.to_move == ("white",)
    assert state.facts() == facts([], [], heap={"white": 9, "black": 9}, step=0)
    assert len(state.legal_actions("white")) == 24


def test_each_ply_counts_a_step() -> None:
    state = game.initial_state().apply("white", "place outer n").apply("black", "place outer s")
    assert (state.facts()["step"], state.facts()["heap"]) == (2, {"white": 8, "black": 8})


def test_stones_move_only_when_all_are_placed() -> None:
    state = game.initial_state().apply("white", "place outer n").apply("black", "place outer s")
    assert refused(state, "move outer n outer ne") == (
        "place_first",
        "Stones you still have to place: 8. Place them all before you move one.",
    )


def test_a_mill_keeps_control_for_one_removal() -> None:
    state = position(
        ["outer nw", "outer n", "middle ne", "outer e"], ["inner n", "inner s", "inner e", "middle w"]
    )
    after = state.apply("white", "move outer e outer ne")
    assert after.facts()["mill"]
    assert after.to_move == ("white",)
    assert after.trace == (
        {"do": "move", "role": "white", "from": "outer e", "to": "outer ne"},
        {"do": "mill", "role": "white", "lines": [TOP]},
    )
    removed = after.apply("white", "remove inner n")
    assert removed.to_move == ("black",)
    assert removed.trace == (
        {"do": "capture", "role": "white", "from": [["inner n", 1]], "to": None, "now": None},
    )


def test_two_mills_at_once_remove_one_stone() -> None:
    white = ["outer nw", "outer n", "outer e", "outer se", "inner ne"]
    black = ["inner n", "inner s", "inner e", "middle w"]
    state = position(white, black, heap={"white": 1, "black": 1}, step=24)
    after = state.apply("white", "place outer ne")
    assert [len(step["lines"]) for step in after.trace if step["do"] == "mill"] == [2]
    assert after.apply("white", "remove inner n").to_move == ("black",)


def test_a_stone_in_a_mill_can_not_be_removed() -> None:
    state = position(TOP, [*BOTTOM, "inner n"], mill=True)
    assert state.legal_actions("white") == ["remove inner n"]
    assert state.forced() is None
    assert refused(state, "remove outer s") == (
        "stone_in_mill",
        "The stone at d1 is in a mill. Remove one that is in none.",
    )


def test_with_every_stone_in_a_mill_the_server_passes() -> None:
    state = position(TOP, BOTTOM, mill=True)
    assert state.legal_actions("white") == ["noop"]
    assert state.forced() == ("white", "noop")
    assert refused(state, "remove outer s")[0] == "all_in_mills"
    assert refused(state, "move outer n middle n")[0] == "all_in_mills"
    after = state.apply("white", "noop")
    assert (after.to_move, after.facts()["mill"], after.facts()["step"]) == (("black",), False, 41)


def test_before_the_removal_nothing_else_is_allowed() -> None:
    state = position(TOP, [*BOTTOM, "inner n"], mill=True)
    said = "You closed a mill, so first remove a stone of your opponent."
    for action in ("move outer n middle n", "place inner e", "noop"):
        assert refused(state, action) == ("remove_first", said)


def test_a_stone_steps_to_an_empty_neighbour() -> None:
    state = position(["outer n", "inner n", "inner s", "inner e"], ["outer ne", "outer se", "outer s"])
    mine = [action for action in state.legal_actions("white") if action.startswith("move outer n ")]
    assert mine == ["move outer n middle n", "move outer n outer nw"]
    assert refused(state, "move outer n outer w")[0] == "not_a_neighbour"
    assert refused(state, "move outer n outer ne")[0] == "point_taken"


def test_with_exactly_three_stones_a_role_may_fly() -> None:
    state = position(["outer n", "inner n", "inner s"], ["outer ne", "outer se", "outer s", "outer w"])
    assert len(state.legal_actions("white")) == 3 * (24 - 7)
    assert state.apply("white", "move outer n inner w").to_move == ("black",)


def test_player_who_can_not_move_passes_and_the_server_does_it() -> None:
    white = ["outer nw", "outer ne", "outer sw", "outer se"]
    black = ["outer n", "outer e", "outer s", "outer w", "middle n"]
    state = position(white, black)
    assert state.legal_actions("white") == ["noop"]
    assert state.forced() == ("white", "noop")
    after = state.apply("white", "noop")
    assert after.to_move == ("black",)
    assert after.trace == ({"do": "pass", "role": "white"},)


def test_fewer_than_three_stones_end_the_game_once_both_heaps_are_empty() -> None:
    state = position(TOP, ["inner n", "inner s", "inner e"], mill=True)
    after = state.apply("white", "remove inner n")
    assert after.is_terminal
    assert after.goals() == {"white": 100, "black": 0}
    assert after.trace[-1] == {"do": "over", "winner": "white"}


def test_fewer_than_three_stones_do_not_end_the_game_while_stones_are_to_be_placed() -> None:
    state = position(TOP, ["inner n"], heap={"white": 5, "black": 5}, control="white", step=12)
    assert state.to_move == ("white",)


@pytest.mark.parametrize(
    ("white", "black", "goals", "winner"),
    [
        (4, 3, {"white": 75, "black": 25}, "white"),
        (3, 4, {"white": 25, "black": 75}, "black"),
        (4, 4, {"white": 50, "black": 50}, None),
    ],
)
def test_after_sixty_steps_more_stones_count_more(
    white: int, black: int, goals: dict[str, int], winner: str | None
) -> None:
    whites = ["outer nw", "middle n", "inner e", "inner sw"][:white]
    blacks = ["outer s", "middle w", "inner se", "outer ne"][:black]
    after = position(whites, blacks, step=59).apply("white", "move middle n outer n")
    assert after.is_terminal
    assert after.goals() == goals
    assert after.trace[-1] == {"do": "over", "winner": winner}


def test_step_sixty_ends_the_game_with_a_mill_unsettled() -> None:
    state = position(
        ["outer nw", "outer n", "outer e", "inner w"], ["inner n", "inner s", "inner se"], step=59
    )
    after = state.apply("white", "move outer e outer ne")
    assert after.facts()["mill"]
    assert after.is_terminal
    assert after.forced() is None
    assert [step["do"] for step in after.trace] == ["move", "mill", "over"]


@pytest.mark.parametrize(
    ("action", "code", "said"),
    [
        ("place outer s", "all_placed", "All your stones are placed. Move one of them."),
        ("remove inner n", "no_mill_closed", "You can remove a stone only after closing a mill."),
        ("move middle w middle nw", "point_empty", "There is no stone at b4."),
        ("move inner n inner ne", "not_your_stone", "The stone at d5 is not yours. Move one of your own."),
        ("move outer e outer ne", "point_taken", "There is a stone at g7 already. Choose an empty point."),
        (
            "move outer e inner se",
            "not_a_neighbour",
            "e3 is not next to g4. A stone moves along a line to the next point.",
        ),
        ("noop", "no_pass", "You can't pass while there is something you can play."),
        ("move outer x outer n", "no_such_point", "There is no point outer x."),
        ("place d7 d7", "no_such_point", "There is no point d7 d7."),
        ("place outer", "not_an_action", "“place outer” is not an action of this game."),
        ("place  outer n", "not_an_action", "“place  outer n” is not an action of this game."),
    ],
)
def test_a_refusal_says_what_is_wrong(action: str, code: str, said: str) -> None:
    state = position(["outer ne", "outer nw", "outer e", "outer sw"], ["inner n", "inner s", "inner w"])
    assert refused(state, action) == (code, said)


@pytest.mark.parametrize(
    ("point", "code", "said"),
    [
        ("outer s", "point_empty", "There is no stone at d1."),
        ("inner n", "not_your_stone", "The stone at d5 is not yours. Move one of your own."),
        (
            "outer nw",
            "stone_blocked",
            "The stone at a7 is blocked: no point next to it is empty. Move another.",
        ),
        ("outer e", "target_missing", "Say where to go from g4."),
    ],
)
def test_a_move_that_names_its_stone_only_hears_what_the_stone_can_do(
    point: str, code: str, said: str
) -> None:
    state = position([*TOP, "outer w", "outer e"], ["inner n", "inner s", "inner w"])
    assert refused(state, f"move {point}") == (code, said)


def test_only_an_opponents_stone_can_be_removed() -> None:
    state = position(TOP, ["inner n", "inner s", "inner e"], mill=True)
    assert refused(state, "remove outer n") == (
        "your_own_stone",
        "The stone at d7 is your own. Remove one of your opponent's.",
    )
    assert refused(state, "remove inner w") == ("point_empty", "There is no stone at c4.")


def test_a_taken_point_can_not_be_placed_on() -> None:
    state = game.initial_state().apply("white", "place outer n")
    assert refused(state, "place outer n")[0] == "point_taken"


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(facts(TOP, BOTTOM, mill=1), id="a mill that is a number"),
        pytest.param(facts(BOTTOM[:2], TOP, mill=True), id="a mill to settle that is nowhere"),
        pytest.param(facts(TOP, BOTTOM, step=61), id="step 61"),
        pytest.param(facts(TOP, BOTTOM, step=20), id="fewer steps than stones placed and removed"),
        pytest.param(facts(TOP[:2], BOTTOM[:2]), id="two roles below three"),
        pytest.param(facts(TOP, BOTTOM, heap={"white": 7, "black": 0}), id="ten stones"),
        pytest.param(facts(TOP, BOTTOM, heap={"white": 1, "black": 6}), id="heaps far apart"),
        pytest.param(facts([], [], heap={"white": 9, "black": 9}, step=1), id="a step without a stone"),
        pytest.param(facts([], [], "black", heap={"white": 9, "black": 9}, step=0), id="black placing first"),
        pytest.param(
            facts([], [], heap={"white": 9, "black": 9}, step=0, points={"outer n": "empty"}), id="one point"
        ),
    ],
)
def test_facts_that_can_not_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidFacts):
        game.state_from_facts(wrong)


@pytest.mark.parametrize(
    ("point", "written"),
    [
        ("outer nw", "a7"),
        ("outer n", "d7"),
        ("outer ne", "g7"),
        ("outer e", "g4"),
        ("outer se", "g1"),
        ("outer s", "d1"),
        ("outer sw", "a1"),
        ("outer w", "a4"),
        ("middle nw", "b6"),
        ("middle se", "f2"),
        ("inner nw", "c5"),
        ("inner e", "e4"),
        ("inner s", "d3"),
    ],
)
def test_points_are_written_as_on_the_usual_diagram(point: str, written: str) -> None:
    assert game.notation(f"place {point}") == written
    assert game.notation(f"remove {point}") == f"x{written}"
    assert game.notation(f"move {point} middle n") == f"{written}-d6"
    assert game.action(f"d6-{written}") == f"move middle n {point}"
    assert game.action("--") == "noop"
