"""Guessing of passwords is bounded, and strangers who guess lock no owner out."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from games_app.door.limits import GUESSES, LOGINS, NEIGHBOUR_LOGINS, OWN_GUESSES, RETURNS
from games_app.lib import clock, rate_limit
from games_app.models import Account, Device, MailAddress
from games_app.pages.devices import MOST_ACCOUNTS
from games_app.people import devices, players
from tests.pages.authenticator import Authenticator

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"
HOME, SCHOOL = "192.0.2.1", "192.0.2.2"
COOKIE = "device"


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch):
    """Let no bucket fill up meanwhile, however slow the machine is."""
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.fixture
def alice():
    """A player with an account who is signed in, in a browser at home."""
    person = Client(REMOTE_ADDR=HOME)
    opened = person.post("/account", {"name": "alice", "password": PASSWORD})
    assert opened.status_code == 302
    return person


def log_in(person: Client, password: str = PASSWORD, name: str = "alice") -> int:
    return int(person.post("/login", {"name": name, "password": password}).status_code)


def log_out(person: Client) -> Client:
    person.post("/logout")
    assert players.current(person.session) is None
    return person


def guess(person: Client, times: int = OWN_GUESSES.burst) -> list[int]:
    return [log_in(person, "a wrong guess") for _ in range(times)]


def strangers_guess(name: str = "alice") -> None:
    """Use up the guesses of strangers, each from an address of their own."""
    answers = [log_in(Client(REMOTE_ADDR=f"203.0.113.{n}"), "a wrong guess", name) for n in range(11)]
    assert set(answers) == {422, 429}
    assert log_in(Client(REMOTE_ADDR="203.0.113.99"), PASSWORD, name) == 429


def phrase_of(person: Client) -> str:
    page = person.post("/devices", {"do": "phrase"}).content.decode()
    found = re.search(r'class="phrase"[^>]*>([^<]+)<', page)
    assert found
    return found[1]


def came_back(person: Client, owner: Client) -> Client:
    assert person.post("/return", {"phrase": phrase_of(owner)}).status_code == 302
    return person


def passkey_of(owner: Client) -> Authenticator:
    """Make a passkey of the owner's account."""
    key = Authenticator()
    made = key.make(owner.post("/account/passkey", {"present": PASSWORD}).json())
    assert owner.post("/account", {"do": "passkey", "name": "Key", "passkey": made}).status_code == 302
    return key


def with_passkey(person: Client, owner: Client) -> Client:
    """Log in by a new passkey of the owner's account."""
    key = passkey_of(owner)
    signed = key.sign(person.post("/login/passkey").json())
    assert person.post("/login", {"passkey": signed}).status_code == 302
    return person


A_CLASS = 30
"""Number of pupils who come in together from one address."""


def by_typed_password(owner: Client) -> Callable[[Client], HttpResponse]:
    """Return a log-in to the accounts of different pupils, each of whom has been at home until now."""
    names = iter([f"pupil {n}" for n in range(A_CLASS)])
    for n in range(A_CLASS):
        home = Client(REMOTE_ADDR=f"198.51.100.{n}")
        assert home.post("/account", {"name": f"pupil {n}", "password": PASSWORD}).status_code == 302
    return lambda browser: browser.post("/login", {"name": next(names), "password": PASSWORD})


def by_signature(owner: Client) -> Callable[[Client], HttpResponse]:
    key = passkey_of(owner)
    return lambda browser: browser.post(
        "/login", {"passkey": key.sign(browser.post("/login/passkey").json())}
    )


def by_phrase(owner: Client) -> Callable[[Client], HttpResponse]:
    """Return a return by the phrases of different guests."""
    guests = [Client(REMOTE_ADDR=SCHOOL) for _ in range(A_CLASS)]
    for guest in guests:
        guest.post("/name", {"name": "pupil"})
    phrases = iter([phrase_of(guest) for guest in guests])
    return lambda browser: browser.post("/return", {"phrase": next(phrases)})


@pytest.mark.parametrize("way", [by_typed_password, by_signature, by_phrase])
def test_a_class_comes_in_together_from_one_address(alice, way):
    come_in = way(alice)
    answers = [come_in(Client(REMOTE_ADDR=SCHOOL)) for _ in range(A_CLASS)]
    assert [answer.status_code for answer in answers] == [302] * A_CLASS


def test_a_class_asks_for_passkeys_before_anybody_has_one_at_hand(alice):
    asked = [Client(REMOTE_ADDR=SCHOOL).post("/login/passkey").status_code for _ in range(A_CLASS)]
    assert asked == [200] * A_CLASS


def test_a_class_logs_in_to_one_account(alice):
    answers = [log_in(Client(REMOTE_ADDR=SCHOOL)) for _ in range(A_CLASS)]
    assert answers == [302] * A_CLASS


def test_right_passwords_pay_for_no_wrong_ones(alice, mallory):
    come_in = by_typed_password(alice)
    mallory.defaults["REMOTE_ADDR"] = SCHOOL
    answers = []
    for n in range(LOGINS.burst):
        assert come_in(Client(REMOTE_ADDR=SCHOOL)).status_code == 302
        answers.append(log_in(mallory, "a wrong guess", f"somebody {n}"))
    assert answers == [422] * LOGINS.burst
    assert log_in(mallory, "a wrong guess", "somebody else") == 429


def test_one_password_for_many_accounts_is_tried_at_a_bounded_pace_where_their_owners_log_in(mallory):
    for n in range(A_CLASS):
        Client(REMOTE_ADDR=SCHOOL).post("/account", {"name": f"pupil {n}", "password": PASSWORD})
    mallory.defaults["REMOTE_ADDR"] = SCHOOL
    answers = [log_in(mallory, "a wrong guess", f"pupil {n}") for n in range(A_CLASS)]
    assert answers == [422] * NEIGHBOUR_LOGINS.burst + [429] * (A_CLASS - NEIGHBOUR_LOGINS.burst)


def test_wrong_return_phrases_are_tried_at_a_bounded_pace(mallory):
    phrases = [f"wrong phrase {n}" for n in range(RETURNS.burst + 1)]
    answers = [mallory.post("/return", {"phrase": phrase}).status_code for phrase in phrases]
    assert answers == [422] * RETURNS.burst + [429]


def test_a_browser_that_has_logged_in_before_logs_in_while_strangers_guess(alice):
    strangers_guess()
    assert log_in(log_out(alice)) == 302


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("/account", {"do": "password", "password": "another good one"}, 200),
        ("/account", {"do": "close", "sure": "yes"}, 302),
        ("/account/passkey", {}, 200),
        ("/withdraw", {"sure": "yes"}, 200),
        ("/mail", {"address": "alice@mail.example"}, 200),
        ("/login", {"name": "alice", "password": PASSWORD}, 302),
    ],
    ids=["password", "close", "passkey", "withdraw", "mail", "again"],
)
def test_in_a_signed_in_browser_the_password_is_checked_while_strangers_guess(
    alice, path, form, status, settings
):
    settings.SITE_URL = "https://play.example"
    del alice.cookies[COOKIE]  # as in a session from before the cookie existed
    Device.objects.update(network="")
    strangers_guess()
    assert alice.post(path, {"present": "a wrong guess"} | form).status_code in (422, 302)
    assert alice.post(path, {"present": PASSWORD} | form).status_code == status


def test_strangers_at_the_same_address_lock_nobody_out(alice, mallory):
    mallory.defaults["REMOTE_ADDR"] = HOME
    answers = [log_in(mallory, "a wrong guess", f"somebody {n}") for n in range(30)]
    assert set(answers) == {422, 429}
    changed = {"do": "password", "present": PASSWORD, "password": "another good one"}
    assert alice.post("/account", changed).status_code == 200
    assert log_in(log_out(alice), "another good one") == 302


def test_strangers_at_the_same_address_keep_nobody_from_proving_again_by_a_passkey(alice, mallory):
    key = passkey_of(alice)
    mallory.defaults["REMOTE_ADDR"] = HOME
    answers = [log_in(mallory, "a wrong guess", f"somebody {n}") for n in range(30)]
    assert set(answers) == {422, 429}
    signed = key.sign(alice.post("/login/passkey", {"name": "alice"}).json())
    assert alice.post("/account", {"do": "close", "sure": "yes", "passkey": signed}).status_code == 302
    assert not Account.objects.exists()


def test_a_browser_that_has_logged_in_guesses_at_a_bounded_pace_from_whatever_address(alice):
    log_out(alice)
    thief = Client(REMOTE_ADDR=SCHOOL)
    thief.cookies[COOKIE] = alice.cookies[COOKIE].value
    assert guess(alice) == [422] * OWN_GUESSES.burst
    assert guess(thief, 1) == [429]
    refused = alice.post("/login", {"name": "alice", "password": PASSWORD})
    assert refused.status_code == 429
    assert "Too many passwords were tried here" in refused.content.decode()


def test_guesses_of_one_browser_leave_those_of_others(alice):
    phone = Client(REMOTE_ADDR=SCHOOL)
    log_in(phone)
    guess(log_out(phone))
    assert log_in(phone) == 429
    assert log_in(log_out(alice)) == 302
    assert log_in(Client(REMOTE_ADDR="203.0.113.9")) == 302


def test_logging_in_to_another_account_gives_no_new_guesses(alice, mallory):
    mallory.post("/account", {"name": "mallory", "password": PASSWORD})
    assert guess(log_out(mallory)) == [422] * GUESSES.burst
    log_in(mallory, name="mallory")
    assert guess(log_out(mallory), 1) == [429]
    guess(log_out(alice))
    log_in(alice, name="mallory")
    assert guess(log_out(alice), 1) == [429]


@pytest.mark.parametrize("let_in", [came_back, with_passkey])
def test_browsers_that_were_let_in_without_the_password_share_one_budget(alice, let_in):
    """Otherwise somebody who finds an open browser makes phrase after phrase, and guesses the password."""
    answers = []
    for n in range(4):
        browser = let_in(Client(REMOTE_ADDR=f"198.51.100.{n}"), alice)
        answers += guess(log_out(browser), 3)
    assert answers == [422] * OWN_GUESSES.burst + [429] * 2


def test_a_phrase_or_a_passkey_takes_no_browser_its_own_budget(alice):
    phone = Client(REMOTE_ADDR=SCHOOL)
    log_in(phone)
    came_back(log_out(phone), alice)
    other = came_back(Client(REMOTE_ADDR="198.51.100.7"), alice)
    guess(log_out(other))
    assert log_in(other) == 429
    assert log_in(log_out(phone)) == 302


def test_with_a_new_password_browsers_that_knew_the_old_one_are_strangers(alice):
    phone = Client(REMOTE_ADDR=HOME)
    log_in(phone)
    phone.defaults["REMOTE_ADDR"] = SCHOOL
    alice.post("/account", {"do": "password", "present": PASSWORD, "password": "another good one"})
    assert players.current(phone.session) is None
    assert guess(phone) == [422] * GUESSES.burst
    assert log_in(Client(REMOTE_ADDR="203.0.113.9"), "another good one") == 429
    assert log_in(log_out(alice), "another good one") == 302


def test_a_made_up_cookie_is_that_of_a_stranger(alice, mallory):
    strangers_guess()
    for planted in ("", "x", "eyJhIjoiYiJ9:1abcde:made-up", "ä", "x" * 5000):
        mallory.cookies[COOKIE] = planted
        assert log_in(mallory) == 429, planted[:20]


def test_another_browser_at_an_address_of_the_owner_logs_in_while_strangers_guess(alice):
    strangers_guess()
    assert log_in(Client(REMOTE_ADDR=HOME)) == 302
    assert log_in(Client(REMOTE_ADDR=SCHOOL)) == 429


def test_an_address_of_the_owner_guesses_at_a_bounded_pace(alice, mallory):
    mallory.defaults["REMOTE_ADDR"] = HOME
    assert guess(mallory, OWN_GUESSES.burst + 1) == [422] * OWN_GUESSES.burst + [429]
    assert log_in(log_out(alice)) == 302


def test_an_address_counts_as_the_owners_while_a_device_that_logged_in_there_is_signed_in(alice, monkeypatch):
    phone = Client(REMOTE_ADDR=SCHOOL)
    log_in(phone)
    came_back(Client(REMOTE_ADDR="198.51.100.7"), alice)
    with_passkey(Client(REMOTE_ADDR="198.51.100.8"), alice)
    strangers_guess()
    for address in ("198.51.100.7", "198.51.100.8"):
        assert log_in(Client(REMOTE_ADDR=address)) == 429, "neither a phrase nor a passkey proves an address"
    log_out(phone)
    assert log_in(Client(REMOTE_ADDR=SCHOOL)) == 429
    late = clock.now() + devices.NETWORK_KEPT + timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: late)
    assert log_in(Client(REMOTE_ADDR=HOME)) == 429


def test_addresses_are_kept_as_hashes_and_not_for_long(alice):
    kept = Device.objects.get().network
    assert kept
    assert HOME not in kept
    devices.sweep(clock.now())
    assert Device.objects.get().network == kept
    devices.sweep(clock.now() + devices.NETWORK_KEPT + timedelta(seconds=1))
    assert Device.objects.get().network == ""


def test_a_name_written_otherwise_gives_no_more_guesses(alice, mallory):
    ways = ["alice", "Alice", "ALICE", "a1ice", "aIice", "ALlCE", "älice"]
    answers = [log_in(mallory, "a wrong guess", ways[n % len(ways)]) for n in range(12)]
    assert answers == [422] * GUESSES.burst + [429] * 2


def test_one_browser_remembers_several_accounts(alice):
    alice.post("/logout")
    for n in range(MOST_ACCOUNTS - 1):
        alice.post("/account", {"name": f"number {n}", "password": PASSWORD})
        log_out(alice)
    Device.objects.update(network="")
    strangers_guess()
    assert log_in(alice) == 302
    log_out(alice)
    for n in range(MOST_ACCOUNTS):
        alice.post("/account", {"name": f"another {n}", "password": PASSWORD})
        log_out(alice)
    Device.objects.update(network="")
    assert log_in(alice) == 429


def test_the_cookie_is_for_this_site_alone_and_names_nobody(alice, settings):
    cookie = alice.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (
        True,
        "Lax",
        "/",
        "",
    )
    assert cookie["max-age"] == settings.DEVICE_COOKIE_AGE
    assert not cookie["secure"]
    told = urlsafe_b64decode(cookie.value.partition(":")[0] + "==").decode()
    assert re.fullmatch(r'{"[0-9a-f]{22}":"[\w-]{12}"}', told), "nothing but a hash and a random word"
    settings.SESSION_COOKIE_SECURE = True
    assert log_in(log_out(alice)) == 302
    assert alice.cookies[COOKIE]["secure"]


def test_withdrawal_leaves_no_cookie_behind(alice):
    alice.post("/withdraw", {"sure": "yes", "present": PASSWORD})
    assert alice.cookies[COOKIE].value == ""


def test_an_owner_asks_for_a_new_password_while_strangers_do(alice, mallory, settings):
    settings.SITE_URL = "https://play.example"
    player = Account.objects.get().player
    MailAddress.objects.create(player=player, address="alice@mail.example", confirmed_at=clock.now())
    mallory.defaults["REMOTE_ADDR"] = HOME
    for name in ("alice", "alice", "alice", *(f"somebody {n}" for n in range(5))):
        mallory.post("/forgotten", {"name": name})
    mail.outbox.clear()
    log_out(alice)
    assert "sent a link there" in alice.post("/forgotten", {"name": "alice"}).content.decode()
    assert len(mail.outbox) == 1
