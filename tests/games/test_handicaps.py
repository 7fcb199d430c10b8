"""Head starts of all games: possible first positions, which favour one side and can be played."""

from __future__ import annotations

from random import Random

import pytest

from games_app.games.engine.analyse import analysable
from games_app.games.handicap import HEAD_STARTS, difference, expected
from games_app.games.rules import RULE_SETS, get_game, play

GIVEN = [
    (slug, role, size)
    for slug, head_starts in HEAD_STARTS.items()
    for role in RULE_SETS[slug].roles
    for size in head_starts.sizes
]
"""Every head start of every rule set, for either side."""


def starts(slug, role, size):
    """Yield the usual first positions, each with the one that has this head start."""
    game = get_game(slug)
    openings = game.options["opening"].values if "opening" in game.options else ()
    for options in [{"opening": opening} for opening in openings] or [{}]:
        first = game.initial_state(**options)
        yield first, HEAD_STARTS[slug].given(first, role, size)


@pytest.mark.parametrize(("slug", "role", "size"), GIVEN)
def test_a_head_start_is_a_position_of_the_game(slug, role, size):
    for first, start in starts(slug, role, size):
        assert get_game(slug).state_from_facts(start.facts()) == start
        assert start.to_move == first.to_move
        assert start.forced() is None


@pytest.mark.parametrize(("slug", "role", "size"), GIVEN)
def test_a_head_start_favours_its_side(slug, role, size):
    for first, start in starts(slug, role, size):
        before, after = counts(slug, first), counts(slug, start)
        other = next(each for each in before if each != role)
        assert after[role] - after[other] == before[role] - before[other] + size


def counts(slug, state):
    """Return what each role has; draughts count nothing, but their facts have the captures."""
    return get_game(slug).score(state.facts()) or state.facts()["captures"]


@pytest.mark.parametrize(("slug", "role", "size"), GIVEN)
def test_play_after_a_head_start_stays_within_the_rules(slug, role, size):
    game, dice = get_game(slug), Random(f"{slug} {role} {size}")
    for _first, state in starts(slug, role, size):
        for _ in range(12):
            if not state.to_move:
                break
            mover = dice.choice(state.to_move)
            state = play(state, mover, dice.choice(state.legal_actions(mover))).state
            assert game.state_from_facts(state.facts()) == state


@pytest.mark.parametrize("slug", HEAD_STARTS)
def test_the_engine_analyses_head_starts(slug):
    game = get_game(slug)
    options = {"opening": "south"} if "opening" in game.options else {}
    first = game.initial_state(**options)
    for size in HEAD_STARTS[slug].sizes:
        assert analysable(HEAD_STARTS[slug].given(first, game.roles[0], size)) is not None


@pytest.mark.parametrize("slug", HEAD_STARTS)
def test_larger_head_starts_are_worth_more(slug):
    worth = list(HEAD_STARTS[slug].worth.values())
    assert worth == sorted(set(worth))
    assert worth[0] > 0


def test_expected_scores_and_differences_are_inverse():
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)
    assert expected(difference(0.7)) == pytest.approx(0.7)
