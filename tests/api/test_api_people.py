"""People, bots and leaderboards in the HTTP API."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.api import people
from games_app.door import limits
from games_app.lib import clock
from games_app.models import Account, ApiToken, Bot, Rating
from games_app.people import api_tokens, bots, ratings
from tests.api.test_api import ROOT, listed
from tests.rated import begun, bot, lose, person
from tests.site_settings import set_site

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def owner():
    return person("owner")


def test_people_are_found_by_name_with_their_ratings(carol, owner):
    made = bot("deep", owner)
    (found,) = listed(carol.get(f"{ROOT}/players", {"name": "bot DEEP"}))
    assert found == carol.get(f"{ROOT}/players/{made.public_id}").json()
    assert (found["name"], found["bot"], found["ratings"]) == ("BOT deep", True, [])
    assert listed(carol.get(f"{ROOT}/players", {"name": "nobody"})) == []


@pytest.mark.parametrize("query", [{}, {"name": ""}, {"name": " "}, {"name": "x" * 21}, {"name": "x" * 5000}])
def test_a_search_needs_a_whole_name(carol, query):
    answer = carol.get(f"{ROOT}/players", query)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_query")
    assert "20" in answer.json()["message"]


@pytest.mark.parametrize("path", ["players?name=owner", "bots", "leaderboards/morris"])
def test_searches_have_one_limit_and_a_closed_site_answers_members_only(carol, path, narrow):
    narrow(limits.API_SEARCHES, burst=1)
    set_site(closed="1")
    assert carol.get(f"{ROOT}/{path}").json()["code"] == "members_only"
    assert carol.get(f"{ROOT}/{path}").json()["code"] == "too_fast"


def test_bots_say_which_challenges_they_take(carol, owner):
    made = bot("deep", owner)
    Bot.objects.update(rule_sets=["morris"], fastest="5+3", slowest="days", stakes="casual", at_once=2)
    (line,) = listed(carol.get(f"{ROOT}/bots"))
    assert line == {
        "id": made.public_id,
        "name": "BOT deep",
        "owner": {"id": owner.public_id, "name": "owner"},
        "online": False,
        "busy": False,
        "rule_sets": ["morris"],
        "fastest": {"kind": "real", "minutes": 5, "increment": 3},
        "slowest": {"kind": "days", "days": 3},
        "rated": False,
        "casual": True,
        "at_once": 2,
        "ratings": [],
    }
    assert listed(carol.get(f"{ROOT}/bots?game=morris")) == [line]
    assert listed(carol.get(f"{ROOT}/bots?game=mancala")) == []
    assert carol.get(f"{ROOT}/bots?game=chess").json()["code"] == "bad_query"


def test_bots_that_are_online_come_first_and_lists_are_bounded(carol, owner, monkeypatch):
    first, second, third = (bot(f"number {n}", owner) for n in range(3))
    Bot.objects.update(at_once=1)
    begun(person("alice"), second)
    api_tokens.make(Account.objects.get(player=third), "a program", clock.now())
    ApiToken.objects.update(used_at=clock.now())
    shown = listed(carol.get(f"{ROOT}/bots"))
    assert [one["name"] for one in shown] == [third.name, second.name, first.name]
    assert [one["online"] for one in shown] == [True, False, False]
    assert [one["busy"] for one in shown] == [False, True, False]
    monkeypatch.setattr(people, "SHOWN", 1)
    assert [one["name"] for one in listed(carol.get(f"{ROOT}/bots"))] == [third.name]
    Account.objects.filter(player=third).update(shows_presence=False)
    assert not [one for one in listed(carol.get(f"{ROOT}/bots")) if one["online"]]


def test_a_bot_is_offline_some_minutes_after_its_token_was_used(owner):
    made = Bot.objects.get(player=bot("deep", owner))
    api_tokens.make(Account.objects.get(player=made.player), "a program", clock.now())
    now = clock.now()
    ApiToken.objects.update(used_at=now)
    assert bots.online_among([made], now) == [made]
    assert bots.online_among([made], now + bots.ONLINE_FOR + timedelta(seconds=1)) == []


def test_a_retired_bot_is_not_listed(carol, owner):
    bot("deep", owner)
    Account.objects.get(player=owner).delete()
    assert listed(carol.get(f"{ROOT}/bots")) == []


def test_leaderboards_are_those_of_the_page(carol, owner, monkeypatch):
    monkeypatch.setattr(ratings, "ENOUGH_OPPONENTS", 1)
    monkeypatch.setattr(ratings, "ENOUGH_GAMES", 1)
    monkeypatch.setattr(ratings, "CERTAIN", 350.0)
    alice, bob = person("alice"), person("bob")
    lose(bob, begun(alice, bob))
    boards = carol.get(f"{ROOT}/leaderboards/morris").json()
    assert list(boards["paces"]) == ["blitz", "rapid", "daily", "bot"]
    assert [one["name"] for one in boards["paces"]["blitz"]] == ["alice", "bob"]
    first = Rating.objects.get(player=alice)
    assert boards["paces"]["blitz"][0] == {
        "id": alice.public_id,
        "name": "alice",
        "rating": round(first.rating),
        "deviation": round(first.deviation),
        "games": 1,
    }
    assert boards["paces"]["rapid"] == boards["paces"]["bot"] == []
    page = carol.get("/statistics/morris").content.decode()
    assert page.index(">alice<") < page.index(">bob<")
    assert carol.get(f"{ROOT}/leaderboards/chess").json()["code"] == "not_found"
