"""Passkeys: an account is logged in to without its password, only by its owner's devices."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client
from fido2.webauthn import AuthenticatorData

from games_app.lib import clock
from games_app.models import Passkey, Player
from games_app.people import accounts, passkeys, players
from games_app.people.accounts import Role
from tests.pages.authenticator import Authenticator
from tests.pages.people import begun

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"
PRESENT = AuthenticatorData.FLAG.UP


@pytest.fixture
def key(alice):
    """The passkey of alice's account."""
    made = Authenticator()
    open_account(alice, "alice")
    assert add(alice, made).status_code == 302
    return made


def open_account(person: Client, name: str) -> None:
    assert person.post("/account", {"name": name, "password": PASSWORD}).status_code == 302


def ask_for_new(person: Client, password: str = PASSWORD):
    return person.post("/account/passkey", {"present": password})


def add(person: Client, key: Authenticator, name: str = "Phone"):
    answer = key.make(ask_for_new(person).json())
    return person.post("/account", {"do": "passkey", "name": name, "passkey": answer})


def ask(person: Client, name: str = "") -> dict:
    asked = person.post("/login/passkey", {"name": name})
    assert asked.status_code == 200
    return asked.json()


def log_in(person: Client, key: Authenticator, name: str = "", **sent: str):
    return person.post("/login", {"name": name, "passkey": key.sign(ask(person, name))} | sent)


def sign_at(person: Client, path: str, key: Authenticator, name: str = "alice", **sent: str):
    """Send a form that ends an account, signed by a passkey."""
    return person.post(path, {"sure": "yes", "passkey": key.sign(ask(person, name))} | sent)


def who(person: Client) -> Player | None:
    return players.current(person.session)


@pytest.mark.parametrize("name", ["", "alice", "ALICE"])
def test_a_passkey_logs_in_with_and_without_the_name(alice, phone, key, name):
    assert log_in(phone, key, name).status_code == 302
    assert who(phone) == who(alice)
    page = alice.get("/account").content.decode()
    assert "Phone" in page
    assert "last used" in page


def test_one_is_added_by_who_knows_the_password_alone(alice, mallory):
    open_account(alice, "alice")
    assert ask_for_new(alice, "not the password").status_code == 422
    assert ask_for_new(mallory).status_code == 404
    asked = ask(alice)
    made = Authenticator().make({**asked, "user": {"id": "YWxpY2U"}})
    assert alice.post("/account", {"do": "passkey", "passkey": made}).status_code == 422
    assert not Passkey.objects.exists()


def test_an_answer_serves_once(phone, key, mallory):
    asked = ask(phone)
    signed = key.sign(asked)
    assert phone.post("/login", {"passkey": signed}).status_code == 302
    phone.post("/logout")
    assert phone.post("/login", {"passkey": signed}).status_code == 422
    ask(mallory)
    assert mallory.post("/login", {"passkey": signed}).status_code == 422
    assert who(mallory) is None


def test_a_refused_answer_uses_its_challenge_up(phone, key):
    asked = ask(phone)
    assert phone.post("/login", {"passkey": "{}"}).status_code == 422
    assert phone.post("/login", {"passkey": key.sign(asked)}).status_code == 422


def test_a_challenge_expires(phone, key, monkeypatch):
    asked, late = ask(phone), clock.now() + passkeys.LIFETIME + timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: late)
    assert phone.post("/login", {"passkey": key.sign(asked)}).status_code == 422


@pytest.mark.parametrize(
    "changed",
    [
        {"origin": "https://testserver"},
        {"origin": "http://testserver.example"},
        {"domain": "other.example"},
        {"frame": True},
        {"flags": PRESENT},
        {"handle": "bWFsbG9yeQ"},
        {"credential_id": b"of nobody here, as it seems"},
        {"key": Authenticator().key},
    ],
    ids=["scheme", "foreign origin", "foreign domain", "frame", "unverified", "handle", "unknown", "forged"],
)
def test_answer_of_another_site_or_device_is_refused(phone, key, changed):
    for name, value in changed.items():
        setattr(key, name, value)
    refused = log_in(phone, key)
    assert refused.status_code == 422
    assert "No account here has this passkey" in refused.content.decode()
    assert who(phone) is None


@pytest.mark.parametrize(
    "changed", [{"origin": "http://other.example"}, {"domain": "other.example"}, {"flags": PRESENT}]
)
def test_a_passkey_made_elsewhere_or_for_nobody_verified_is_not_added(alice, changed):
    open_account(alice, "alice")
    assert add(alice, Authenticator(**changed)).status_code == 422
    assert not Passkey.objects.exists()


def test_passkey_of_another_account_is_not_added(key, mallory):
    open_account(mallory, "mallory")
    assert add(mallory, key).status_code == 422
    assert Passkey.objects.get().account.name == "alice"


def test_with_a_name_only_a_passkey_of_that_account_serves(phone, key, bob):
    open_account(bob, "bob")
    asked = ask(phone, "bob")
    assert phone.post("/login", {"name": "bob", "passkey": key.sign(asked)}).status_code == 422


def test_names_without_a_passkey_look_like_those_with_one(phone, key, bob):
    open_account(bob, "bob")
    for name in ("alice", "bob", "nobody"):
        (known,) = ask(phone, name)["allowCredentials"]
        assert len(known["id"]) == 43
        assert ask(phone, name)["allowCredentials"] == [known]


@pytest.mark.parametrize(("before", "after", "status"), [(5, 6, 302), (5, 5, 422), (5, 4, 422), (5, 0, 422)])
def test_a_sign_count_that_does_not_grow_betrays_a_copy(alice, phone, before, after, status):
    open_account(alice, "alice")
    counting = Authenticator(count=before)
    add(alice, counting)
    counting.count = after
    assert log_in(phone, counting).status_code == status


def test_an_answer_that_is_none_is_refused(phone, key):
    for answer in (" ", "[", "null", "[]", "{}", '"x"', "[" * 15_000, '{"rawId": 1}', "x" * 20_000):
        ask(phone)
        assert phone.post("/login", {"passkey": answer}).status_code == 422, answer[:10]


def test_a_broken_answer_is_refused_wherever_it_breaks(alice, phone, key, settings):
    settings.RATE_LIMITS = False
    for place in range(0, 250, 80):
        for made in (key.sign(ask(phone)), key.make(ask_for_new(alice).json())):
            broken = json.loads(made)
            inner = broken["response"]
            for name in ("authenticatorData", "attestationObject", "signature"):
                if name in inner:
                    inner[name] = inner[name][: place % len(inner[name])]
            person, sent = (phone, {}) if "signature" in inner else (alice, {"do": "passkey"})
            path = "/account" if sent else "/login"
            assert person.post(path, {**sent, "passkey": json.dumps(broken)}).status_code == 422


def test_a_removed_passkey_opens_nothing_and_signs_the_other_devices_out(alice, phone, key, bob):
    open_account(bob, "bob")
    log_in(phone, key)
    which = {"do": "remove", "which": Passkey.objects.get().pk, "present": PASSWORD}
    bob.post("/account", which)
    assert Passkey.objects.exists()
    assert alice.post("/account", which).status_code == 302
    assert (who(alice) is not None, who(phone)) == (True, None)
    assert log_in(phone, key).status_code == 422


def test_an_open_browser_alone_removes_no_passkey(alice, phone, key):
    log_in(phone, key)
    which = {"do": "remove", "which": Passkey.objects.get().pk}
    for present in ("", "a guess at it"):
        assert alice.post("/account", which | {"present": present}).status_code == 422
    assert Passkey.objects.exists()
    assert who(phone) is not None
    assert sign_at(alice, "/account", key, **which).status_code == 302
    assert not Passkey.objects.exists()


def test_a_passkey_closes_its_account_which_then_has_none(alice, key):
    assert "Close it with a passkey" in alice.get("/account").content.decode()
    assert sign_at(alice, "/account", key, do="close").status_code == 302
    assert not Passkey.objects.exists()


def test_a_passkey_withdraws_its_player_who_then_has_none(alice, key):
    assert "Withdraw it with a passkey" in alice.get("/withdraw").content.decode()
    assert "Your name is gone" in sign_at(alice, "/withdraw", key).content.decode()
    assert not Passkey.objects.exists()


@pytest.mark.parametrize("path", ["/account", "/withdraw"])
def test_another_accounts_passkey_ends_nothing(alice, key, mallory, path):
    open_account(mallory, "mallory")
    add(mallory, own := Authenticator())
    refused = sign_at(alice, path, own, "mallory", do="close")
    assert refused.status_code == 422
    assert "belong to this account" in refused.content.decode()
    assert Passkey.objects.filter(account__name="alice").exists()


def test_a_session_begun_by_a_passkey_is_a_moderators(phone, alice, key):
    accounts.appoint(Passkey.objects.get().account, Role.MODERATOR)
    assert log_in(phone, key).status_code == 302
    assert phone.get("/moderation/").status_code == 200


def test_a_guest_who_logs_in_by_a_passkey_is_asked_what_to_bring_along(alice, bob, phone, key):
    begun(phone, bob, name="guest")
    asked = log_in(phone, key)
    assert asked.status_code == 409
    assert log_in(phone, key, bring="yes").status_code == 302
    assert who(phone) == who(alice)


def test_an_account_has_a_limited_number_of_passkeys(alice, key, monkeypatch):
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 1)
    assert "Add a passkey" not in alice.get("/account").content.decode()
    assert add(alice, Authenticator()).status_code == 422
