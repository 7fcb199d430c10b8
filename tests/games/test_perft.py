"""Numbers of action sequences from the first position, compared with known counts."""

from __future__ import annotations

from itertools import islice

import pytest

from games_app.games.perft import perft
from games_app.games.rules import RULE_SETS, get_game
from tests.games.cases import cases


@pytest.mark.parametrize("slug", RULE_SETS)
def test_the_rules_allow_as_many_sequences_as_is_known(slug: str) -> None:
    known = cases(slug).PERFT
    assert list(islice(perft(get_game(slug).initial_state()), len(known))) == known


def test_counting_ends_when_every_sequence_has_ended() -> None:
    pits = {f"p{i}": 0 for i in range(1, 11)} | {"p6": 1, "p7": 1, "pwinnorth": 14, "pwinsouth": 14}
    facts = {"pits": pits, "hand": {"north": 0, "south": 0}, "at": None, "control": "north"}
    assert list(perft(get_game("mancala").state_from_facts(facts))) == [1, 2, 2]
