"""Personal tokens of the API: what they open, where they are refused, and when they end."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.models import ApiToken, Player, Sanction
from games_app.services.people import sanctions
from tests.pages.people import begun
from tests.pages.test_api import ROOT, api_of
from tests.pages.test_inviting import with_accounts

pytestmark = pytest.mark.django_db(transaction=True)


def token_of(person) -> str:
    page = person.post("/account", {"do": "token", "name": "my program"}).content.decode()
    return re.search(r"bg_[\w-]{43}", page).group()


def read(reader, target, token):
    return reader.get(target, HTTP_AUTHORIZATION=f"Bearer {token}")


def test_a_token_reads_what_its_player_may_see(alice, bob, carol, mallory):
    with_accounts(alice=alice, mallory=mallory)
    target = api_of(begun(alice, bob, visibility="seats"))
    answer = read(carol, target, token_of(alice))
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*")
    assert read(carol, target, token_of(mallory)).status_code == 404
    assert carol.get(target).status_code == 404


def test_a_token_is_shown_once_and_stored_as_its_hash(alice):
    with_accounts(alice=alice)
    token = token_of(alice)
    assert token not in alice.get("/account").content.decode()
    assert token not in str(ApiToken.objects.values().get())


def test_a_token_in_an_address_is_refused(alice, carol):
    with_accounts(alice=alice)
    answer = carol.get(f"{ROOT}/games?token={token_of(alice)}")
    assert (answer.status_code, answer.json()["code"]) == (400, "token_in_address")


@pytest.mark.parametrize("end", ["revoke", "expire", "bar", "close"])
def test_a_token_that_has_ended_is_refused_at_once(alice, carol, end):
    with_accounts(alice=alice)
    token, stored = token_of(alice), ApiToken.objects.get()
    assert read(carol, f"{ROOT}/games", token).status_code == 200
    now = clock.now()
    if end == "revoke":
        alice.post("/account", {"do": "revoke", "which": stored.pk})
    elif end == "expire":
        ApiToken.objects.update(expires_at=now)
    elif end == "bar":
        who = Player.objects.get(account__name="alice")
        sanctions.impose(who, Sanction.Kind.BAR, now + timedelta(days=1))
    else:
        alice.post("/account", {"do": "close", "sure": "yes", "present": "correct horse battery"})
    answer = read(carol, f"{ROOT}/games", token)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")


def test_nobody_revokes_the_token_of_another(alice, mallory):
    with_accounts(alice=alice, mallory=mallory)
    token_of(alice)
    mallory.post("/account", {"do": "revoke", "which": ApiToken.objects.get().pk})
    assert ApiToken.objects.exists()
