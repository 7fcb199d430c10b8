"""News of arranged games and reminders: to both people, by push and mail, each once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command

from games_app.appointments import changes
from games_app.lib import clock
from games_app.models import Appointment, MailAddress, Player, PushDevice, ReminderMail
from games_app.notify import push_messages, reminder_mails
from games_app.notify.push_sender import PushSender
from tests.appointments.meeting import HOUR, agreed, fresh, proposal, sender
from tests.push_service import PushBrowser, PushService, push_service
from tests.record.conftest import at

__all__ = ["at"]
pytestmark = pytest.mark.django_db(transaction=True)

DAYS_AHEAD = timedelta(days=3)


@pytest.fixture(autouse=True)
def _site_that_sends_mail(settings):
    settings.SITE_URL = "https://play.example"


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    with push_service() as running:
        settings.PUSH_SERVICES = [running.origin]
        yield running


def subscribed(player: Player, service: PushService) -> PushBrowser:
    browser = PushBrowser(service.origin, player.name)
    sent = browser.subscription()
    PushDevice.objects.create(
        player=player,
        session_key=player.name,
        endpoint=sent["endpoint"],
        digest=player.name,
        p256dh=str(sent["p256dh"]).rstrip("="),
        auth=str(sent["auth"]).rstrip("="),
        language="en",
        site="https://play.example",
        created_at=clock.now(),
    )
    return browser


def with_mail(player: Player, **choice: bool) -> MailAddress:
    return MailAddress.objects.create(
        player=player,
        address=f"{player.name}@mail.example",
        language="en",
        confirmed_at=clock.now() - HOUR,
        **choice,
    )


def push() -> None:
    """Do what the worker does in a round."""
    push_messages.collect_planned(clock.now())
    PushSender().round(clock.now())


def mails() -> list[str]:
    """Return the mails of a round, by address and subject."""
    mail.outbox.clear()
    call_command("mail", once=True)
    return sorted(f"{one.to[0]}: {one.subject}" for one in mail.outbox)


def titles(service: PushService, browser: PushBrowser) -> list[str]:
    return [one["title"] for one in service.to(browser)]


def test_changes_are_pushed_to_the_other_one_and_both_are_reminded_once(at, service):
    row = proposal(ahead=DAYS_AHEAD)
    alices, bobs = subscribed(row.proposer, service), subscribed(row.other, service)
    for _round in range(2):
        push()
    assert (titles(service, alices), titles(service, bobs)) == ([], ["alice proposes a time: Mancala"])
    (told,) = service.to(bobs)
    assert told["path"] == f"/appointments/{row.public_id}"
    changes.agree(row.public_id, sender(row.other), 1, clock.now())
    push()
    assert titles(service, alices) == ["bob agrees to the time: Mancala"]
    for moment in (-DAYS_AHEAD / 2, -timedelta(hours=23), -timedelta(minutes=14), -timedelta(minutes=13)):
        at((DAYS_AHEAD + moment).total_seconds())
        push()
    reminders = ["is coming up: Mancala", "begins soon: Mancala"]
    assert titles(service, bobs)[1:] == [f"Your game against alice {words}" for words in reminders]
    assert titles(service, alices)[1:] == [f"Your game against bob {words}" for words in reminders]


def test_game_within_two_days_has_no_reminder_on_the_day_before(at, service):
    row = agreed(ahead=timedelta(hours=30))
    bobs = subscribed(row.other, service)
    at(HOUR.total_seconds() * 10)
    push()
    assert titles(service, bobs) == []


def test_cancelled_game_is_told_and_has_no_reminder(at, service):
    row = agreed()
    bobs = subscribed(row.other, service)
    changes.cancel(row.public_id, sender(row.proposer), clock.now())
    push()
    at(3 * HOUR.total_seconds() - 600)
    push()
    assert titles(service, bobs) == ["alice has cancelled your game: Mancala"]
    assert mails() == []


def test_moved_game_has_the_reminders_of_its_new_time(at, service):
    row, day = agreed(), 24 * HOUR
    bobs = subscribed(row.other, service)
    at(3 * HOUR.total_seconds() - 600)
    push()
    changes.propose_again(row.public_id, sender(row.other), row.at + day, clock.now())
    changes.agree(row.public_id, sender(row.proposer), None, clock.now())
    at((3 * HOUR + day).total_seconds() - 600)
    push()
    assert titles(service, bobs).count("Your game against alice begins soon: Mancala") == 2


def test_mail_reminds_both_once_and_a_digest_tells_of_a_proposal(at):
    row = proposal()
    with_mail(row.proposer)
    with_mail(row.other)
    at(21 * 60)
    assert mails() == ["bob@mail.example: A time for your game"]
    assert f"https://play.example/appointments/{row.public_id}" in str(mail.outbox[0].body)
    changes.agree(row.public_id, sender(row.other), 1, clock.now())
    at(42 * 60)
    assert mails() == ["alice@mail.example: A time for your game"]
    at(3 * HOUR.total_seconds() - 600)
    assert mails() == [
        "alice@mail.example: Your game against bob begins soon: Mancala",
        "bob@mail.example: Your game against alice begins soon: Mancala",
    ]
    assert mails() == []


def test_mail_reminds_nobody_who_wants_none(at):
    row = agreed()
    with_mail(row.other, appointments=False)
    at(3 * HOUR.total_seconds() - 600)
    assert mails() == []


def test_reminder_of_a_process_that_was_killed_is_mailed_by_another_after_its_claim(at):
    row = agreed()
    with_mail(row.other)
    now = at(3 * HOUR.total_seconds() - 600)
    assert len(list(reminder_mails.claimed_reminders(now))) == 1
    assert mails() == [], "the claim holds"
    at(3 * HOUR.total_seconds() - 600 + reminder_mails.CLAIM_LIFETIME.total_seconds())
    assert mails() == ["bob@mail.example: Your game against alice begins soon: Mancala"]
    assert mails() == []
    assert ReminderMail.objects.get().sent
    assert fresh(row).status == Appointment.Status.AGREED
