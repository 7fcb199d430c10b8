"""A worker of the engine that is killed takes no job with it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

from games_app.analysis import review
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Job
from games_app.analysis.requests import request_review
from games_app.analysis.worker import Worker
from games_app.games.engine.analyse import engine_name
from games_app.games.rules import get_game
from games_app.lib import clock
from tests.backing.processes import Process, begin
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

PATIENCE = 300


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    """Start a worker on the database of the tests."""
    started: list[Process] = []

    def start(*options: str, **more: str) -> Process:
        data = Path(connections["default"].settings_dict["NAME"]).parent
        env = {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "SECRET_KEY": "only for tests"} | more
        command = [sys.executable, "manage.py", "engine", *options]
        started.append(begin(command, cwd=settings.BASE_DIR, env=env, output=Path(os.devnull)))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
        worker.wait(PATIENCE)


def wait_for(state: Job.State) -> Job:
    deadline = time.monotonic() + PATIENCE
    while (job := Job.objects.get()).state != state:
        assert time.monotonic() < deadline, job
        time.sleep(0.02)
    return job


def asked_review() -> None:
    told = Told("mancala").play_on(3)
    told.store()
    request_review(told.match.row)


def test_the_job_of_a_killed_worker_is_done_by_the_next_one(start, monkeypatch):
    asked_review()
    worker = start()
    wait_for(Job.State.RUNNING)
    worker.kill()
    worker.wait(PATIENCE)
    assert not Worker().work(), "the lease of the killed worker runs on"
    Job.objects.update(lease_until=clock.now())
    monkeypatch.setattr(review, "NODES", 1_000)
    assert Worker().work()
    job = Job.objects.get()
    assert (job.state, job.tries) == (Job.State.DONE, 2)
    assert job.done == job.of == len(job.result["decisions"])


@pytest.mark.parametrize(("only", "done"), [("replies", Job.Kind.REPLY), ("analyses", Job.Kind.REVIEW)])
def test_a_worker_for_a_part_of_the_jobs_leaves_the_others(start, only, done):
    asked_review()
    facts = get_game("mancala").initial_state().facts()
    about = {"what": "act", "game": "mancala", "facts": facts, "role": "north", "level": "easy"}
    queue.ask(Job.Kind.REPLY, "a reply", about, engine_name("mancala"), clock.now(), quick=True)
    assert start("--once", "--only", only, REVIEW_SECONDS="1").wait(PATIENCE) == 0
    assert [job.kind for job in Job.objects.filter(state=Job.State.DONE)] == [done]
    assert Job.objects.filter(state=Job.State.WAITING).count() == 1


def test_a_worker_that_is_asked_to_end_gives_its_job_back(start):
    asked_review()
    worker = start()
    wait_for(Job.State.RUNNING)
    worker.terminate()
    assert worker.wait(PATIENCE) == 0
    job = Job.objects.get()
    assert (job.state, job.tries) == (Job.State.WAITING, 0)
