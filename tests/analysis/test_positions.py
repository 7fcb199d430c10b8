"""The value of a position, for anybody who asks; nothing of running matches, by any way."""

from __future__ import annotations

import json

import pytest

from games_app.analysis import review
from games_app.analysis.jobs.askers import MOST_WAITING
from games_app.door import limits
from games_app.games.engine.analyse import ENGINES
from games_app.games.engine.analysis import Limit
from games_app.games.rules import GAMES
from games_app.lib import clock
from games_app.lib.rate_limit import RateLimit
from tests.analysis.test_engine_requests import work
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

ANALYSED = [slug for slug in ENGINES if slug in GAMES]
OPTIONS = {"congkak": {"opening": "south", "rounds": "1"}}


def ask(person, game, facts):
    return person.post(
        "/analyse", json.dumps({"game": game, "facts": facts}), content_type="application/json"
    )


def running(game: str, decisions: int = 6) -> Told:
    told = Told(game, **OPTIONS.get(game, {}), began=clock.now()).play_on(3, decisions)
    told.store()
    return told


def test_a_position_is_asked_for_and_looked_at_again(carol):
    facts = Told("mancala").play_on(1, 12).match.state.facts()
    assert ask(carol, "mancala", facts).json() == {
        "state": "waiting",
        "before": 0,
        "short": False,
        "found": None,
    }
    work()
    told = ask(carol, "mancala", facts).json()
    assert (told["state"], told["found"]["value"]["kind"]) == ("done", "exact")


@pytest.mark.parametrize("game", ANALYSED)
def test_a_position_that_is_being_played_is_refused(mallory, game):
    answer = ask(mallory, game, running(game).match.state.facts())
    assert (answer.status_code, answer.json()["code"]) == (409, "in_play")


@pytest.mark.parametrize("game", ANALYSED)
def test_position_is_refused_also_if_requested_before_anybody_played_it(mallory, game, monkeypatch):
    monkeypatch.setattr(review, "POSITION_LIMIT", Limit(nodes=1000, seconds=30.0))
    told = Told(game, **OPTIONS.get(game, {}), began=clock.now()).play_on(3, 6)
    facts = told.match.state.facts()
    assert ask(mallory, game, facts).status_code == 200
    work()
    told.store()
    assert ask(mallory, game, facts).status_code == 409
    told.resigned().store()
    assert ask(mallory, game, facts).json()["found"]


def test_a_question_of_any_length_is_not_read(carol):
    body = json.dumps({"game": "mancala", "facts": {"x": "x" * 10_000}})
    assert carol.post("/analyse", body, content_type="application/json").status_code == 413


def test_one_address_asks_for_so_many_new_positions_and_may_go_on_looking(carol, monkeypatch):
    monkeypatch.setattr(limits, "POSITIONS", RateLimit("few positions", burst=2, per_second=0.01))
    facts = [Told("mancala").play_on(seed, 12).match.state.facts() for seed in (1, 2, 3)]
    assert [ask(carol, "mancala", one).status_code for one in facts] == [200, 200, 429]
    assert [ask(carol, "mancala", facts[0]).status_code for _ in range(3)] == [200, 200, 200]


def test_one_address_has_a_few_positions_waiting_and_is_told_when_to_ask_for_more(carol):
    facts = [Told("mancala").play_on(seed, 12).match.state.facts() for seed in range(MOST_WAITING + 1)]
    *allowed, refused = [ask(carol, "mancala", one) for one in facts]
    assert {answer.status_code for answer in allowed} == {200}
    assert (refused.status_code, refused["Retry-After"]) == (429, "5")
    assert refused.json()["retry_ms"] == 5000
    assert refused.json()["message"] == ("5 analyses for your network are already waiting. Try again in 5 s.")
    work()
    assert ask(carol, "mancala", facts[-1]).status_code == 200
