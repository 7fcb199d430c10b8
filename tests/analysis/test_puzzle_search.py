"""Puzzles come from public finished matches: exactly one action provably wins, and nobody plays it now."""

from __future__ import annotations

from itertools import pairwise
from math import prod

import pytest

from games_app.analysis.decisions import match_decisions
from games_app.analysis.jobs.models import Job
from games_app.analysis.puzzle_search import drop_shipped, found_in, keep_found, keep_shipped, request_search
from games_app.analysis.puzzles.shipped import load, shipped
from games_app.analysis.worker import Worker
from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.engine.difficulty import LEAST_WAYS
from games_app.games.engine.puzzle import solve
from games_app.games.rules import GAMES, State, get_game, play
from games_app.lib import clock
from games_app.models import Match, Puzzle
from games_app.record.commands import identity
from tests.records import Told

pytestmark = pytest.mark.django_db(databases=["default", "engine"])

SECONDS = 20.0
SEED = 11
"""Seed of a random match of mancala that contains puzzles of several decisions."""


def over(seed: int = SEED, **terms: str) -> Match:
    told = Told("mancala", **terms).play_on(seed)
    told.store()
    return told.match.row


def work() -> None:
    worker = Worker()
    while worker.work():
        pass


def one_to_move(state: State) -> str:
    (role,) = state.to_move
    return role


def winning(state: State) -> list[str]:
    values = analyse(state, Limit()).actions
    return [action for action, value in values.items() if value.outcome == 1]


def test_a_puzzle_has_exactly_one_action_that_wins_by_the_engine_s_proof():
    found = found_in(over(), SECONDS)
    assert found
    for solution in found:
        for decided in solution.decisions:
            assert winning(decided.state) == [decided.right]
            assert all(value.proved for value in analyse(decided.state, Limit()).actions.values())
        assert prod(len(one.analysis.actions) for one in solution.decisions) >= LEAST_WAYS


def test_a_solution_goes_on_after_the_reply_while_there_is_a_single_way_to_win():
    (longest, *_) = found_in(over(), SECONDS)
    assert len(longest.decisions) > 1
    for decided, following in pairwise(longest.decisions):
        after = play(decided.state, longest.role, decided.right).state
        for role, action in decided.follows:
            after = play(after, role, action).state
        assert after == following.state


def test_a_reply_is_one_of_the_best():
    replies = 0
    for decided in (decided for one in found_in(over(), SECONDS) for decided in one.decisions):
        state = play(decided.state, one_to_move(decided.state), decided.right).state
        for role, action in decided.follows:
            if len(state.legal_actions(role)) > 1:
                assert action in analyse(state, Limit()).best
                replies += role != one_to_move(decided.state)
            state = play(state, role, action).state
    assert replies


def test_position_with_several_winning_actions_is_no_puzzle():
    late = [turn.before for turn in match_decisions(over())[-8:] if turn.before]
    several = [state for state in late if len(winning(state)) > 1]
    assert several
    assert [solve(state, Limit()) for state in several] == [None] * len(several)


def test_win_that_the_level_easy_finds_at_once_is_no_puzzle():
    pits = {f"p{n}": stones for n, stones in enumerate((2, 2, 0, 0, 3, 0, 1, 3, 1, 0), 1)}
    stores = {"pwinsouth": 8, "pwinnorth": 10}
    facts = {"pits": pits | stores, "hand": {"north": 0, "south": 0}, "at": None, "control": "south"}
    state = get_game("mancala").state_from_facts(facts)
    assert winning(state) == ["pick p1"]
    assert solve(state, Limit()) is None


def test_workers_search_matches_that_ended_lately_once():
    row = over()
    request_search(row.acted_at)
    work()
    stored = list(Puzzle.objects.all())
    assert stored
    assert {puzzle.game for puzzle in stored} == {"mancala"}
    request_search(row.acted_at)
    assert Job.objects.filter(state=Job.State.WAITING).count() == 0


@pytest.mark.parametrize("visibility", [Match.Visibility.LINK, Match.Visibility.SEATS])
def test_matches_that_are_not_public_are_not_searched(visibility):
    row = over(visibility=visibility)
    request_search(row.acted_at)
    assert not Job.objects.exists()


def test_running_matches_are_not_searched():
    told = Told("mancala").play_on(SEED, 16)
    told.store()
    request_search(told.match.row.acted_at)
    assert not Job.objects.exists()
    assert found_in(told.match.row, SECONDS) == []


def test_a_host_can_switch_the_search_off(settings):
    settings.PUZZLE_SECONDS = 0
    row = over()
    request_search(row.acted_at)
    assert not Job.objects.exists()


def test_a_position_that_somebody_plays_now_is_no_puzzle():
    row = over()
    (first, *_) = found_in(row, SECONDS)
    again = Told("mancala", began=clock.now())
    for turn in match_decisions(row):
        if again.match.state == first.start:
            break
        again.act(turn.role, turn.action)
    again.store()
    assert first.start not in [solution.start for solution in found_in(row, SECONDS)]


def test_a_puzzle_names_nobody_and_stays_when_a_player_withdraws():
    told = Told("mancala").play_on(SEED)
    told.store()
    keep_found(found_in(told.match.row, SECONDS), told.at)
    before = list(Puzzle.objects.values())
    assert not [row for row in before if "alice" in str(row) or told.match.row.public_id in str(row)]
    identity.erase(told.alice)
    assert list(Puzzle.objects.values()) == before


def test_a_new_site_has_puzzles_of_every_game_and_loading_them_again_adds_none():
    load()
    load()
    for slug in GAMES:
        assert Puzzle.objects.filter(game=slug).count() == len(shipped(slug))


def test_puzzles_of_an_earlier_version_go_unless_somebody_tried_them():
    (first, second, tried, *_) = shipped("mancala")
    keep_shipped([first, second, tried])
    Puzzle.objects.filter(facts=tried["facts"]).update(tried=1, rating=1234.0)
    drop_shipped("mancala", but=[first])
    assert {puzzle.rating for puzzle in Puzzle.objects.all()} == {first["rating"], 1234.0}


def test_a_new_version_rates_only_puzzles_anew_that_nobody_tried():
    (first, second, *_) = shipped("mancala")
    keep_shipped([first, second])
    Puzzle.objects.filter(facts=second["facts"]).update(tried=1, rating=1234.0)
    keep_shipped([puzzle | {"rating": 2000.0, "themes": " quiet "} for puzzle in (first, second)])
    assert set(Puzzle.objects.values_list("rating", "themes")) == {(2000.0, " quiet "), (1234.0, " quiet ")}
