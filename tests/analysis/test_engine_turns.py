"""Analyses while others wait: none delays another for long. A position says if it was cut short."""

from __future__ import annotations

from itertools import count, cycle

import pytest

from games_app.analysis import claimed_job, review
from games_app.analysis.claimed_job import Task
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.askers import Asker
from games_app.analysis.jobs.models import Job
from games_app.analysis.requests import progress, request_position, request_review
from games_app.analysis.worker import Worker
from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.engine.search import TranspositionTable
from games_app.games.rules import GAMES
from games_app.lib import clock
from tests.analysis.test_engine_requests import over
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

SECONDS_OF_A_LOOK = 0.01
"""Processor seconds of about a thousand nodes, at 100,000 nodes a second."""
ALICE, BOB = Asker("alice", "her address"), Asker("bob", "his address")


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Small budgets, of which a job keeps nothing for itself when others wait."""
    monkeypatch.setattr(review, "NODES", 20_000)
    monkeypatch.setattr(review, "POSITION_LIMIT", Limit(nodes=10_000, seconds=3600.0))
    for module, name in (
        (review, "POSITION_SHORT_SECONDS"),
        (claimed_job, "TURN_SECONDS"),
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


def test_reviews_take_turns_and_lose_nothing_by_it():
    mine, his = request_review(over("mancala"), ALICE), request_review(over("mancala", 5), BOB)
    workers, done = cycle([Worker(), Worker()]), [0, 0]
    while next(workers).work():
        now = [progress(job) for job in (mine, his)]
        if all(each.state == Job.State.WAITING for each in now):
            changes = [each.done - before for each, before in zip(now, done, strict=True)]
            assert sorted(changes) == [0, 1], "a turn brings a verdict, and the next one is the other's"
            assert abs(now[0].done - now[1].done) <= 1
            done = [each.done for each in now]
    for job in (mine, his):
        ended = progress(job)
        assert (ended.state, ended.short) == (Job.State.DONE, False)
        plies = [each["ply"] for each in ended.result["decisions"]]
        assert plies == sorted(set(plies))
        assert len(plies) == ended.of


def test_a_review_requested_during_another_has_its_first_verdict_within_three_seconds(monkeypatch):
    """Seconds are counted by the looks at the clock, one in about a thousand nodes."""
    monkeypatch.undo()
    monkeypatch.setattr(claimed_job, "OTHERS_SECONDS", 0.0)
    my_match, his_match = over("checkers"), over("checkers", 5)
    mine, looks = request_review(my_match, ALICE), count()
    his: list[Job] = []
    requested, judged = list[int](), list[int]()

    def passed() -> float:
        now = next(looks)
        if not his and progress(mine).done:
            his.append(request_review(his_match, BOB))
            requested.append(now)
        elif his and not judged and progress(his[0]).done:
            judged.append(now)
        return now * SECONDS_OF_A_LOOK

    worker = Worker(passed=passed)
    while not judged:
        assert worker.work()
    first = progress(mine)
    assert (first.state, first.done < first.of) == (Job.State.WAITING, True)
    assert 0 < (judged[0] - requested[0]) * SECONDS_OF_A_LOOK <= 3


def test_a_turn_of_a_review_ends_within_three_seconds(monkeypatch):
    monkeypatch.undo()
    assert claimed_job.TURN_SECONDS + review.MOST_SECONDS <= 3


def test_the_first_verdict_is_stored_at_once(monkeypatch):
    monkeypatch.setattr(claimed_job, "TELL_SECONDS", 3600.0)
    request_review(over("mancala"), ALICE)
    task = Task(queue.claim("worker", clock.now()), urgent=lambda task: None)
    task.tell(1, 9, lambda: "the first")
    assert (Job.objects.get().done, Job.objects.get().result) == (1, "the first")
    task.tell(2, 9, lambda: "the second")
    assert Job.objects.get().done == 1


def test_the_first_verdict_takes_less_than_a_second_also_if_the_match_ended_early(monkeypatch):
    start, limits = GAMES["mancala"].initial_state(), list[Limit]()
    analysis = analyse(start, Limit(nodes=10))
    monkeypatch.setattr(review, "analyse", lambda state, limit, *_: limits.append(limit) or analysis)
    budget = review.Budget(Task(Job(), urgent=lambda task: None), 1.0)
    for left in (3, 2, 1):
        budget.analyse(start, left, TranspositionTable(), lambda: None)
    assert [limit.seconds < 1 for limit in limits] == [True, False, False]
