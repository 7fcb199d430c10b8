"""Mail: only to confirmed addresses, one digest instead of many mails, and an end with one press."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone

from boardgames.environment import mail_settings
from games_app.door import limits
from games_app.models import Account, MailAddress, Match, Presence
from games_app.people import players
from tests.pages.people import begun, loaded, make

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "alice@mail.example"
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _site_that_sends_mail(settings):
    settings.SITE_URL = "https://play.example"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def link_in(message: mail.EmailMessage, page: str) -> str:
    """Return the path of the mail's link to a page."""
    found = re.search(rf"https://play\.example(/{page}/\S+)", str(message.body))
    assert found, message.body
    return found[1]


def confirmed(person: Client, address: str = ADDRESS) -> None:
    person.post("/mail", {"address": address, "present": PASSWORD})
    person.post(link_in(mail.outbox.pop(), "mail/confirm"))


def daily(one: Client, other: Client, **changes: str) -> str:
    return begun(one, other, "morris", side="white", time="days", days="3", **changes)


def wait(minutes: int) -> None:
    """Let past events have happened so long ago."""
    Match.objects.update(acted_at=timezone.now() - timedelta(minutes=minutes))
    MailAddress.objects.update(confirmed_at=timezone.now() - timedelta(minutes=minutes + 1))


def told() -> list[str]:
    """Return the mails of a round, by address and subject."""
    mail.outbox.clear()
    call_command("mail", once=True)
    return [f"{one.to[0]}: {one.subject}" for one in mail.outbox]


def test_nothing_is_stored_of_an_address_before_it_is_confirmed(alice):
    make(alice)
    assert "We've sent an e-mail" in alice.post("/mail", {"address": ADDRESS}).content.decode()
    assert not MailAddress.objects.exists()
    link = link_in(mail.outbox[0], "mail/confirm")
    # A mail program that opens links by itself confirms nothing.
    assert Client().get(link).status_code == 200
    assert not MailAddress.objects.exists()
    assert Client().post(link).status_code == 200
    assert MailAddress.objects.get().address == ADDRESS


def test_no_address_is_asked_often_whoever_asks(alice, mallory):
    make(alice)
    make(mallory, name="mallory")
    answers = [alice.post("/mail", {"address": ADDRESS}).status_code for _ in range(3)]
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    elsewhere.cookies = mallory.cookies
    answers.append(elsewhere.post("/mail", {"address": ADDRESS.upper()}).status_code)
    assert answers == [200, 200, 200, 429]
    assert len(mail.outbox) == 3


def spent_by_strangers(address: str) -> None:
    """Request confirmations at an address, from many networks, until strangers get no further one sent."""
    answers = []
    for number in range(4):
        stranger = Client(REMOTE_ADDR=f"203.0.113.{number}")
        make(stranger, name=f"stranger {number}")
        answers.append(stranger.post("/mail", {"address": address}).status_code)
    assert answers == [200, 200, 200, 429]


def test_strangers_keep_nobody_with_an_account_from_confirming_their_address():
    spent_by_strangers(ADDRESS)
    owner = Client(REMOTE_ADDR="192.0.2.1")
    assert owner.post("/account", {"name": "alice", "password": PASSWORD}).status_code == 302
    wrong = owner.post("/mail", {"address": ADDRESS, "present": "not the password"})
    assert wrong.status_code == 422
    assert len(mail.outbox) == 3
    confirmed(owner)
    assert MailAddress.objects.get(address=ADDRESS).player.name == "alice"


def test_with_any_number_of_accounts_one_network_has_one_more_mail_sent_to_an_address():
    spent_by_strangers(ADDRESS)
    answers = []
    for number in range(3):
        person = Client(REMOTE_ADDR="192.0.2.1")
        assert person.post("/account", {"name": f"alice {number}", "password": PASSWORD}).status_code == 302
        answers.append(person.post("/mail", {"address": ADDRESS.upper(), "present": PASSWORD}).status_code)
    assert answers == [200, 429, 429]
    assert len(mail.outbox) == 4


def test_absent_player_is_mailed_of_the_turn_once(alice, bob):
    daily(alice, bob)
    confirmed(alice)
    assert told() == []
    wait(30)
    assert told() == [f"{ADDRESS}: It's your turn"]
    assert told() == []


def test_mails_name_friends_only_for_a_person_who_hides_strangers(alice, bob):
    daily(alice, bob)
    confirmed(alice)
    alice.cookies["preferences"] = "people=unnamed"
    assert alice.post("/strangers").status_code == 200
    wait(30)
    told()
    assert "Player" in mail.outbox[0].body
    assert "bob" not in mail.outbox[0].body
    alice.cookies["preferences"] = "people=named"
    alice.post("/strangers")
    MailAddress.objects.update(sent_at=None)
    told()
    assert "bob" in mail.outbox[0].body


def test_the_next_digest_comes_hours_later_and_only_with_something_new(alice, bob):
    daily(alice, bob)
    confirmed(alice)
    wait(30)
    told()
    MailAddress.objects.update(sent_at=timezone.now() - timedelta(hours=5))
    Match.objects.update(acted_at=timezone.now() - timedelta(hours=6))
    assert told() == []
    Match.objects.update(acted_at=timezone.now() - timedelta(hours=1))
    assert len(told()) == 1


def test_players_here_or_not_to_move_or_on_a_clock_get_no_mail(alice, bob):
    match = loaded(daily(alice, bob))
    begun(alice, bob, "morris", side="white", time="real")
    confirmed(bob, "bob@mail.example")
    wait(30)
    assert told() == []
    confirmed(alice)
    wait(30)
    here = {"match": match.row, "process": "p", "person": str(players.current(alice.session).pk)}
    lease = Presence.objects.create(**here, roles="white", until=timezone.now() + timedelta(seconds=30))
    assert told() == []
    lease.delete()
    assert len(told()) == 1


def test_each_digest_ends_by_one_press_and_by_the_button_of_a_mail_program(alice, bob):
    daily(alice, bob)
    confirmed(alice)
    wait(30)
    told()
    (message,) = mail.outbox
    link = link_in(message, "mail/stop")
    assert message.extra_headers["List-Unsubscribe"] == f"<https://play.example{link}>"
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    program = Client(enforce_csrf_checks=True)
    assert program.get(link).status_code == 200
    assert MailAddress.objects.exists()
    assert program.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not MailAddress.objects.exists()


@pytest.mark.parametrize("page", ["mail/confirm", "mail/stop", "password"])
def test_a_made_up_link_does_nothing(mallory, page):
    assert (
        mallory.post(f"/{page}/WzEsIm1hbGxvcnkiXQ:1abcde:made-up", {"password": PASSWORD}).status_code == 410
    )


def test_a_forgotten_password_is_reset_by_mail_once_and_signs_other_devices_out(alice, bob):
    alice.post("/account", {"name": "alice", "password": PASSWORD})
    confirmed(alice)
    laptop = Client()
    assert "sent a link there" in laptop.post("/forgotten", {"name": "Alice"}).content.decode()
    link = link_in(mail.outbox[0], "password")
    assert laptop.post(link, {"password": "short"}).status_code == 422
    assert laptop.post(link, {"password": "another good one"}).status_code == 302
    assert Account.objects.get().check_password("another good one")
    assert players.current(laptop.session).name == "alice"
    assert players.current(alice.session) is None
    assert Client().post(link, {"password": "a third good one"}).status_code == 410


def test_mail_that_could_reset_a_password_goes_to_no_address_without_it(alice):
    """Otherwise anybody who finds a signed-in browser takes the account over with a mailbox of their own."""
    alice.post("/account", {"name": "alice", "password": PASSWORD})
    for wrong in ({}, {"present": "not the password"}):
        answer = alice.post("/mail", {"address": "mallory@mail.example", **wrong})
        assert answer.status_code == 422
    assert "That is not your current password." in answer.content.decode()
    assert not mail.outbox
    assert alice.post("/mail", {"address": ADDRESS, "present": PASSWORD}).status_code == 200
    assert mail.outbox[0].to == [ADDRESS]


def test_an_address_that_was_asked_for_before_the_account_was_opened_is_not_confirmed(alice):
    make(alice)
    alice.post("/mail", {"address": "mallory@mail.example"})
    link = link_in(mail.outbox[0], "mail/confirm")
    alice.post("/account", {"name": "alice", "password": PASSWORD})
    assert Client().post(link).status_code == 410
    assert not MailAddress.objects.exists()


def test_a_guests_address_does_not_become_that_of_the_account_that_logs_in(alice, mallory):
    """Otherwise a mailbox confirmed in a shared browser resets the password of whoever logs in there."""
    alice.post("/account", {"name": "alice", "password": PASSWORD})
    make(mallory, name="mallory")
    confirmed(mallory, "mallory@mail.example")
    mallory.post("/login", {"name": "alice", "password": PASSWORD, "bring": "yes"})
    assert players.current(mallory.session).name == "alice"
    assert not MailAddress.objects.exists()


def test_an_address_that_somebody_else_left_in_the_browser_is_removed_with_the_same_press(alice):
    make(alice)
    confirmed(alice, "mallory@mail.example")
    assert alice.post("/account", {"name": "alice", "password": "short", "mail": "remove"}).status_code == 422
    assert MailAddress.objects.exists(), "nothing was opened"
    alice.post("/account", {"name": "alice", "password": PASSWORD, "mail": "remove"})
    assert not MailAddress.objects.exists()
    asks()
    assert not mail.outbox


def asks(name: str = "alice", address: str = "203.0.113.9"):
    """Request a new password from this address."""
    return Client(REMOTE_ADDR=address).post("/forgotten", {"name": name})


def words(answer: HttpResponse) -> str:
    """Return a page without the token of its forms."""
    return re.sub(r'(content|value)="\w{64}"', "", answer.content.decode())


@pytest.fixture
def owner() -> Client:
    """Alice with an account and a confirmed address, at home."""
    person = Client(REMOTE_ADDR="192.0.2.1")
    person.post("/account", {"name": "alice", "password": PASSWORD})
    confirmed(person)
    return person


def test_the_page_says_the_same_of_every_name(owner, bob):
    bob.post("/account", {"name": "bob", "password": PASSWORD})
    told = {name: [asks(name, f"203.0.113.{n}") for n in range(4)] for name in ("alice", "bob", "nobody")}
    assert len(mail.outbox) == 3
    for answers in told.values():
        assert [one.status_code for one in answers] == [200, 200, 200, 429]
    pages = [[words(one) for one in answers] for answers in told.values()]
    assert pages[0] == pages[1] == pages[2]


def test_questions_about_an_address_spend_no_reset_mails(owner, mallory):
    make(mallory, name="mallory")
    for _ in range(4):
        mallory.post("/mail", {"address": ADDRESS})
    mail.outbox.clear()
    asks()
    assert [one.subject for one in mail.outbox] == ["New password"]


def test_a_new_password_brings_new_reset_mails(owner):
    for n in range(4):
        asks(address=f"203.0.113.{n}")
    owner.post("/account", {"do": "password", "present": PASSWORD, "password": "another good one"})
    mail.outbox.clear()
    assert "sent a link there" in asks().content.decode(), "no earlier mail works"
    assert len(mail.outbox) == 1


def test_an_address_asks_for_so_many_new_passwords(owner, narrow):
    assert limits.MAILS.burst >= 30, "a class confirms its addresses"
    narrow(limits.MAILS, burst=5)
    answers = [asks(f"somebody {n}").status_code for n in range(6)]
    assert answers == [200] * 5 + [429]
    assert asks(address="203.0.113.10").status_code == 200


@pytest.mark.parametrize("name", ["alice", "nobody"])
def test_while_the_mail_server_is_away_no_name_is_told_that_a_mail_was_sent(owner, name, settings):
    with override_settings(**mail_settings("smtp://127.0.0.1:9", settings.SITE_URL, "")):
        for n in range(4):
            refused = asks(name, f"203.0.113.{n}")
            assert refused.status_code == 503
            assert "could not be sent" in refused.content.decode()
    assert asks(name).status_code == 200, "a mail that was not sent is none of the three"


def test_a_mail_server_that_is_away_costs_the_asker_nothing_but_a_sentence(alice, settings):
    for name, value in mail_settings("smtp://127.0.0.1:9", settings.SITE_URL, "").items():
        setattr(settings, name, value)
    make(alice)
    refused = alice.post("/mail", {"address": ADDRESS})
    assert refused.status_code == 503
    assert "could not be sent" in refused.content.decode()
