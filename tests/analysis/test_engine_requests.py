"""Permitted requests to the engine, and its workers' results. No way leads to running matches."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.analysis import claimed_job, review, worker
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Evaluation, Job
from games_app.analysis.requests import progress, request_position, request_review, review_of
from games_app.analysis.worker import Worker, find_reply
from games_app.archive.notation import read, text
from games_app.games.engine.analyse import engine_name
from games_app.games.rules import FAMILIES, State, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.models import Match
from tests.archive.test_imports import imported, written
from tests.cast import begun_match
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

OPTIONS = {game.slug: {"opening": "south", "rounds": "1"} for game in FAMILIES["congkak"]}


@pytest.fixture(autouse=True)
def short_reviews(monkeypatch):
    monkeypatch.setattr(review, "NODES", 3_000)


def over(game: str, seed: int = 3) -> Match:
    """Return a random match, played to its end."""
    told = Told(game, **OPTIONS.get(game, {})).play_on(seed)
    told.store()
    return told.match.row


def running(game: str, decisions: int = 6, seed: int = 3, **how: object) -> Told:
    """Return a running match of alice and bob whose last move was made just now."""
    told = Told(game, **(OPTIONS.get(game, {}) | {"began": clock.now()} | how)).play_on(seed, decisions)
    told.store()
    return told


def work() -> None:
    worker = Worker()
    while worker.work():
        pass


def refused(ask, *what) -> str:
    with pytest.raises(Refused) as caught:
        ask(*what)
    return caught.value.refusal.code


@pytest.mark.parametrize("game", ["mancala", "congkak"])
def test_a_review_judges_every_decision_of_a_finished_match(game):
    row = over(game)
    job = request_review(row)
    assert progress(job).state == Job.State.WAITING
    work()
    told = progress(job)
    decisions = told.result["decisions"]
    assert (told.state, told.done, told.of) == (Job.State.DONE, len(decisions), len(decisions))
    assert [each["ply"] for each in decisions] == sorted(each["ply"] for each in decisions)
    for each in decisions:
        assert each["found"]["role"] == each["role"]
        assert each["found"]["actions"][each["action"]]["loss"]["score"] >= 0


def test_a_choice_made_in_secret_is_not_judged():
    told = Told("congkak", opening="simultaneous", rounds="1").play_on(5)
    told.store()
    job = request_review(told.match.row)
    work()
    decisions = progress(job).result["decisions"]
    assert (decisions[0]["found"], decisions[0]["why"]) == (None, "closed")
    assert decisions[-1]["found"]


def test_openings_are_kept_for_the_next_review():
    request_review(over("mancala", seed=1))
    work()
    assert 0 < Evaluation.objects.count() <= 8


def test_a_position_that_nobody_plays_is_analysed():
    state = Told("mancala").play_on(1, 12).match.state
    job = request_position("mancala", state)
    work()
    assert progress(job).result["found"]["value"]["kind"] == "exact"


def test_unplayed_match_is_not_reviewed():
    row = begun_match("mancala").row
    Match.objects.filter(pk=row.pk).update(status=Match.Status.CANCELLED)
    row.refresh_from_db()
    assert refused(request_review, row) == "unplayed"


def test_a_running_match_is_not_reviewed_until_it_is_over():
    told = running("mancala")
    assert refused(request_review, told.match.row) == "in_play"
    assert refused(request_review, imported(read(text(written(told))))) == "in_play"
    told.resigned().store()
    assert request_review(told.match.row)


def test_a_running_match_is_left_out_of_the_review_of_one_that_went_the_same_way():
    told = running("mancala")
    finished = Told("mancala", began=clock.now() + timedelta(minutes=5)).play_on(3)
    finished.store()
    job = request_review(finished.match.row)
    work()
    decisions = progress(job).result["decisions"]
    withheld = [each["ply"] for each in decisions if each["why"] == "in_play"]
    here = told.match.row.ply
    following = next(each["ply"] for each in decisions if each["ply"] > here)
    assert {here, following} <= set(withheld)
    told.resigned().store()
    request_review(finished.match.row)
    work()
    assert not progress(review_of(finished.match.row)).result["withheld"]


def told_far_from_the_end() -> State:
    return Told("mancala").play_on(1, 6).match.state


def test_a_review_rests_for_a_position_that_somebody_asks_for_meanwhile(monkeypatch):
    monkeypatch.setattr(claimed_job, "URGENT_SECONDS", 0.0)
    asked = request_review(over("mancala"))
    state = told_far_from_the_end()

    def long_review(_plain, resting) -> None:
        request_position("mancala", state)
        resting.meanwhile()
        assert Job.objects.get(kind=Job.Kind.POSITION).state == Job.State.DONE
        assert Job.objects.get(pk=asked.pk).state == Job.State.RUNNING

    monkeypatch.setattr(worker, "WAYS", {**worker.WAYS, Job.Kind.REVIEW: long_review})
    assert Worker().work()
    assert Job.objects.get(pk=asked.pk).state == Job.State.DONE


def test_a_reply_that_takes_long_rests_for_a_quick_one(monkeypatch):
    monkeypatch.setattr(claimed_job, "URGENT_SECONDS", 0.0)
    about = {"what": "act", "game": "mancala", "facts": get_game("mancala").initial_state().facts()}
    slow, quick = (about | {"role": "north", "level": level} for level in ("master", "easy"))
    asked = queue.ask(Job.Kind.REPLY, "slow", slow, engine_name("mancala"), clock.now())

    def find(plain, mine) -> None:
        if plain == slow:
            queue.ask(Job.Kind.REPLY, "quick", quick, engine_name("mancala"), clock.now(), quick=True)
        find_reply(plain, mine)
        if plain == slow:
            states = Job.objects.order_by("pk").values_list("state", flat=True)
            assert [*states] == [Job.State.RUNNING, Job.State.DONE]

    monkeypatch.setattr(worker, "WAYS", {**worker.WAYS, Job.Kind.REPLY: find})
    assert Worker().work()
    asked.refresh_from_db()
    assert asked.result == {"action": "pick p8"}
