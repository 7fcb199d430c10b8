"""The rules of pawn checkers, one sentence each."""

from __future__ import annotations

import pytest

from games_app.games.rules import IllegalAction, InvalidFacts, State, get_game

game = get_game("checkers")

FIRST = {
    "black": ["1 1", "3 1", "5 1", "7 1", "2 2", "4 2", "6 2", "8 2", "1 3", "3 3", "5 3", "7 3"],
    "red": ["2 6", "4 6", "6 6", "8 6", "1 7", "3 7", "5 7", "7 7", "2 8", "4 8", "6 8", "8 8"],
}


def position(black: list[str], red: list[str], step: int = 41) -> State:
    """Return a position with exactly these pawns; the missing ones have been captured."""
    pawns = dict.fromkeys(black, "black") | dict.fromkeys(red, "red")
    captures = {"black": 12 - len(red), "red": 12 - len(black)}
    control = "black" if step % 2 else "red"
    return game.state_from_facts({"pawns": pawns, "captures": captures, "control": control, "step": step})


def refused(state: State, action: str) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refusal:
        state.apply(state.to_move[0], action)
    return refusal.value.code, str(refusal.value)


def test_black_begins_at_step_one_with_twelve_pawns_each() -> None:
    state = game.initial_state()
    pawns = dict.fromkeys(FIRST["black"], "black") | dict.fromkeys(FIRST["red"], "red")
    assert state.facts() == {
        "pawns": pawns,
        "captures": {"black": 0, "red": 0},
        "control": "black",
        "step": 1,
    }


def test_black_goes_up_and_red_goes_down() -> None:
    state = position(["4 4"], ["4 6"])
    assert state.legal_actions("black") == ["move 4 4 3 5", "move 4 4 5 5"]
    assert position(["4 4"], ["4 6"], 42).legal_actions("red") == ["move 4 6 3 5", "move 4 6 5 5"]


def test_nothing_wraps_round_the_edges() -> None:
    assert position(["1 3"], ["8 8"]).legal_actions("black") == ["move 1 3 2 4"]
    assert position(["8 4"], ["8 8"]).legal_actions("black") == ["move 8 4 7 5"]
    assert position(["8 4", "1 1"], ["1 5", "8 8"]).legal_actions("black") == ["move 1 1 2 2", "move 8 4 7 5"]


def test_a_jump_removes_the_pawn_and_counts() -> None:
    after = position(["3 3"], ["4 4", "8 8"]).apply("black", "jump 3 3 5 5")
    assert after.facts()["pawns"] == {"5 5": "black", "8 8": "red"}
    assert after.facts()["captures"] == {"black": 11, "red": 11}
    assert after.trace == (
        {"do": "move", "role": "black", "from": "3 3", "to": "5 5"},
        {"do": "capture", "role": "black", "from": [["4 4", 1]], "to": None, "now": None},
    )


def test_a_jump_ends_the_turn_even_where_another_could_follow() -> None:
    state = position(["1 1"], ["2 2", "4 4", "8 8"])
    assert state.apply("black", "jump 1 1 3 3").to_move == ("red",)


def test_no_move_is_allowed_while_a_jump_exists() -> None:
    state = position(["3 3", "7 3"], ["4 4", "8 8"])
    assert state.legal_actions("black") == ["jump 3 3 5 5"]
    said = "A jump is available at c3, so a move is not allowed."
    assert refused(state, "move 7 3 8 4") == ("jump_first", said)


def test_a_pawn_does_not_jump_backwards() -> None:
    state = position(["5 5"], ["4 4", "8 8"])
    assert state.legal_actions("black") == ["move 5 5 4 6", "move 5 5 6 6"]
    assert refused(state, "jump 5 5 3 3")[0] == "not_a_jump"


def test_the_game_ends_when_a_role_has_no_pawn_left() -> None:
    after = position(["3 3"], ["4 4"]).apply("black", "jump 3 3 5 5")
    assert after.is_terminal
    assert after.goals() == {"black": 100, "red": 90}
    assert after.trace[-1] == {"do": "over", "winner": "black"}


def test_being_blocked_ends_the_game_but_captures_decide_it() -> None:
    state = position(["1 7", "4 8", "6 8"], ["2 8", "8 2"], 42)
    after = state.apply("red", "move 8 2 7 1")
    assert after.is_terminal
    assert after.facts()["control"] == "black"
    assert after.goals() == {"black": 80, "red": 72}
    assert after.trace[-1] == {"do": "over", "winner": "black"}


def test_pawns_on_the_last_row_stay_there() -> None:
    assert position(["4 8", "1 1"], ["8 8"]).legal_actions("black") == ["move 1 1 2 2"]


def test_the_game_ends_at_step_100() -> None:
    after = position(["1 1", "3 1"], ["8 8"], 99).apply("black", "move 1 1 2 2")
    assert after.facts()["step"] == 100
    assert after.goals() == {"black": 90, "red": 80}


def test_equal_captures_are_a_draw() -> None:
    after = position(["1 1"], ["8 8"], 99).apply("black", "move 1 1 2 2")
    assert after.goals() == {"black": 90, "red": 90}
    assert after.trace[-1] == {"do": "over", "winner": None}


@pytest.mark.parametrize("captures", range(12))
def test_the_goals_follow_the_table(captures: int) -> None:
    after = position(["1 1"], FIRST["red"][captures:], 99).apply("black", "move 1 1 2 2")
    goal = [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 90][captures]
    assert after.goals() == {"black": goal, "red": 90}


@pytest.mark.parametrize(
    ("action", "code", "said"),
    [
        ("move 4 4 5 5", "no_pawn", "There is no pawn at d4."),
        ("move 2 6 3 5", "not_your_pawn", "The pawn at b6 is not yours. Choose one of your own."),
        ("move 2 2 3 3", "cell_taken", "There is a pawn at c3 already. Choose an empty cell."),
        (
            "move 3 3 3 4",
            "not_a_step",
            "c3 to c4 is not a step. A pawn steps to the next cell diagonally forward.",
        ),
        ("jump 3 3 4 5", "not_a_jump", "c3 to d5 is not a jump. A pawn jumps two cells diagonally forward."),
        ("jump 3 3 5 5", "nothing_to_jump", "There is no pawn of your opponent at d4 to jump over."),
        ("move 1 3 0 4", "no_such_cell", "There is no cell (0, 4). Columns and rows go from 1 to 8."),
        ("move 01 3 2 4", "no_such_cell", "There is no cell (01, 3). Columns and rows go from 1 to 8."),
        ("noop", "no_pass", "You can't pass while there is something you can play."),
        (
            "move 3 3 4 4\n",
            "not_an_action",
            "“move 3 3 4 4\N{REPLACEMENT CHARACTER}” is not an action of this game.",
        ),
        ("move 3 3 4 ٤", "not_an_action", "“move 3 3 4 ٤” is not an action of this game."),
    ],
)
def test_a_refusal_says_what_is_wrong(action: str, code: str, said: str) -> None:
    assert refused(game.initial_state(), action) == (code, said)


def test_a_pawn_that_must_wait_for_a_jump_or_has_no_way_on_is_told_so() -> None:
    state = position(["3 3", "7 3", "2 8"], ["4 4", "8 8"])
    assert refused(state, "move 7 3")[1] == "A jump is available at c3, so a move is not allowed."
    assert refused(state, "move 3 3")[0] == "target_missing"
    assert refused(state, "move 2 8") == (
        "pawn_at_the_end",
        "The pawn at b8 has come to the end of the board and stays. Choose another.",
    )


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"step": 2}, id="black in control at an even step"),
        pytest.param({"step": 0}, id="step 0"),
        pytest.param({"step": 101}, id="step 101"),
        pytest.param({"control": "north"}, id="a foreign role"),
        pytest.param({"captures": {"black": 1, "red": 0}}, id="a capture and all pawns"),
        pytest.param({"pawns": {}}, id="no pawns"),
        pytest.param({"pawns": [["1 1", "black"]]}, id="a list"),
    ],
)
def test_facts_that_can_not_be_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(InvalidFacts):
        game.state_from_facts(game.initial_state().facts() | change)


@pytest.mark.parametrize(
    ("action", "written"), [("move 3 3 4 4", "c3-d4"), ("jump 3 3 5 5", "c3xe5"), ("noop", "--")]
)
def test_actions_are_written_with_column_letters(action: str, written: str) -> None:
    assert game.notation(action) == written
    assert game.action(written) == action
