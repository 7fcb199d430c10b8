"""The ways that a board draws in advance are those that the rules take.

tests/js/hand-sowing.test.mjs reads the same file. GOLDEN=new in the environment writes it again.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from games_app.games.rules import State, get_game
from tests.games.ahead import check_golden
from tests.games.congkak.positions import later, opening, turn

FILE = Path(__file__).parent / "golden" / "ahead.json"


Hand = tuple[int | str | None, int]
"""The hand's place and its number of shells."""


def hand(south: Hand = (None, 0), north: Hand = (None, 0)) -> dict[str, Any]:
    held = {"south": south, "north": north}
    return {
        "hand": {role: n for role, (_, n) in held.items()},
        "at": {role: at for role, (at, _) in held.items()},
        "choosing": [],
    }


def south(houses: dict[int, int], at: int | str, held: int, **changes: Any) -> State:
    return turn(houses, 14, sowing="hand", **hand(south=(at, held)) | changes)


def north(houses: dict[int, int], at: int | str, held: int, **changes: Any) -> State:
    return turn(houses, 14, control="north", sowing="hand", **hand(north=(at, held)) | changes)


CASES: dict[str, tuple[State, str, str]] = {
    "a scoop": (turn({3: 4, 9: 1}, 14, sowing="hand"), "south", "scoop 3"),
    "a drop on the way": (south({4: 2, 9: 1}, 3, 4), "south", "drop 4"),
    "a drop into the own storehouse": (south({9: 1}, 7, 2), "south", "drop A"),
    "south leaves B out": (south({9: 1}, 14, 3), "south", "drop 1"),
    "north leaves A out": (north({9: 1}, 7, 3), "north", "drop 8"),
    "north's own storehouse": (north({9: 1}, 14, 3), "north", "drop B"),
    "past two burnt houses": (south({11: 1}, "A", 3, **later([8, 9])), "south", "drop 10"),
    "into a burnt house": (south({11: 1}, "A", 3, **later([8, 9])), "south", "drop 8"),
    "into the second burnt house": (south({11: 1}, "A", 3, **later([8, 9])), "south", "drop 9"),
    "the last shell into a burnt house": (south({1: 1, 11: 1}, "A", 1, **later([8, 9])), "south", "drop 9"),
    "a relay": (south({4: 2, 9: 1}, 3, 1), "south", "drop 4"),
    "a relay of the opponent's shells": (north({4: 2, 9: 1}, 3, 1), "north", "drop 4"),
    "the last shell into the storehouse": (south({2: 1, 9: 1}, 7, 1), "south", "drop A"),
    "nothing left to scoop then": (south({9: 1}, 7, 1), "south", "drop A"),
    "a capture": (south({2: 1, 10: 3}, 4, 1), "south", "drop 5"),
    "an empty house of the opponent": (south({2: 1, 10: 3}, 8, 1), "south", "drop 9"),
    "the race begins": (opening({2: 7, 9: 7}, 42, sowing="hand"), "north", "scoop 9"),
    "both hands in the race": (
        opening({4: 2, 9: 1}, 14, sowing="hand", **hand(south=(3, 4), north=(12, 5))),
        "north",
        "drop 13",
    ),
}


def test_the_ways_are_where_the_shells_fall_in_whole_games_by_hand() -> None:
    dice = random.Random("ways")
    compared = 0
    for _ in range(8):
        state = get_game("congkak").initial_state(rounds="3", opening="south", sowing="hand")
        while not state.is_terminal:
            (role,) = state.to_move
            ways, action = state.ways(role), dice.choice(state.legal_actions(role))
            state = state.apply(role, action)
            if not action.startswith("scoop"):
                continue
            laps = ways[action.removeprefix("scoop ")]
            for stop in [stops for lap in laps for stops in lap]:
                assert state.legal_actions(role) == sorted(f"drop {each}" for each in stop)
                state = state.apply(role, f"drop {stop[-1]}")
                compared += 1
    assert compared > 400


def test_the_cases_that_the_board_is_tested_with_are_what_the_rules_do() -> None:
    check_golden(CASES, FILE)
