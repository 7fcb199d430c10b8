"""Mails that remind people of appointments. Each is stored, claimed by one process, and sent once.

If a process ends between its claim and the mail, another one sends it. If it ends between the mail and the
note, the second mail has the same Message-ID, by which mail programs can recognise it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games_app.lists import appointments
from games_app.lists.news import Kind, News
from games_app.models import Appointment, MailAddress, ReminderMail
from games_app.record.crash_points import crash_point

CLAIM_LIFETIME = timedelta(minutes=2)
"""Time for which a mail belongs to the process that is sending it. If that one ends, another tries."""


@dataclass(frozen=True, slots=True)
class Reminder:
    address: MailAddress
    news: News
    mail: ReminderMail

    @property
    def message_id(self) -> str:
        return f"{self.mail.kind}.{self.news.subject.public_id}.{self.mail.number}.{self.mail.player_id}"


def claimed_reminders(now: datetime) -> Iterator[Reminder]:
    """Yield the reminders to send now, each after this process has claimed it."""
    for row in appointments.reminded(now):
        people = {row.proposer_id, row.other_id}
        for address in MailAddress.objects.filter(player__in=people, appointments=True):
            for item in appointments.news_of(row, address.player_id, now):
                if item.kind is not Kind.APPOINTMENT and (mail := _claimed(row, address, item.kind, now)):
                    yield Reminder(address, item, mail)


def _claimed(row: Appointment, address: MailAddress, kind: Kind, now: datetime) -> ReminderMail | None:
    mail, _ = ReminderMail.objects.get_or_create(
        appointment=row, player=address.player, kind=kind, number=row.number
    )
    free = Q(claimed_at=None) | Q(claimed_at__lte=now - CLAIM_LIFETIME)
    claimed = ReminderMail.objects.filter(free, pk=mail.pk, sent=False).update(claimed_at=now)
    crash_point("reminded")
    return mail if claimed else None


def note_sent(reminder: Reminder) -> None:
    ReminderMail.objects.filter(pk=reminder.mail.pk).update(sent=True)
