"""Askers of the engine take turns, and a job lasts as long as its pages."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import islice

import pytest

from games_app.analysis.jobs import askers, queue
from games_app.analysis.jobs.askers import MOST_WAITING, RUN_PATIENCE, Asker
from games_app.analysis.jobs.models import Job, Request
from games_app.lib import clock
from games_app.lib.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

NOW = clock.now()
POSITION, REVIEW = Job.Kind.POSITION, Job.Kind.REVIEW
CROWD = [Asker(f"mallory {number}", f"her address {number}") for number in range(3)]
ALICE, BOB, CAROL = (Asker(name, f"{name}'s address") for name in ("alice", "bob", "carol"))


def asked(subject: str, asker: Asker, kind: Job.Kind = POSITION, now: datetime = NOW) -> Job:
    return queue.ask(kind, subject, {"about": subject}, "mancala-1", now, asker=asker)


def fill(now: datetime = NOW) -> None:
    """Let three addresses request seventy positions each."""
    for asker in CROWD:
        for number in range(70):
            try:
                asked(f"{asker.address} {number}", asker, now=now)
            except Refused:
                break


def done(now: datetime = NOW):
    """Do the jobs, each a second after the previous one; yield the subject of each."""
    while job := queue.claim("worker", now):
        queue.finish(job)
        now += timedelta(seconds=1)
        yield job.about["about"]


def test_addresses_take_turns_however_many_jobs_each_has():
    for number in range(3):
        asked(f"mallory {number}", CROWD[0])
    asked("alice 0", ALICE)
    asked("bob 0", BOB)
    asked("alice 1", ALICE)
    assert [*done()] == ["mallory 0", "alice 0", "bob 0", "mallory 1", "alice 1", "mallory 2"]


def test_newcomer_is_next_while_three_addresses_fill_the_queue():
    fill()
    assert len([*islice(done(), 4)]) == 4
    later = NOW + timedelta(seconds=5)
    asked("carol's position", CAROL, now=later)
    asked("alice's review", ALICE, REVIEW, now=later)
    assert {*islice(done(later), 2)} == {"carol's position", "alice's review"}


def test_a_review_takes_its_turn_with_positions():
    asked("mallory's position", CROWD[0])
    asked("alice's review", ALICE, REVIEW)
    asked("mallory's other position", CROWD[0])
    assert [*done()] == ["mallory's position", "alice's review", "mallory's other position"]


def test_reviews_that_rest_take_turns_and_a_new_address_comes_first():
    asked("alice's", ALICE, REVIEW)
    asked("bob's", BOB, REVIEW)
    turns, now = [], NOW
    for number in range(6):
        if number == 3:
            asked("carol's", CAROL, REVIEW)
        now += timedelta(seconds=1)
        job = queue.claim("worker", now)
        turns.append(job.about["about"])
        queue.put_back(job, now)
    assert turns == ["alice's", "bob's", "alice's", "carol's", "bob's", "alice's"]
    assert set(Job.objects.values_list("tries", flat=True)) == {0}


def test_reviews_of_one_address_take_turns_too():
    for pupil in range(3):
        asked(f"pupil {pupil}'s", Asker(f"pupil {pupil}", "a school"), REVIEW)
    turns = []
    for number in range(6):
        job = queue.claim("worker", NOW + timedelta(seconds=number))
        turns.append(job.about["about"])
        queue.put_back(job, NOW + timedelta(seconds=number))
    assert turns == ["pupil 0's", "pupil 1's", "pupil 2's"] * 2


def test_an_address_has_a_few_jobs_waiting_and_is_refused_more():
    for number in range(MOST_WAITING):
        asked(f"mallory {number}", CROWD[0])
    with pytest.raises(Refused):
        asked("one more", CROWD[0])
    with pytest.raises(Refused):
        asked("a review", Asker("another browser", CROWD[0].address), REVIEW)
    assert Job.objects.count() == MOST_WAITING
    assert asked("bob's", BOB).state == Job.State.WAITING


def test_a_job_that_is_done_makes_room_for_another():
    for number in range(MOST_WAITING):
        asked(f"mallory {number}", CROWD[0])
    queue.finish(queue.claim("worker", NOW))
    assert asked("one more", CROWD[0]).state == Job.State.WAITING


def test_a_class_behind_one_address_shares_the_analysis_of_one_match():
    jobs = {asked("their match", Asker(f"pupil {number}", "a school"), REVIEW).pk for number in range(30)}
    assert len(jobs) == 1


def test_a_job_is_dropped_before_it_starts_if_nobody_waits_any_more():
    asked("alice's", ALICE)
    asked("bob's", BOB, now=NOW + RUN_PATIENCE[POSITION])
    assert [*done(NOW + RUN_PATIENCE[POSITION])] == ["bob's"]
    assert not Job.objects.filter(about={"about": "alice's"}).exists()


def test_repeated_requests_keep_the_job():
    asked("alice's", ALICE)
    later = NOW + RUN_PATIENCE[POSITION] - timedelta(seconds=1)
    asked("alice's", ALICE, now=later)
    assert [*done(later + RUN_PATIENCE[POSITION] - timedelta(seconds=1))] == ["alice's"]


def test_a_job_that_two_share_stays_when_one_leaves_and_goes_in_the_others_turn():
    asked("theirs", CROWD[0])
    queue.claim("worker", NOW)
    queue.give_back("worker")  # her address has had its turn
    later = NOW + RUN_PATIENCE[POSITION] - timedelta(seconds=1)
    asked("bob's other", BOB, now=later)
    asked("theirs", CAROL, now=later)
    queue.finish(queue.claim("worker", later))
    assert asked("theirs", CAROL, now=later).state == Job.State.DONE
    assert asked("bob's other", BOB, now=later).state == Job.State.WAITING


def test_a_worker_stops_a_job_that_nobody_waits_for():
    asked("alice's", ALICE, REVIEW)
    job = queue.claim("worker", NOW)
    queue.renew(job, NOW + RUN_PATIENCE[REVIEW] - timedelta(seconds=1))
    with pytest.raises(queue.Lost):
        queue.renew(job, NOW + RUN_PATIENCE[REVIEW])
    assert not Job.objects.exists()


def test_job_that_no_browser_requested_is_not_dropped():
    queue.ask(Job.Kind.PUZZLES, "a match", {"about": "a match"}, "mancala-1", NOW)
    assert [*done(NOW + timedelta(days=1))] == ["a match"]


def test_a_job_cut_short_is_done_in_full_once_nobody_else_waits():
    asked("alice's", ALICE)
    job = queue.claim("worker", NOW)
    job.short, job.result = True, "a first look"
    queue.finish(job)
    asked("bob's", BOB)
    told = asked("alice's", ALICE)
    assert (told.state, told.short, told.result) == (Job.State.DONE, True, "a first look")
    queue.finish(queue.claim("worker", NOW))
    told = asked("alice's", ALICE)
    assert (told.state, told.short, told.result) == (Job.State.WAITING, True, "a first look")
    job = queue.claim("worker", NOW)
    job.short, job.result = False, "all of it"
    queue.finish(job)
    assert asked("alice's", ALICE).result == "all of it"


def test_a_position_cut_short_stays_known_if_nobody_waits_for_more():
    asked("alice's", ALICE)
    job = queue.claim("worker", NOW)
    job.short, job.result = True, "a first look"
    queue.finish(job)
    asked("alice's", ALICE)
    assert queue.claim("worker", NOW + RUN_PATIENCE[POSITION]) is None
    told = Job.objects.get()
    assert (told.state, told.result) == (Job.State.DONE, "a first look")


def test_no_address_is_kept_longer_than_somebody_waits():
    asked("alice's", ALICE)
    queue.finish(queue.claim("worker", NOW))
    assert not Request.objects.exists()
    queue.prune(NOW + timedelta(hours=2))
    assert not askers.Turn.objects.exists()
