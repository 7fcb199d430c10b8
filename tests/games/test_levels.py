"""Levels of the computer: the lowest one errs like a person, and levels can follow a player's results."""

from __future__ import annotations

from random import Random

import pytest

from games_app.clubs.round_forms import LEVELS as SHARED
from games_app.games.engine.levels import LEVELS, level_of, next_level, reply
from games_app.games.rules import RULE_SETS, get_game
from games_app.lib.names import LEVEL_WORDS

DRAWN = 200
"""Number of replies drawn in each position."""


def mancala():
    """Return a position in which north takes seven stones with pit 6, and little otherwise."""
    facts = get_game("mancala").initial_state().facts()
    pits = dict.fromkeys(facts["pits"], 0) | {
        "p6": 1, "p8": 1, "p9": 3, "p4": 6, "p1": 2, "p2": 1, "pwinnorth": 8, "pwinsouth": 8
    }  # fmt: skip
    return get_game("mancala").state_from_facts(facts | {"pits": pits})


def oware():
    """Return a position in which south captures six seeds with house 6, and nothing otherwise."""
    facts = get_game("oware").initial_state().facts()
    seeds = dict.fromkeys(facts["seeds"], 0) | {
        "6": 2, "1": 4, "2": 3, "7": 2, "8": 2, "11": 5, "12": 4, "S": 13, "N": 13
    }  # fmt: skip
    return get_game("oware").state_from_facts(facts | {"seeds": seeds})


@pytest.mark.parametrize(("position", "capture"), [(mancala, "pick p6"), (oware, "sow 6")])
def test_the_lowest_level_seldom_misses_a_large_capture(position, capture):
    state, dice = position(), Random(1)
    (role,) = state.to_move
    beginner = LEVELS[state.slug][0]
    chosen = [reply(state, role, beginner, dice).action for _ in range(DRAWN)]
    assert chosen.count(capture) > 0.8 * DRAWN


@pytest.mark.parametrize("slug", LEVELS)
def test_the_lowest_level_plays_several_moves_and_none_at_random(slug):
    beginner = LEVELS[slug][0]
    game = RULE_SETS[slug]
    state = game.initial_state(**({"opening": "south"} if "opening" in game.options else {}))
    (role,) = state.to_move
    dice = Random(2)
    assert len({reply(state, role, beginner, dice).action for _ in range(DRAWN)}) > 1
    assert not beginner.chance


@pytest.mark.parametrize("slug", LEVELS)
def test_every_game_has_the_levels_that_rounds_of_clubs_offer_and_words_for_all(slug):
    slugs = [level.slug for level in LEVELS[slug]]
    assert set(SHARED) <= set(slugs) <= set(LEVEL_WORDS)
    assert slugs == [each for each in LEVEL_WORDS if each in slugs]


def test_a_level_rises_after_a_win_and_falls_after_a_loss_as_far_as_there_are_levels():
    slugs = [level.slug for level in LEVELS["mancala"]]
    assert next_level("mancala", slugs[1], 1) == slugs[2]
    assert next_level("mancala", slugs[1], 0) == slugs[0]
    assert next_level("mancala", slugs[1], 0.5) == slugs[1]
    assert next_level("mancala", slugs[0], 0) == slugs[0]
    assert next_level("mancala", slugs[-1], 1) == slugs[-1]
    assert next_level("mancala", "a level of before", 1) == slugs[0]
    assert level_of("mancala", "adaptive") is None
