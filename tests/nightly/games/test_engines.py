"""Long searches: published counts to the end of their tables, hard positions, and a whole game proved."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.perft import perft
from games_app.games.rules import get_game
from tests.games.checkers.test_draughts import PUBLISHED, counts_by_the_engine, counts_by_the_rules
from tests.games.congkak.test_engine import (
    assert_proved_as_minimax_finds,
    burnt_and_few,
    few_shells,
    very_few_shells,
)
from tests.games.mancala.test_levels import assert_gives_nothing_away, slow  # noqa: F401
from tests.games.morris.second_morris import sequences
from tests.games.searching import random_positions
from tests.games.test_analyse_command import said

CHECKERS, CONGKAK = get_game("checkers"), get_game("congkak")
BLACK = ("1 1", "7 3", "8 4", "1 5", "4 6")
RED = ("3 1", "3 3", "6 4", "2 8", "6 8", "8 8")
HARD = {
    "pawns": dict.fromkeys(BLACK, "black") | dict.fromkeys(RED, "red"),
    "captures": {"black": 6, "red": 7},
    "control": "black",
    "step": 45,
}
"""A position after 44 plies of two greedy players."""


def test_the_master_of_mancala_gives_nothing_away_in_60_positions(slow):
    choices = (one for one in random_positions("mancala", 6) if len(one.legal_actions(one.to_move[0])) > 1)
    assert_gives_nothing_away(islice(choices, 0, 300, 5))


def test_draughts_has_as_many_whole_moves_as_is_published():
    assert list(islice(counts_by_the_rules(), 6)) == PUBLISHED[:6]
    assert list(islice(counts_by_the_engine(), len(PUBLISHED))) == PUBLISHED


@pytest.mark.parametrize(
    ("slug", "stones", "depth"), [("morrisstandard", 9, 5), ("morriswalking", 9, 5), ("morristwelve", 12, 4)]
)
def test_morris_has_as_many_openings_as_a_second_program_counts(slug, stones, depth):
    heaps = (stones, stones)
    flies, diagonals = slug != "morriswalking", slug == "morristwelve"
    known = sequences(frozenset(), frozenset(), heaps, depth, flies=flies, diagonals=diagonals)
    assert list(islice(perft(get_game(slug).initial_state()), depth + 1)) == [1, *known]


@pytest.mark.parametrize(
    ("slug", "late", "positions"),
    [
        ("congkak", few_shells, 40),
        ("congkak", burnt_and_few, 15),
        ("congkakriau", very_few_shells, 10),
        ("sungka", burnt_and_few, 10),
    ],
)
def test_late_rounds_of_congkak_are_worth_what_plain_minimax_finds(slug, late, positions):
    assert_proved_as_minimax_finds(slug, late, positions)


def test_a_hard_position_before_the_end_is_decided_by_few_nodes():
    """Twice as many are needed if bounds are checked only when a choice is searched."""
    found = analyse(CHECKERS.state_from_facts(HARD), Limit(nodes=100_000, every=False))
    assert found.value.proved


def test_winner_of_a_hard_round_is_found_by_few_nodes():
    """Twice as many are needed if the estimates that sort choices count only the storehouses."""
    start = CONGKAK.initial_state(opening="south", rounds="1")
    shells = (1, 11, 0, 0, 23, 6, 5, 28, 0, 1, 5, 0, 0, 2, 0, 16)
    found = analyse(replace(start, shells=shells), Limit(nodes=80_000, every=False))
    assert found.value.proved


def test_the_first_move_of_mancala_is_proved():
    text = said("mancala")
    assert "north to move, this game: wins" in text
    assert "8        proved, exactly 8  best" in text
    assert "7        proved, exactly -14\n" in text
    assert "line (proved): 8 " in text
