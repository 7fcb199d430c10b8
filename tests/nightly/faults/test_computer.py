"""A game against the computer continues after any process is killed: on SQLite, and on PostgreSQL."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.backing.postgres import Postgres
from tests.engine_worker import EngineWorker
from tests.faults.visitor import Visitor
from tests.site import Site
from tests.web_server import ENGINES

PATIENCE = 300.0
AT_ONCE = 4


@pytest.fixture(scope="module")
def breakable_site(cluster: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site without workers, whose computer makes no pauses and whose processes these tests end."""
    with Site(tmp_path_factory.mktemp("quick"), cluster, {"COMPUTER_PACE": "0"}) as running:
        yield running


@pytest.fixture
def quick(breakable_site: Site) -> Site:
    """The same with all its processes."""
    breakable_site.start()
    return breakable_site


def begin(alice: Visitor) -> str:
    """A match in which the computer has the first move."""
    fields = {"level": "easy", "side": "south", "name": "alice"}
    status, text, path = alice.send("/computer/mancala", **fields)
    assert status == 302, (status, text)
    return path.rsplit("/", 1)[1]


def await_move(alice: Visitor, match: str) -> None:
    """Wait until the computer has moved."""
    deadline = time.monotonic() + PATIENCE
    while not any(event["what"] == "acted" for event in alice.record(match)):
        assert time.monotonic() < deadline, alice.record(match)[-1]
        time.sleep(0.1)


def jobs(site: Site) -> list[tuple[str, int]]:
    """Return state and number of starts of each job, oldest first."""
    query = "SELECT state, tries FROM engine_jobs_job ORDER BY id"
    if site.postgres:
        return site.rows(query)
    with closing(sqlite3.connect(site.first.data / ENGINES)) as file:
        return file.execute(query).fetchall()


def test_the_computer_moves_after_its_web_process_was_killed(quick):
    alice = Visitor(quick.first.url)
    match = begin(alice)
    quick.kill()
    quick.start()
    with EngineWorker.of(quick):
        await_move(alice, match)


def test_another_web_process_moves_for_one_that_was_killed(quick):
    alice = Visitor(quick.first.url)
    match = begin(alice)
    if quick.first is not quick.last:
        quick.first.kill()
        alice.url = quick.last.url
    with EngineWorker.of(quick):
        await_move(alice, match)


def test_several_workers_do_each_job_once(quick):
    before = len(jobs(quick))
    people = [Visitor(quick.first.url) for _ in range(AT_ONCE)]
    matches = [begin(one) for one in people]
    with EngineWorker.of(quick), EngineWorker.of(quick):
        for one, match in zip(people, matches, strict=True):
            await_move(one, match)
    done = jobs(quick)[before:]
    assert len(done) >= AT_ONCE
    assert {tries for state, tries in done if state == "done"} == {1}
