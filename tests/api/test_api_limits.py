"""RateLimit headers of the HTTP API."""

from __future__ import annotations

import pytest

from games_app.door import limits
from games_app.lib import clock
from games_app.models import Account
from games_app.people import api_tokens
from tests.api.test_api import ROOT
from tests.rated import person

pytestmark = pytest.mark.django_db(transaction=True)


def test_answers_say_how_many_calls_are_left(carol, narrow):
    narrow(limits.API_SEARCHES, burst=3, per_second=0.1)
    left = []
    for _ in range(4):
        answer = carol.get(f"{ROOT}/lobby")
        assert answer["RateLimit-Policy"] == '"api search, narrowed";q=3;w=30'
        left.append(answer["RateLimit"].split(";")[1])
    assert left == ["r=2", "r=1", "r=0", "r=0"]
    assert answer.status_code == 429
    name, _, seconds = answer["RateLimit"].partition(";r=0;t=")
    assert name == '"api search, narrowed"'
    assert 0 < int(seconds) <= 30


def test_the_limit_with_the_fewest_calls_left_is_named(carol, narrow):
    account = Account.objects.get(player=person("alice"))
    token = api_tokens.make(account, "a program", clock.now())
    narrow(limits.API_TOKENS, burst=50)
    sent = {"HTTP_AUTHORIZATION": f"Bearer {token}"}
    assert carol.get(f"{ROOT}/lobby", **sent)["RateLimit"].startswith('"api token, narrowed";r=49;')
    assert not carol.get(f"{ROOT}/games").has_header("RateLimit")
    assert not carol.get("/").has_header("RateLimit")
