"""Trying moves: any facts, any action, never a traceback, never too often."""

import json
import random

import pytest
from django.test import Client

from games_app.door import limits
from games_app.games.catalogue import SAMPLES
from games_app.games.rules import GAMES
from games_app.lib.rate_limit import RateLimit

pytestmark = pytest.mark.django_db

WIDE = RateLimit("wide", burst=10**6, per_second=10**6)


@pytest.fixture
def unhurried(monkeypatch, narrow):
    monkeypatch.setattr(limits, "TRIES_OF_BROWSER", WIDE)
    narrow(limits.TRIES, WIDE.burst, WIDE.per_second)


def ask(client, game="mancala", action="pick p7", role="north", facts=None):
    if facts is None:
        facts = GAMES[game].initial_state().facts()
    return send(client, {"game": game, "facts": facts, "role": role, "action": action})


def send(client, body):
    return client.post("/try", body, content_type="application/json")


def test_a_legal_action_answers_with_all_that_follows_from_it(carol):
    answer = ask(carol).json()
    assert answer["trace"][0]["do"] == "scoop"
    assert [ply["action"] for ply in answer["forced"]] == ["put p8", "put p9", "put p10"]
    assert answer["facts"]["pits"]["p7"] == 0
    assert answer["to_move"] == ["south"]
    assert answer["legal"] == {"south": ["pick p1", "pick p2", "pick p3", "pick p4", "pick p5"]}


def test_an_illegal_action_is_refused_with_code_and_sentence(carol):
    answer = ask(carol, action="pick p1")
    assert answer.status_code == 200
    assert answer.json()["refused"]["code"] == "not_your_pit"
    assert answer.json()["refused"]["message"] == "Pit 1 is not yours. Yours are 6 to 10."


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_whole_game_can_be_tried_from(carol, unhurried, game):
    facts = SAMPLES[game].beginning.facts()
    for accepted in SAMPLES[game].played():
        own = accepted.plies[0]
        answer = ask(carol, game, own.action, own.role, facts)
        assert answer.status_code == 200
        assert answer.json()["facts"] == accepted.state.facts()
        facts = accepted.state.facts()


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        "{",
        '"text"',
        "{}",
        '{"game": "mancala"}',
        '{"game": "mancala", "facts": [], "role": "north", "action": "pick p7"}',
        '{"game": "mancala", "facts": {}, "role": "north", "action": "pick p7"}',
        '{"game": "chess", "facts": {}, "role": "north", "action": "pick p7"}',
        '{"game": "mancala", "facts": {}, "role": 1, "action": null}',
        '{"game": "mancala", "facts": {}, "role": "north", "action": "pick p7", "more": 1}',
        "[" * 4000,
        '{"facts":' * 800,
        b"\xff\xfe\x00",
        b'{"game": "\xed\xa0\x80"}',
    ],
    ids=str,
)
def test_garbage_is_answered_with_a_sentence(carol, body):
    answer = send(carol, body)
    assert answer.status_code == 400
    assert answer.json()["message"]


def spoiled(facts, rng):
    """Return the facts with one value somewhere replaced, removed or doubled."""
    text = json.dumps(facts)
    at = rng.randrange(len(text))
    junk = rng.choice(["", "-", "9" * 20, "null", "[]", '"x"', "1e9", "true", '{"a":1}', "\\u0000"])
    return text[:at] + junk + text[at + rng.randrange(3) :]


@pytest.mark.parametrize("game", GAMES)
def test_facts_that_cant_be_never_break_anything(carol, unhurried, game):
    rng = random.Random(game)
    facts = GAMES[game].initial_state().facts()
    role = GAMES[game].roles[0]
    action = GAMES[game].initial_state().legal_actions(role)[0]
    for _ in range(50):
        body = f'{{"game":"{game}","facts":{spoiled(facts, rng)},"role":"{role}","action":"{action}"}}'
        answer = send(carol, body)
        assert answer.status_code in (200, 400)
        assert "message" in answer.json() or "facts" in answer.json() or "refused" in answer.json()


def test_any_string_as_an_action_is_answered(carol, unhurried):
    rng = random.Random(1)
    for _ in range(40):
        action = "".join(
            chr(rng.choice([*range(32, 127), 0, 0x202E, 0x1F600])) for _ in range(rng.randrange(30))
        )
        assert "refused" in ask(carol, action=action).json()


def test_fast_attempts_are_refused_with_the_time_to_wait(carol, monkeypatch):
    monkeypatch.setattr(limits, "TRIES_OF_BROWSER", RateLimit("slow", burst=2, per_second=0.5))
    assert [ask(carol).status_code for _ in range(3)] == [200, 200, 429]
    answer = ask(carol).json()
    assert 0 < answer["retry_ms"] <= 2000
    assert answer["message"].startswith("That was too fast. Wait")


def test_one_browser_does_not_use_up_anothers_share(monkeypatch, bob, carol):
    monkeypatch.setattr(limits, "TRIES_OF_BROWSER", RateLimit("narrow", burst=1, per_second=0.01))
    for person in (bob, carol):
        person.get("/name")
    assert [ask(person).status_code for person in (bob, bob, carol)] == [200, 429, 200]


def test_fresh_cookies_dont_help_against_the_share_of_an_address(narrow):
    narrow(limits.TRIES, burst=3)
    codes = []
    for n in range(5):
        mallory = Client()
        mallory.cookies["csrftoken"] = f"{n:032}"
        codes.append(ask(mallory).status_code)
    assert codes == [200, 200, 200, 429, 429]


@pytest.mark.parametrize("action", ["pick p1", "noop"])
def test_player_not_to_move_can_do_nothing(carol, action):
    assert ask(carol, role="south", action=action).json()["refused"]["code"] == "not_your_turn"
