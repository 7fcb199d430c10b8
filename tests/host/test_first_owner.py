"""The one-time address: whoever has its secret becomes the owner, once; nothing else counts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from games_app.door import limits
from games_app.lib import clock
from games_app.models import Account, AuditEntry, Member, OwnerKey
from games_app.people import accounts, owners
from games_app.people.accounts import Role
from tests.host.people import new_address, with_account, with_role

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


def test_a_newcomer_makes_an_account_and_becomes_the_owner(alice):
    address = new_address()
    page = alice.get(address).content.decode()
    assert f"/account?next={address.replace('/', '%2F')}" in page
    made = alice.post(f"/account?next={address}", {"name": "alice", "password": "correct horse battery"})
    assert made.headers["Location"] == address
    assert alice.post(address).headers["Location"] == "/host"
    assert alice.get("/host").status_code == 200
    assert Member.objects.get().player.name == "alice", "an owner is not locked out of a closed site"
    entry = AuditEntry.objects.get()
    assert (entry.what, entry.whom) == ("appoint", "owner alice")


def test_opening_the_address_makes_nobody_the_owner(alice):
    with_account(alice, "alice")
    address = new_address()
    assert alice.get(address).status_code == 200
    assert alice.head(address).status_code == 200
    assert not owners.has_owner()
    assert alice.post(address).status_code == 302


def test_a_guest_is_asked_for_an_account_and_a_session_of_a_phrase_for_the_password(alice, mallory):
    address = new_address()
    assert mallory.post(address).status_code == 200
    account = with_account(alice, "alice")
    session = alice.session
    del session["proof"]
    session.save()
    assert alice.post(address).headers["Location"].startswith("/login?next=%2Fowner%2F")
    assert accounts.role_of_account(account) is None


def test_a_used_address_is_refused_to_the_next_one(alice, mallory):
    with_account(alice, "alice")
    with_account(mallory, "mallory")
    address = new_address()
    assert alice.post(address).status_code == 302
    assert [mallory.get(address).status_code, mallory.post(address).status_code] == [410, 410]
    assert [mallory.get("/host").status_code, OwnerKey.objects.count()] == [404, 0]


def test_of_two_browsers_at_once_one_becomes_the_owner(alice, mallory):
    people = [(alice, "alice"), (mallory, "mallory")]
    for person, name in people:
        with_account(person, name)
    address, barrier = new_address(), Barrier(2)

    def press(person: Client) -> int:
        barrier.wait(10)
        try:
            return person.post(address).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(press, (alice, mallory))) == [302, 410]
    assert Account.objects.filter(groups__name=Role.OWNER).count() == 1


def test_a_newer_address_replaces_the_older_one(alice):
    with_account(alice, "alice")
    older, newer = new_address(), new_address()
    assert alice.post(older).status_code == 410
    assert alice.post(newer).status_code == 302


@pytest.mark.parametrize("guess", ["x", "x" * 500, "%00", "..%2F"])
def test_a_guess_is_refused_from_this_machine_too(guess):
    new_address()
    near = Client(REMOTE_ADDR="127.0.0.1")
    with_account(near, "mallory")
    assert near.post(f"/owner/{guess}").status_code in (400, 404, 410)
    assert not owners.has_owner()


def test_guesses_have_a_limit_that_the_right_address_does_not_use_up(alice, mallory, narrow):
    narrow(limits.OWNER_KEYS, burst=3)
    assert [mallory.get("/owner/guess").status_code for _ in range(5)] == [410, 410, 410, 429, 429]
    there = Client(REMOTE_ADDR="203.0.113.9")
    address = new_address()
    assert [there.get(address).status_code for _ in range(5)] == [200] * 5


def test_only_the_hash_of_the_key_is_stored():
    token = owners.new_key(clock.now())
    assert token not in str(OwnerKey.objects.values())
    assert owners.is_key(token)


class Terminal:
    """An output that says that it is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def isatty(self) -> bool:
        return True


def test_first_start_prints_the_address_to_a_terminal_and_never_to_a_log(alice, capsys):
    call_command("owner", "http://localhost:8000/", "--first")
    assert "/owner/" not in capsys.readouterr().out
    assert not OwnerKey.objects.exists()
    terminal = Terminal()
    call_command("owner", "http://localhost:8000/", "--first", stdout=terminal)
    address = terminal.text.strip().rpartition(" ")[2]
    assert address.startswith("http://localhost:8000/owner/")
    with_account(alice, "alice")
    assert alice.post(address.removeprefix("http://localhost:8000")).status_code == 302


def test_a_start_with_an_owner_prints_nothing_and_ends_unused_addresses(alice):
    with_role(alice, "alice", Role.OWNER)
    owners.new_key(clock.now())
    terminal = Terminal()
    call_command("owner", "http://localhost:8000/", "--first", stdout=terminal)
    assert (terminal.text, OwnerKey.objects.count()) == ("", 0)


def test_the_host_gets_a_new_address_for_a_lost_owner(alice, bob, settings, capsys):
    with_role(alice, "alice", Role.OWNER)
    settings.SITE_URL = "https://play.example"
    call_command("owner")
    printed = capsys.readouterr()
    with_account(bob, "bob")
    assert bob.post(printed.out.strip().removeprefix("https://play.example")).status_code == 302
    assert Account.objects.filter(groups__name=Role.OWNER).count() == 2
    assert set(AuditEntry.objects.values_list("what", flat=True)) == {"owner-key", "appoint"}
