"""Pawn checkers: what keeps a position that is set up by hand from being one."""

from __future__ import annotations

from games_app.games.catalogue import SETUPS
from games_app.games.rules import GAMES
from games_app.games.setup import Draft

SETUP = SETUPS["checkers"]


def said(men: dict[str, str], turn: str = "black") -> list[str]:
    return [str(problem) for problem in SETUP.problems(SETUP.facts(Draft(turn, {}, men), {}))]


def test_the_first_position_is_set_up_as_it_is() -> None:
    facts = GAMES["checkers"].initial_state().facts()
    assert SETUP.facts(Draft("black", {}, facts["pawns"]), {}) == facts


def test_pawns_that_are_missing_have_been_captured() -> None:
    facts = SETUP.facts(Draft("red", {}, {"3 3": "black", "4 4": "red", "6 6": "red"}), {})
    assert facts["captures"] == {"black": 10, "red": 11}
    assert SETUP.problems(facts) == []


def test_a_side_has_twelve_pawns_at_the_most() -> None:
    men = dict.fromkeys(SETUP.points[:13], "red")
    assert said(men) == ["Red has 13 pawns. Each side has twelve at the most."]


def test_some_pawn_stands_on_the_board() -> None:
    assert said({}) == ["There is no pawn on the board. Place one."]


def test_a_step_takes_a_move_and_a_capture_goes_two_rows() -> None:
    start = GAMES["checkers"].initial_state().facts()["pawns"]
    walked = {point: man for point, man in start.items() if point != "3 3"} | {"4 4": "black"}
    assert SETUP.facts(Draft("red", {}, walked), {})["step"] == 2
    assert SETUP.facts(Draft("black", {}, walked), {})["step"] == 3
    jumped = {point: man for point, man in walked.items() if point not in ("4 4", "4 6")} | {"5 5": "black"}
    assert SETUP.facts(Draft("red", {}, jumped), {})["step"] == 2


def test_pawns_come_only_so_far_in_a_game() -> None:
    men = dict.fromkeys(SETUP.points[-12:], "black") | dict.fromkeys(SETUP.points[:12], "red")
    assert said(men, "red") == ["The pawns can't have come so far in 99 moves. Put some further back."]
