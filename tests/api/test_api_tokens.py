"""Personal tokens of the API: who makes one, what they open, where they are refused, and when they end."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client

from games_app.api import resources
from games_app.door import limits
from games_app.lib import clock
from games_app.models import ApiToken, Passkey, Player, Sanction
from games_app.people import api_tokens, sanctions
from tests.api.test_api import ROOT, api_of
from tests.pages.people import begun
from tests.pages.test_inviting import with_accounts
from tests.pages.test_passkeys import ask, key

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"
__all__ = ["key"]


def make(person, **sent):
    form = {"do": "make", "program": "my program", "scopes": ["read"], "days": "90", "present": PASSWORD}
    return person.post("/account/tokens", form | sent)


def token_of(person, *scopes: str) -> str:
    page = make(person, scopes=scopes or ["read"]).content.decode()
    return re.search(r"bg_[\w-]{43}", page).group()


def read(reader, target, token):
    return reader.get(target, HTTP_AUTHORIZATION=f"Bearer {token}")


def test_a_token_reads_what_its_player_may_see(alice, bob, carol, mallory):
    with_accounts(alice=alice, mallory=mallory)
    target = api_of(begun(alice, bob, visibility="seats"))
    answer = read(carol, target, token_of(alice))
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*")
    assert answer.json()["you"] != []
    assert read(carol, target, token_of(mallory)).status_code == 404
    assert carol.get(target).status_code == 404


def test_a_token_is_shown_once_and_stored_as_its_hash(alice):
    with_accounts(alice=alice)
    token = token_of(alice)
    page = alice.get("/account/tokens").content.decode()
    assert "my program" in page
    assert token not in page
    assert token not in str(ApiToken.objects.values().get())


def test_an_open_browser_makes_no_token_without_the_password(alice):
    with_accounts(alice=alice)
    for present in ("", "wrong wrong"):
        answer = make(alice, present=present)
        assert answer.status_code == 422
        assert not ApiToken.objects.exists()


def test_a_passkey_makes_a_token_instead_of_the_password(alice, key, mallory):
    with_accounts(mallory=mallory)
    assert "Make it with a passkey" in alice.get("/account/tokens").content.decode()
    assert make(mallory, present="", passkey=key.sign(ask(mallory, "mallory"))).status_code == 422
    assert make(alice, present="", passkey=key.sign(ask(alice, "alice"))).status_code == 200
    assert ApiToken.objects.get().account.name == "alice"


def test_scopes_and_lifetime_are_chosen(alice):
    with_accounts(alice=alice)
    make(alice, scopes=["play", "challenge"], days="30")
    stored = ApiToken.objects.get()
    assert (stored.scopes, stored.expires_at - stored.created_at) == ("play challenge", timedelta(days=30))
    for wrong in ({"scopes": ["moderate"]}, {"scopes": []}, {"days": "400"}, {"program": ""}):
        assert make(alice, **wrong).status_code == 422
    assert ApiToken.objects.count() == 1


def test_an_account_has_a_limited_number_of_tokens_that_work(alice, monkeypatch):
    with_accounts(alice=alice)
    monkeypatch.setattr(api_tokens, "MAX_TOKENS", 1)
    assert [make(alice).status_code for _ in range(2)] == [200, 409]
    ApiToken.objects.update(expires_at=clock.now())
    assert make(alice).status_code == 200


def test_a_token_in_an_address_is_refused(alice, carol):
    with_accounts(alice=alice)
    token = token_of(alice)
    ways = (f"games?token={token}", f"games?x=1&x={token}&x=2", f"games?{token}", f"games?x=%62g_{token[3:]}")
    for address in (*ways, f"matches/{token}", f"{token}/nowhere"):
        answer = carol.get(f"{ROOT}/{address}")
        assert (answer.status_code, answer.json()["code"]) == (400, "token_in_address"), address


def revoke(alice):
    alice.post("/account/tokens", {"do": "revoke", "which": ApiToken.objects.get().pk})


def expire(alice):
    ApiToken.objects.update(expires_at=clock.now())


def bar(alice):
    who = Player.objects.get(account__name="alice")
    sanctions.impose(who, Sanction.Kind.BAR, clock.now() + timedelta(days=1))
    assert make(alice).status_code == 403


def close(alice):
    alice.post("/account", {"do": "close", "sure": "yes", "present": PASSWORD})


def withdraw(alice):
    alice.post("/withdraw", {"sure": "yes", "present": PASSWORD})


def change_password(alice):
    alice.post("/account", {"do": "password", "present": PASSWORD, "password": "another long password"})


@pytest.mark.parametrize("end", [revoke, expire, bar, close, withdraw, change_password])
def test_a_token_that_has_ended_is_refused_at_once(alice, carol, end):
    with_accounts(alice=alice)
    token = token_of(alice)
    assert read(carol, f"{ROOT}/games", token).status_code == 200
    end(alice)
    answer = read(carol, f"{ROOT}/games", token)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert "invalid_token" in answer["WWW-Authenticate"]


def test_tokens_end_with_a_passkey_that_may_be_lost(alice, key):
    make(alice)
    alice.post("/account", {"do": "remove", "which": Passkey.objects.get().pk, "present": PASSWORD})
    assert not ApiToken.objects.exists()


def test_token_of_another_account_is_not_revoked(alice, mallory):
    with_accounts(alice=alice, mallory=mallory)
    token_of(alice)
    mallory.post("/account/tokens", {"do": "revoke", "which": ApiToken.objects.get().pk})
    assert ApiToken.objects.exists()


@pytest.fixture
def failing(monkeypatch):
    """Let the list of games raise an error of the given kind."""

    def fail_with(error):
        def fail(*_):
            raise error

        monkeypatch.setattr(resources, "RuleSets", fail)

    return fail_with


def test_every_answer_to_a_token_is_readable_by_pages_of_other_sites(alice, narrow, failing):
    with_accounts(alice=alice)
    token, reader = token_of(alice), Client(raise_request_exception=False)
    seen = {}

    def note(answer):
        seen[answer.status_code] = answer
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert "Authorization" in answer["Vary"]

    note(read(reader, f"{ROOT}/games", token))
    note(read(reader, f"{ROOT}/games", "bg_unknown"))
    note(read(reader, f"{ROOT}/nowhere", token))
    note(read(reader, f"{ROOT}/games?x=%00", token))
    note(reader.post(f"{ROOT}/games", HTTP_AUTHORIZATION=f"Bearer {token}"))
    narrow(limits.API_SEARCHES, burst=0)
    note(read(reader, f"{ROOT}/matches", token))
    failing(ValueError("a fault"))
    note(read(reader, f"{ROOT}/games", token))
    failing(OperationalError("database is locked"))
    note(read(reader, f"{ROOT}/games", token))
    assert set(seen) == {200, 400, 401, 404, 405, 429, 500, 503}


def test_a_preflight_is_answered_without_a_token(carol):
    asked = {"HTTP_ORIGIN": "https://elsewhere.example", "HTTP_ACCESS_CONTROL_REQUEST_METHOD": "GET"}
    answer = carol.options(f"{ROOT}/games", **asked)
    assert answer.status_code == 204
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "Authorization" in answer["Access-Control-Allow-Headers"]


def test_a_cookie_alone_lets_no_other_site_read(alice):
    with_accounts(alice=alice)
    for target in ("games", "nowhere"):
        answer = alice.get(f"{ROOT}/{target}", HTTP_ORIGIN="https://elsewhere.example")
        assert "Access-Control-Allow-Origin" not in answer
        assert "Authorization" in answer["Vary"]
