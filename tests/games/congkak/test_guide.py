"""The sentences of the guide to congkak are true of its positions."""

from __future__ import annotations

from games_app.games.congkak.guide import BURNT, CAPTURE
from games_app.games.rules import play


def test_the_sentence_about_a_capture_gives_the_right_numbers() -> None:
    lifted = play(CAPTURE.start, "south", "scoop 4").plies[0].trace[1]
    assert [n for _, n in lifted["from"]] == [1, 7]


def test_burnt_houses_are_passed_over_in_their_step() -> None:
    scoop = play(BURNT.start, "south", "scoop 6").plies[0].trace[0]
    assert [stop for stop, _ in scoop["drops"]] == [7, "A", 10, 11]
