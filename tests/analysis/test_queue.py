"""The queue of the engine's jobs: each job once, and no job is lost with its worker."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Job
from games_app.lib import clock

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

NOW = clock.now()
LATER = NOW + queue.LEASE + timedelta(seconds=1)


def asked(
    subject: str = "a", kind: Job.Kind = Job.Kind.REVIEW, engine: str = "mancala-1", *, quick: bool = False
) -> Job:
    return queue.ask(kind, subject, {"match": subject}, engine, NOW, quick=quick)


def test_a_job_is_given_to_one_worker():
    job = asked()
    assert queue.claim("first", NOW) == job
    assert queue.claim("second", NOW) is None


def test_repeated_request_gets_the_same_job():
    assert asked() == asked()
    assert asked("b") != asked()


def test_a_reply_goes_before_what_was_asked_for_earlier():
    asked("review")
    reply = asked("reply", Job.Kind.REPLY)
    assert queue.claim("worker", NOW) == reply


def test_a_quick_reply_goes_before_one_that_takes_long():
    slow = asked("slow", Job.Kind.REPLY)
    quick = asked("quick", Job.Kind.REPLY, quick=True)
    assert queue.claim("worker", NOW) == quick
    assert queue.claim("other", NOW, before=slow.priority) is None
    assert queue.claim("other", NOW) == slow


def test_a_worker_leaves_jobs_that_are_not_its_own_to_others():
    review = asked("review")
    reply = asked("reply", Job.Kind.REPLY)
    assert queue.claim("for analyses", NOW, kinds=[Job.Kind.REVIEW]) == review
    assert queue.claim("for analyses", NOW, kinds=[Job.Kind.REVIEW]) is None
    assert queue.claim("for replies", NOW, kinds=[Job.Kind.REPLY]) == reply


def test_the_job_of_a_dead_worker_goes_to_another_one_after_its_lease():
    asked()
    dead = queue.claim("dead", NOW)
    assert queue.claim("other", NOW) is None
    again = queue.claim("other", LATER)
    assert again == dead
    with pytest.raises(queue.Lost):
        queue.finish(dead)
    queue.finish(again)


def test_a_lease_that_is_renewed_does_not_end():
    asked()
    job = queue.claim("worker", NOW)
    queue.renew(job, LATER)
    assert queue.claim("other", LATER) is None


def test_a_job_that_has_ended_three_workers_has_failed():
    asked()
    for number in range(queue.MOST_TRIES):
        assert queue.claim("unlucky", NOW + 2 * number * queue.LEASE)
    assert queue.claim("fourth", NOW + 10 * queue.LEASE) is None
    assert Job.objects.get().state == Job.State.FAILED


def test_a_worker_is_told_that_its_job_was_cancelled():
    asked()
    job = queue.claim("worker", NOW)
    queue.cancel(job)
    with pytest.raises(queue.Lost):
        queue.renew(job, NOW)


def test_a_cancelled_job_waits_again_when_it_is_asked_for():
    job = asked()
    queue.cancel(job)
    assert queue.claim("worker", NOW) is None
    assert asked() == job
    assert queue.claim("worker", NOW) == job


def test_analysis_by_an_older_engine_is_made_anew():
    asked()
    job = queue.claim("worker", NOW)
    job.result = "old"
    queue.finish(job)
    assert asked().state == Job.State.DONE
    newer = asked(engine="mancala-2")
    assert (newer.state, newer.result, newer.engine) == (Job.State.WAITING, None, "mancala-2")


def test_a_job_given_back_is_taken_at_once_and_costs_no_try():
    asked()
    queue.claim("leaving", NOW)
    queue.give_back("leaving")
    again = queue.claim("other", NOW)
    assert again
    assert again.tries == 1


def test_jobs_that_nobody_asks_for_any_more_are_deleted():
    asked()
    queue.finish(queue.claim("worker", NOW))
    waiting = asked("waiting")
    queue.prune(NOW + timedelta(days=31))
    assert list(Job.objects.all()) == [waiting]
