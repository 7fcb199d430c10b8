"""Budgets of analyses while others wait: none delays another for long, and each says if it was cut short."""

from __future__ import annotations

import pytest

from games_app.analysis import claimed_job, review
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.askers import Asker
from games_app.analysis.jobs.models import Job
from games_app.analysis.requests import progress, request_position, request_review
from games_app.analysis.worker import Worker
from games_app.games.engine.analysis import Limit
from games_app.games.rules import GAMES
from tests.analysis.test_engine_requests import over, work
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

ALICE, BOB = Asker("alice", "her address"), Asker("bob", "his address")


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Small budgets, of which a job keeps nothing for itself when others wait."""
    monkeypatch.setattr(review, "NODES", 20_000)
    monkeypatch.setattr(review, "POSITION_LIMIT", Limit(nodes=10_000, seconds=3600.0))
    for module, name in (
        (review, "SHORT_SECONDS"),
        (review, "POSITION_SHORT_SECONDS"),
        (review, "LEAST_SECONDS"),
        (claimed_job, "OTHERS_SECONDS"),
        (claimed_job, "URGENT_SECONDS"),
    ):
        monkeypatch.setattr(module, name, 0.0)


def start() -> Job:
    return request_position("mancala", GAMES["mancala"].initial_state(), ALICE)


def another(seed: int = 1, asker: Asker = BOB) -> Job:
    return request_position("mancala", Told("mancala").play_on(seed, 8).match.state, asker)


def test_a_worker_that_is_interrupted_as_it_takes_a_job_gives_it_back(monkeypatch):
    """A signal comes between any two steps, also before the job has reached the one who took it."""
    take = queue.claim

    def interrupted(*about):
        take(*about)
        raise KeyboardInterrupt

    start()
    worker = Worker()
    monkeypatch.setattr(queue, "claim", interrupted)
    with pytest.raises(KeyboardInterrupt):
        worker.work()
    worker.leave()
    job = Job.objects.get()
    assert (job.state, job.tries, job.lease_until) == (Job.State.WAITING, 0, None)


def test_an_analysis_is_cut_short_while_others_wait_and_says_so():
    job = start()
    another()
    assert Worker().work()
    cut = progress(job)
    assert (cut.state, cut.short, cut.result["found"]["stopped"]) == (Job.State.DONE, True, "time")
    assert cut.result["found"]["nodes"] < review.POSITION_LIMIT.nodes


def test_nobodys_analysis_is_cut_short_by_their_own_other_ones():
    job = start()
    another(asker=ALICE)
    assert Worker().work()
    assert not progress(job).short


def test_a_review_is_cut_short_while_others_wait_and_made_in_full_later():
    row = over("mancala")
    job = request_review(row, ALICE)
    other = request_review(over("mancala", 5), BOB)
    assert Worker().work()
    cut = progress(job)
    assert (cut.state, cut.short) == (Job.State.DONE, True)
    assert all(each["found"] for each in cut.result["decisions"]), "every decision gets a look"
    assert "time" in {each["found"]["stopped"] for each in cut.result["decisions"]}
    queue.cancel(other)
    assert progress(request_review(row, ALICE)).state == Job.State.WAITING
    work()
    full = progress(job)
    assert (full.state, full.short) == (Job.State.DONE, False)
    assert "time" not in {each["found"]["stopped"] for each in full.result["decisions"]}
