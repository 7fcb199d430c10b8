"""``manage.py rules``, used as in a terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

Said = Callable[..., str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """Run the command in this process; return its output for this input."""

    def output(*given: str, typed: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        call_command("rules", *given)
        return capsys.readouterr().out

    return output


def test_command_shows_the_first_position_and_the_legal_actions(said: Said) -> None:
    output = said("checkers")
    assert "3  b   b   b   b" in output
    assert "black may: move 1 3 2 4 (a3-b4), " in output


def test_command_takes_actions_and_notation_says_refusals_and_plays_forced_actions(said: Said) -> None:
    output = said("mancala", "--play", typed="pick p7\n9\np4\n4\n")
    assert "north: +8\nnorth: +9\nnorth: +10\n" in output
    assert "south> Pit 9 is not yours. Yours are 1 to 5.\n" in output
    assert "“p4” is not an action of this game." in output
    assert "south: +5\n" in output
    assert output.endswith("Ended.\n")
    assert "Traceback" not in output


def test_an_opening_choice_is_told_as_chosen_only(said: Said) -> None:
    output = said("congkak", "--play", typed="3\n")
    assert "south> south: chosen\n" in output
    assert "south has chosen\n" in output
    assert "scoop 3" not in output.partition("south: chosen")[2]


def test_a_wrong_option_is_said_in_one_line(said: Said) -> None:
    with pytest.raises(CommandError, match=r"^rounds can't be 2; allowed: match, 1, 3, 5$"):
        said("congkak", "--option", "rounds=2")
