"""Pairing systems against published tables, and the properties that every pairing must have."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games_app.tournaments.pairing import evening, knockout, swiss
from games_app.tournaments.pairing.berger import berger, board_of, meeting_order, pair_of
from games_app.tournaments.pairing.results import Result, balances, in_fair_order
from tests.tournaments.swiss_records import ELEVEN, TWENTY, rounds

FIDE_TABLES = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 |"
    " 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}
"""FIDE Handbook C.05, annex 1: white is named first."""
SIZES = st.integers(min_value=2, max_value=64)


@pytest.mark.parametrize("people", FIDE_TABLES)
def test_round_robin_is_the_berger_table_of_the_handbook(people):
    table = [
        [tuple(map(int, pair.split("-"))) for pair in boards.split()]
        for boards in FIDE_TABLES[people].split("|")
    ]
    assert berger(people) == table


@given(SIZES)
def test_round_robin_has_each_two_meet_once_and_nobody_twice_in_a_round(people):
    pairs = [frozenset(pair) for boards in berger(people) for pair in boards]
    assert Counter(pairs) == Counter(map(frozenset, combinations(range(1, people + 1), 2)))
    for boards in berger(people):
        seated = [number for pair in boards for number in pair]
        assert len(seated) == len(set(seated)) == people - people % 2
    assert set(meeting_order(people)) == set(pairs)


@given(SIZES)
def test_first_moves_are_even_however_many_people_have_joined(people):
    pairs = [pair_of(one, other) for one, other in combinations(range(1, people + 1), 2)]
    assert max(map(abs, balances(pairs).values())) <= 1


def test_first_mover_is_that_of_the_berger_table_except_against_the_last():
    tables = [pair for boards in berger(8) for pair in boards if 8 not in pair]
    assert all(pair_of(*pair) == pair for pair in tables)


@given(SIZES)
def test_boards_of_people_who_join_later_are_new(people):
    boards = [board_of(one, other) for one, other in combinations(range(1, people + 1), 2)]
    assert sorted(boards) == list(range(1, len(boards) + 1))


def test_bracket_keeps_the_best_apart_and_gives_them_the_byes():
    assert knockout.bracket([1, 2, 3, 4, 5, 6, 7, 8]) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert knockout.bracket([9, 5, 7]) == [(9, None), (5, 7)]
    assert knockout.bracket([1, 2, 3, 4, 5]) == [(1, None), (4, 5), (2, None), (3, None)]
    assert knockout.bracket([1]) == []


@given(SIZES)
def test_bracket_has_everybody_once_and_no_board_without_people(people):
    boards = knockout.bracket(range(1, people + 1))
    assert sorted(n for board in boards for n in board if n is not None) == list(range(1, people + 1))
    assert len(boards) == 2 ** (knockout.rounds_of(people) - 1)


def test_next_board_follows_when_both_boards_before_are_decided():
    assert knockout.following({1: 5, 2: 4, 4: 7}, boards=4) == {1: (5, 4)}
    assert knockout.following({1: 5, 2: None, 3: 3, 4: 7}, boards=4) == {1: (5, None), 2: (3, 7)}
    assert knockout.following({1: 5}, boards=1) == {}


@pytest.mark.parametrize("record", [ELEVEN, TWENTY], ids=["eleven people", "twenty people"])
def test_swiss_pairs_each_round_as_the_program_endorsed_by_fide(record):
    played = rounds(record)
    people = range(1, len(record.strip().splitlines()) + 1)
    for number, results in enumerate(played):
        pairs = swiss.pair_round(people, played[:number], len(played))
        assert {frozenset(pair) for pair in pairs} == {frozenset((r.first, r.second)) for r in results}


def _winner_is_lower(pairs):
    return [Result(one, other, "first", played=other is not None) for one, other in pairs]


@pytest.mark.parametrize("people", [2, 3, 5, 6, 9])
def test_swiss_repeats_nobody_and_gives_one_bye_each_while_rounds_last(people):
    played: list[list[Result]] = []
    for _ in range(min(swiss.rounds_possible(people), 3)):
        pairs = swiss.pair_round(range(1, people + 1), played, 3)
        assert sorted(n for pair in pairs for n in pair if n is not None) == list(range(1, people + 1))
        played.append(_winner_is_lower(pairs))
    met = Counter(frozenset((r.first, r.second)) for results in played for r in results)
    assert max(met.values()) == 1


def test_swiss_goes_on_with_repeats_when_no_new_opponent_is_left():
    played = [_winner_is_lower([(1, 2)])]
    assert [set(pair) for pair in swiss.pair_round([1, 2], played, 3)] == [{1, 2}]


def test_swiss_takes_in_late_comers_and_leaves_out_who_has_gone():
    played = [_winner_is_lower([(1, 3), (2, 4)])]
    pairs = swiss.pair_round([1, 2, 4, 5, 6, 7], played, 3)
    assert sorted(n for pair in pairs for n in pair if n) == [1, 2, 4, 5, 6, 7]


def test_evening_pairs_those_who_wait_longest_with_new_opponents():
    assert evening.pair_free([3, 1, 2], [(1, 3)], patient=True) == [(3, 2)]


def test_evening_waits_for_another_opponent_only_while_patient():
    assert evening.pair_free([1, 2], [(1, 2)], patient=True) == []
    assert evening.pair_free([1, 2], [(1, 2)], patient=False) == [(2, 1)]


def test_first_move_goes_to_the_one_who_had_it_more_seldom_and_else_changes():
    assert in_fair_order(1, 2, [(1, 3)]) == (2, 1)
    assert in_fair_order(1, 2, [(1, 2), (2, 1)]) == (1, 2)
    assert in_fair_order(1, 2, []) == (1, 2)


@given(st.integers(min_value=2, max_value=12), st.integers(min_value=1, max_value=12))
def test_evening_repeats_nobody_before_everybody_has_met(people, count):
    games: list[tuple[int, int]] = []
    for _ in range(count):
        games += evening.pair_free(list(range(1, people + 1)), games, patient=False)
    of_first = [set(game) for game in games if 1 in game]
    assert len({frozenset(game) for game in of_first[: people - 1]}) >= min(len(of_first), people // 2)
