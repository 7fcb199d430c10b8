"""Properties of the analysis of every game that has an engine."""

from __future__ import annotations

from itertools import islice

import pytest

from games_app.games.catalogue import SAMPLES
from games_app.games.engine.analyse import ENGINES, CannotAnalyse, analyse
from games_app.games.engine.analysis import Limit, Value
from games_app.games.engine.search import TranspositionTable
from games_app.games.rules import GAMES, RULE_SETS
from tests.games.recorded import RECORDED
from tests.games.searching import (
    assert_moves_as_the_rules_do,
    can_search,
    random_positions,
    recorded_positions,
)

WITH_ENGINE = sorted(slug for slug in ENGINES if slug in GAMES)


def positions(slug):
    """Yield the positions of the sample game in which one role decides, each with its decision."""
    state = SAMPLES[slug].game.initial_state(**SAMPLES[slug].options)
    for accepted in SAMPLES[slug].played():
        if can_search(state):
            yield state, accepted.plies[0].action
        state = accepted.state


@pytest.mark.parametrize("slug", sorted({*WITH_ENGINE} & {*RECORDED}))
def test_the_engine_moves_as_the_rules_do_in_recorded_games(slug):
    for state in islice(recorded_positions(slug), 0, None, 5):
        assert_moves_as_the_rules_do(state)


@pytest.mark.parametrize("slug", WITH_ENGINE)
def test_the_engine_moves_as_the_rules_do_in_random_games(slug):
    for state in islice(random_positions(slug, 1), 150):
        assert_moves_as_the_rules_do(state)


@pytest.mark.parametrize("slug", WITH_ENGINE)
def test_a_review_from_the_last_position_backwards_contradicts_itself_nowhere(slug):
    table = TranspositionTable()
    for state, taken in reversed(list(positions(slug))):
        found = analyse(state, Limit(nodes=300), table)
        assert list(found.actions) == state.legal_actions(found.role)
        assert taken in found.actions
        assert set(found.best) <= set(found.actions)
        assert found.line[0][0] == found.role
        assert found.value.least == max(value.least for value in found.actions.values())
        assert found.value.most == max(value.most for value in found.actions.values())
        assert all(value.least <= value.score <= value.most for value in found.actions.values())


@pytest.mark.parametrize("slug", WITH_ENGINE)
def test_the_line_is_play_by_the_rules(slug):
    for state, _ in list(positions(slug))[:-8:7]:
        here = state
        for role, action in analyse(state, Limit(nodes=2_000)).line:
            while forced := here.forced():
                here = here.apply(*forced)
            here = here.apply(role, action)


@pytest.mark.parametrize("slug", WITH_ENGINE)
def test_time_is_a_ceiling_below_which_nodes_decide(slug):
    state, _ = next(positions(slug))
    assert analyse(state, Limit(nodes=50_000, seconds=0)).work.stopped == "time"
    assert analyse(state, Limit(nodes=50, seconds=3600)).work.stopped == "nodes"


@pytest.mark.parametrize("slug", WITH_ENGINE)
def test_a_depth_ends_the_analysis_for_weaker_play(slug):
    state, _ = next(positions(slug))
    work = analyse(state, Limit(depth=2, proofs=False)).work
    assert (work.depth, work.stopped) == (2, "depth")


@pytest.mark.parametrize("slug", WITH_ENGINE)
def test_a_game_that_has_ended_is_not_analysed(slug):
    *_, last = SAMPLES[slug].played()
    with pytest.raises(CannotAnalyse):
        analyse(last.state)


def test_every_rule_set_of_a_game_with_an_engine_has_one():
    assert set(ENGINES) >= {slug for slug in RULE_SETS if RULE_SETS[slug].family in WITH_ENGINE}


@pytest.mark.parametrize(
    ("least", "most", "kind", "outcome", "score"),
    [
        (4, 4, "exact", 1, 4),
        (0, 0, "exact", 0, 0),
        (2, 9, "lower", 1, 2),
        (-9, -2, "upper", -1, -2),
        (0, 9, "estimate", None, 1),
        (-9, 9, "estimate", None, 1),
    ],
)
def test_a_value_is_proved_only_if_its_bounds_decide_who_wins(least, most, kind, outcome, score):
    value = Value("margin", least, most, 1)
    assert (value.kind, value.outcome, value.score, value.proved) == (
        kind, outcome, score, outcome is not None,
    )  # fmt: skip
