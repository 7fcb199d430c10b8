"""Puzzles are rated by the levels that solve them, and naive players don't find their solutions."""

from __future__ import annotations

from games_app.analysis.puzzles.collection import questions
from games_app.analysis.puzzles.shipped import shipped
from games_app.games.engine.difficulty import GUESSER, PERFECT, is_found_naively, rating_of
from games_app.games.rules import State, get_game

EASY_WIN = (2, 2, 0, 0, 3, 0, 1, 3, 1, 0)
"""Stones in p1 to p10: South's p1 reaches an empty pit and captures."""


def easy_win() -> State:
    pits = {f"p{n}": stones for n, stones in enumerate(EASY_WIN, 1)} | {"pwinsouth": 8, "pwinnorth": 10}
    facts = {"pits": pits, "hand": {"north": 0, "south": 0}, "at": None, "control": "south"}
    return get_game("mancala").state_from_facts(facts)


def test_a_capture_that_shows_at_once_is_found_by_a_naive_player():
    assert is_found_naively([(easy_win(), "pick p1")])
    assert not is_found_naively([(easy_win(), "pick p5")])


def test_a_move_that_every_level_finds_is_rated_below_one_that_all_miss():
    found, missed = rating_of([(easy_win(), "pick p1")]), rating_of([(easy_win(), "pick p2")])
    assert GUESSER <= found < missed < PERFECT


def test_a_solution_of_two_decisions_is_rated_above_its_first_alone():
    longer = [each for each in map(questions, shipped("mancala")) if len(each) > 1]
    for both in longer[:5]:
        assert rating_of(both) >= rating_of(both[:1])
