"""Positions that are composed for puzzles are positions of their game in which one side decides."""

from __future__ import annotations

from random import Random

import pytest

from games_app.games import part
from games_app.games.engine.analyse import analysable
from games_app.games.rules import get_game

SEEDS = range(20)
COMPOSED = ("morris", "checkers", "congkak", "oware")


@pytest.mark.parametrize("slug", COMPOSED)
def test_a_composed_position_is_one_of_the_game_and_can_be_analysed(slug):
    compose = part(slug, "setup").composed
    for seed in SEEDS:
        state = compose(Random(seed))
        assert get_game(slug).state_from_facts(state.facts()) == state
        assert analysable(state) == state


@pytest.mark.parametrize("slug", COMPOSED)
def test_a_seed_composes_the_same_position_again(slug):
    compose = part(slug, "setup").composed
    assert compose(Random(3)) == compose(Random(3)) != compose(Random(4))


def test_nobody_has_won_a_composed_position_of_oware_or_congkak():
    for slug, half in (("oware", 24), ("congkak", 49)):
        compose = part(slug, "setup").composed
        scores = [get_game(slug).score(compose(Random(seed)).facts()).values() for seed in SEEDS]
        assert all(max(score) <= half for score in scores)
