"""The page about traces describes the steps that the rules really build."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from games_app.games.rules import GAMES, get_game
from tests.games.positions import playout

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "trace.md").read_text(encoding="utf-8")
ROWS = [row.strip("| ").split(" | ") for row in PAGE.splitlines() if row.startswith("| `")][1:]
KEYS = {do.strip("`"): keys for do, keys, _, _ in ROWS}
NEEDED = {do: set(re.findall(r"(?<!\[)`(\w+)`", keys)) for do, keys in KEYS.items()}
ALLOWED = {do: set(re.findall(r"`(\w+)`", keys)) for do, keys in KEYS.items()}
BY_HAND = {"sowing": "hand", "rounds": "3", "opening": "north"}


def steps(slug: str, **options: str) -> list[dict[str, Any]]:
    """Return all steps of a few random games."""
    plays = (playout(get_game(slug).initial_state(**options), random.Random(seed)) for seed in range(12))
    return [
        step for play in plays for state, role, action in play for step in state.apply(role, action).trace
    ]


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        *((slug, {}) for slug in GAMES if slug != "congkak"),
        ("congkak", {"rounds": "3"}),
        ("kalah64", {"pie": "yes"}),
        ("draughts", {}),
    ],
)
def test_every_step_has_the_keys_that_the_page_names(slug: str, options: dict[str, str]) -> None:
    for step in steps(slug, **options):
        keys = set(step) - {"do"}
        assert NEEDED[step["do"]] <= keys <= ALLOWED[step["do"]]


def test_the_page_names_every_step_and_no_other() -> None:
    built = {step["do"] for slug in ("mancala", "morris", "checkers") for step in steps(slug)}
    built |= {step["do"] for step in steps("kalah64", pie="yes")}
    built |= {step["do"] for step in steps("draughts")}
    for options in ({"rounds": "3"}, BY_HAND):
        built |= {step["do"] for step in steps("congkak", **options)}
    assert built == set(NEEDED)


def test_the_examples_are_what_the_rules_build() -> None:
    examples = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
    congkak = get_game("congkak").initial_state(opening="south").apply("south", "scoop 3")
    pits = {"p1": 1, "p2": 0, "p3": 4, "p4": 0, "p5": 0, "p6": 0, "p7": 1, "p8": 0, "p9": 0, "p10": 0}
    facts = {"pits": pits | {"pwinnorth": 4, "pwinsouth": 20}, "hand": {"north": 0, "south": 0}}
    mancala = get_game("mancala").state_from_facts(facts | {"at": None, "control": "north"})
    captured = mancala.apply("north", "pick p7").apply("north", "put p8")
    assert [example[-1]["do"] for example in examples] == ["end", "capture", "end"]
    assert [list(captured.trace), list(congkak.trace)] == [examples[0], examples[2]]
