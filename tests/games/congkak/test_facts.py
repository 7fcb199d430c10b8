"""Congkak: facts that no position can have are refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games_app.games.rules import Facts, InvalidFacts
from tests.games.congkak.positions import CONGKAK, later, opening, turn

START = CONGKAK.initial_state().facts()
SEALED = CONGKAK.initial_state().apply("south", "scoop 3").facts()
ENDED = opening({5: 1, 9: 1}, 40, ended=["south"], choosing=["north"]).facts()
RACE = CONGKAK.initial_state(sowing="hand").apply("south", "scoop 3").facts()
STARTED = CONGKAK.initial_state(opening="south").facts()
TURN = turn({5: 1, 9: 1}, 40).facts()
BURNT = turn({5: 1, 9: 1}, 40, **later([1, 2])).facts()
SOWING = turn({5: 1, 9: 2}, 40, sowing="hand").apply("south", "scoop 5").facts()
OVER = turn({6: 1, 8: 1, 9: 3}, 90).apply("south", "scoop 6").facts()
LIMITED = turn({6: 1, 8: 1, 9: 3}, 40, options={"rounds": "1"}).apply("south", "scoop 6").facts()
EVERY = [START, STARTED, SEALED, ENDED, RACE, TURN, BURNT, SOWING, OVER, LIMITED]


def spoilt(facts: Facts, **changes: Any) -> Facts:
    """Return the facts with some changed; a dict changes single keys of the inner one."""
    copied = copy.deepcopy(facts)
    for key, value in changes.items():
        copied[key] = copied[key] | value if isinstance(value, dict) else value
    return copied


@pytest.mark.parametrize("facts", EVERY)
def test_facts_spoilt_below_are_accepted_unspoilt(facts: Facts) -> None:
    assert CONGKAK.state_from_facts(facts).facts() == facts


@pytest.mark.parametrize(
    ("facts", "changes"),
    [
        # shells
        (TURN, {"houses": {"1": 1}}),
        (TURN, {"houses": {"1": -1, "2": 1}}),
        (TURN, {"houses": {"5": True}}),
        (TURN, {"houses": [7] * 14}),
        (SOWING, {"hand": {"south": 2}}),
        # options
        (TURN, {"options": {"rounds": "2"}}),
        (TURN, {"options": {"more": "1"}}),
        # burnt
        (TURN, {"burnt": [1]}),
        (BURNT, {"burnt": [2, 1]}),
        (BURNT, {"burnt": [True, 2]}),
        (BURNT, {"stores": {"south": 90, "north": 6}}),
        (spoilt(BURNT, houses={"5": 0}, stores={"south": 41}), {"burnt": [1, 2, 3, 4, 5, 6, 7]}),
        # rounds
        (TURN, {"round": 0}),
        (TURN, {"round": 10**12}),
        (BURNT, {"options": {"rounds": "1"}}),
        (BURNT, {"rounds_won": {"south": 1}}),
        (TURN, {"rounds_won": {"north": 1}}),
        (OVER, {"rounds_won": {"south": 0}}),
        # hands
        (SOWING, {"at": {"south": None}}),
        (SOWING, {"at": {"south": "B"}}),
        (SOWING, {"options": {"sowing": "auto"}}),
        (SOWING, {"choosing": ["south"]}),
        (SOWING, {"stores": {"south": 0, "north": 95}, "at": {"south": "A"}}),
        (SOWING, {"hand": {"south": 1, "north": 1}, "stores": {"south": 39}, "at": {"north": 9}}),
        # the opening
        (START, {"control": "south"}),
        (START, {"choosing": []}),
        (START, {"choosing": ["south", "south"]}),
        (START, {"ended": ["south"], "choosing": ["north"]}),
        (START, {"phase": "turn", "control": "south", "choosing": ["south"]}),
        (START, {"houses": {"1": 6}, "stores": {"south": 1}}),
        (SEALED, {"sealed": {"south": 9}}),
        (SEALED, {"sealed": {"north": 9}, "choosing": []}),
        (SEALED, {"choosing": ["south", "north"]}),
        (SEALED, {"options": {"sowing": "hand"}}),
        (SEALED, {"houses": {"3": 0, "4": 14}, "stores": {"south": 0}}),
        (ENDED, {"ended": ["south", "north"], "choosing": []}),
        (ENDED, {"houses": {"9": 0}, "stores": {"north": 58}}),
        (ENDED, {"stores": {"south": 96, "north": 0}}),
        (RACE, {"choosing": ["south", "north"]}),
        (RACE, {"ended": ["south"]}),
        # a turn
        (TURN, {"control": None}),
        (TURN, {"choosing": []}),
        (TURN, {"ended": ["north"]}),
        (TURN, {"sealed": {"south": 5}}),
        (TURN, {"houses": {"5": 0}, "stores": {"south": 41}}),
        (TURN, {"houses": {"9": 0}, "stores": {"south": 0, "north": 97}}),
        (TURN, {"phase": "over", "control": None, "choosing": []}),
        (TURN, {"phase": "play"}),
        # the end
        (OVER, {"control": "south"}),
        (OVER, {"stores": {"south": 91, "north": 7}}),
        (OVER, {"phase": "turn", "control": "south", "choosing": ["south"]}),
        (LIMITED, {"options": {"rounds": "3"}}),
    ],
)
def test_facts_that_contradict_themselves_are_refused(facts: Facts, changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidFacts):
        CONGKAK.state_from_facts(spoilt(facts, **changes))


def test_the_view_of_someone_who_may_not_see_a_seal_is_no_position() -> None:
    with pytest.raises(InvalidFacts):
        CONGKAK.state_from_facts(CONGKAK.initial_state().apply("south", "scoop 3").view("north"))
