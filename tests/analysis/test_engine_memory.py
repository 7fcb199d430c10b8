"""A worker's memory is bounded, whatever and however much it has searched."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest

from games_app.analysis import claimed_job, puzzle_search, review, worker
from games_app.analysis.decisions import match_decisions
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Job
from games_app.analysis.requests import request_position, request_review
from games_app.games.checkers import engine as checkers
from games_app.games.congkak import engine as congkak
from games_app.games.engine import analyse as analyse_module
from games_app.games.engine import search
from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.engine.search import CAPACITY, TranspositionTable
from games_app.games.mancala import engine as mancala
from games_app.games.rules import GAMES, State, get_game
from games_app.lib import clock
from tests.analysis.test_engine_requests import (  # noqa: F401
    OPTIONS,
    over,
    short_reviews,
    work,
)

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

MOST_BYTES = 130
"""Bytes of a position in a table: a third of a growing dictionary's slot, and a number."""
MOST_BYTES_OF_A_QUESTION = 240
"""Bytes of a question of a proof by numbers: a growing dictionary's slot, a position and two costs."""
NODES = 20_000
CACHES = (mancala._surely_stored, checkers._above, checkers._below, congkak._engine)


@pytest.fixture
def no_collector() -> Iterator[None]:
    """The collector may come late: its thresholds are high, and a table is a single object to it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def first_position(slug: str) -> State:
    return get_game(slug).initial_state(**OPTIONS.get(slug, {}))


def late_position(slug: str) -> State:
    return next(each.before for each in reversed(match_decisions(over(slug, 5))) if each.before)


def size(table: TranspositionTable) -> int:
    """Return the bytes of a table with everything that it holds, each object once."""
    held = {id(each): each for key, entry in table.items() for each in (key, entry, *entry)}
    kinds = sys.getsizeof(table._kinds)
    return sys.getsizeof(table) + kinds + sum(sys.getsizeof(each) for each in held.values())


def tables() -> list[TranspositionTable]:
    """Return all tables except those that are kept for replies."""
    kept = {id(each) for each in worker._tables.values()}
    return [each for each in gc.get_objects() if type(each) is TranspositionTable and id(each) not in kept]


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "mancala"])
def test_a_position_in_a_table_takes_few_bytes(slug):
    table = TranspositionTable()
    analyse(first_position(slug), Limit(nodes=NODES), table)
    assert len(table) > NODES / 100
    assert size(table) < MOST_BYTES * len(table)
    assert MOST_BYTES * CAPACITY < 70_000_000


def test_a_question_in_a_table_takes_few_bytes_and_all_are_forgotten_when_there_are_many(monkeypatch):
    table = TranspositionTable()
    analyse(first_position("oware"), Limit(nodes=NODES), table)
    questions = [each for costs in table._costs.values() for each in costs.items()]
    held = {id(each): each for position, costs in questions for each in (position, costs, *costs)}
    size = sum(map(sys.getsizeof, (*table._costs.values(), *held.values())))
    assert len(questions) == table._questions > NODES / 10
    assert size < MOST_BYTES_OF_A_QUESTION * len(questions)
    assert MOST_BYTES_OF_A_QUESTION * search.MOST_QUESTIONS < 40_000_000
    monkeypatch.setattr(search, "MOST_QUESTIONS", 100)
    table.clear()
    analyse(first_position("oware"), Limit(nodes=NODES), table)
    assert sum(map(len, table._costs.values())) == table._questions <= 100


def test_a_full_table_takes_in_no_more(monkeypatch):
    monkeypatch.setattr(search, "CAPACITY", 300)
    monkeypatch.setattr(search, "MOST_KINDS", 20)
    table = TranspositionTable()
    analyse(first_position("morris"), Limit(nodes=5_000), table)
    assert (len(table), len(table._kinds) <= 20) == (300, True)


@pytest.mark.parametrize("slug", GAMES)
def test_searched_positions_of_a_job_go_with_it(slug, no_collector, monkeypatch):
    monkeypatch.setattr(review, "POSITION_LIMIT", Limit(nodes=2_000))
    earlier = {id(table) for table in tables()}
    request_review(over(slug))
    request_position(slug, late_position(slug))
    work()
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}
    assert [table for table in tables() if id(table) not in earlier] == []
    assert [cache.cache_info().currsize for cache in CACHES] == [0] * len(CACHES)
    assert analyse_module.ENGINES["congkak"]._sure == {}


def test_a_search_for_puzzles_gives_its_table_back_before_a_position_is_analysed(monkeypatch):
    told = []

    def found_in(row, seconds, meanwhile, others, table):
        analyse(first_position("morris"), Limit(nodes=500), table)
        request_position("morris", late_position("morris"))
        told.append(len(table))
        meanwhile()
        told.append(len(table))
        return []

    monkeypatch.setattr(claimed_job, "URGENT_SECONDS", 0.0)
    monkeypatch.setattr(puzzle_search, "found_in", found_in)
    row = over("morris")
    queue.ask(Job.Kind.PUZZLES, row.public_id, {"match": row.public_id}, "morris-3", clock.now())
    work()
    assert (told[0] > 0, told[1]) == (True, 0)


def test_replies_remember_so_much_of_a_game_and_then_begin_anew(monkeypatch):
    monkeypatch.setattr(worker, "_tables", {})
    monkeypatch.setattr(worker, "MOST_REMEMBERED", 100)
    first = worker._table_of("mancala")
    analyse(first_position("mancala"), Limit(nodes=90), first)
    assert 0 < len(first) < 100
    assert len(worker._table_of("mancala")) == len(first)
    analyse(first_position("mancala"), Limit(nodes=2_000), first)
    assert worker._table_of("mancala") is first
    assert len(first) == 0
