"""Congkak: what keeps a position that is set up by hand from being one."""

from __future__ import annotations

import pytest

from games_app.games.congkak.setup import setup
from games_app.games.rules import GAMES

OPTIONS = {"rounds": "3", "opening": "simultaneous", "sowing": "auto"}
SETUP = setup(GAMES["congkak"])
START = "7.7.7.7.7.7.7.0.7.7.7.7.7.7.7.0"


def said(text: str, **options: str) -> list[str]:
    return [str(problem) for problem in SETUP.problems(SETUP.facts(SETUP.read(text), OPTIONS | options))]


@pytest.mark.parametrize("role", ["south", "north"])
def test_all_houses_full_are_the_start_of_one_who_starts_alone(role: str) -> None:
    facts = SETUP.facts(SETUP.read(f"{START}_{role[0]}"), OPTIONS)
    assert facts == GAMES["congkak"].initial_state(**OPTIONS | {"opening": role}).facts()
    assert SETUP.problems(facts) == []


@pytest.mark.parametrize(
    "text",
    [
        "0.0.0.0.0.0.1.40.1.0.0.0.0.0.0.56_n",
        "x.x.7.7.7.7.7.5.7.7.7.7.7.7.7.9_n",
        "0.0.0.0.0.0.1.97.0.0.0.0.0.0.0.0_s",
        "7.7.7.7.7.7.7.14.x.x.7.7.7.7.7.0_s",
    ],
)
def test_positions_of_every_part_of_a_round_are_possible(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7.7.7.7.7.7.7.0.7.7.7.7.7.7.5.0_n", "Shells on the board: 96 of 98. Add 2."),
        ("7.7.7.7.7.7.7.1.7.7.7.7.7.7.7.0_n", "Shells on the board: 99 of 98. Take 1 away."),
        (
            "0.0.0.0.0.0.0.49.0.0.0.0.0.0.0.49_n",
            "No house holds a shell, so the round is over. Put shells into the houses.",
        ),
        (
            "0.0.0.0.0.0.0.49.9.0.0.0.0.0.0.40_s",
            "South has no shell in its houses. Let the other side move, or put some there.",
        ),
        (
            "0.0.0.0.0.0.0.49.49.0.0.0.0.0.0.0_n",
            "The other side's houses are empty. North can only be on turn after a shell has come into its"
            " storehouse, so put one there.",
        ),
        (
            "7.x.7.7.7.7.7.5.7.7.7.7.7.7.7.2_n",
            "Houses of one side burn in their order: from 1 on for South, from 8 on for North.",
        ),
        (
            "x.x.x.x.x.x.x.0.7.7.7.7.7.7.7.49_n",
            "A side whose houses are all burnt has lost the match.",
        ),
        (
            "x.x.7.7.7.7.7.9.7.7.7.7.7.7.7.5_n",
            "With these burnt houses, North's storehouse must hold at least 8.",
        ),
    ],
)
def test_fault_of_a_setup_is_said_in_one_sentence(text: str, sentence: str) -> None:
    problems = said(text)
    if "burnt has lost" in sentence:
        assert sentence in problems
    else:
        assert problems == [sentence]
