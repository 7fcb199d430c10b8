"""How many action sequences there are from the first position, against counts that are known to be right."""

from __future__ import annotations

from itertools import islice

import pytest

from games_app.games.perft import perft
from games_app.rules import get_game

KNOWN = {
    "checkers": [1, 7, 49, 302, 1469, 7361, 36768],
    "morris": [1, 24, 552, 12144],
    "mancala": [1, 5, 5, 5, 5, 24, 24, 24, 24, 86, 103],
}


@pytest.mark.parametrize("slug", KNOWN)
def test_the_rules_allow_as_many_sequences_as_is_known(slug: str) -> None:
    counted = perft(get_game(slug).initial_state())
    assert list(islice(counted, len(KNOWN[slug]))) == KNOWN[slug]


def test_both_sealed_orders_count_in_the_simultaneous_opening() -> None:
    counted = perft(get_game("congkak").initial_state())
    assert list(islice(counted, 3)) == [1, 14, 98]


def test_counting_ends_when_every_sequence_has_ended() -> None:
    pits = {f"p{i}": 0 for i in range(1, 11)} | {"p6": 1, "p7": 1, "pwinnorth": 14, "pwinsouth": 14}
    facts = {"pits": pits, "hand": {"north": 0, "south": 0}, "at": None, "control": "north"}
    assert list(perft(get_game("mancala").state_from_facts(facts))) == [1, 2, 2]
