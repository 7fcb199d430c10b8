"""The handicap that makes a game of two players of different strength even."""

from __future__ import annotations

import pytest

from games_app.games.evenness import EvenTerms, evened
from games_app.games.handicap import HEAD_STARTS, HeadStarts


def head_starts(first_move: int = 0) -> HeadStarts:
    return HeadStarts({1: 100, 2: 200, 4: 400}, str, lambda state, role, n: state, first_move)


@pytest.mark.parametrize(
    ("points", "head_start"), [(0, 0), (40, 0), (60, 1), (149, 1), (151, 2), (290, 2), (310, 4), (2000, 4)]
)
def test_the_head_start_whose_expected_score_is_nearest_to_one_half_is_proposed(points, head_start):
    assert evened(points, head_starts()).head_start == head_start


def test_the_expected_score_is_that_of_the_stronger_player():
    assert evened(100, head_starts()) == EvenTerms(1, False, 0.5)
    assert evened(600, head_starts()).score == pytest.approx(0.76, abs=0.005)


def test_the_first_move_is_proposed_where_it_is_worth_the_difference():
    assert evened(60, head_starts(first_move=50), may_move_first=True).first_move
    assert not evened(60, head_starts(first_move=50)).first_move
    assert not evened(60, head_starts(first_move=-50), may_move_first=True).first_move
    assert evened(100, head_starts(first_move=50), may_move_first=True).head_start == 1


def test_a_game_without_head_starts_stays_as_it_is():
    assert evened(300, None) == EvenTerms(0, False, pytest.approx(0.849, abs=0.001))


@pytest.mark.parametrize("slug", HEAD_STARTS)
def test_every_rule_set_evens_out_its_largest_head_start(slug):
    largest = max(HEAD_STARTS[slug].worth.values())
    assert evened(largest, HEAD_STARTS[slug]).score == pytest.approx(0.5)
