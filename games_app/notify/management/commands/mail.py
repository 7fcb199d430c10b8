"""`manage.py mail`: send digests to players who are away; `serve` runs it if mail is configured."""

from __future__ import annotations

import logging
import sys
import time
from smtplib import SMTPException

from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, InterfaceError, connections

from games_app.lib import clock
from games_app.lib.shutdown import end_with_parent
from games_app.models import MailAddress
from games_app.notify import digests, emails, mail_server, reminder_mails

ROUND_SECONDS = 60
"""Seconds between two rounds."""

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Send a mail to players who are away and for whom something waits, until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="one round, then end")
        parser.add_argument("--test", metavar="ADDRESS", help="send one mail there, and explain a failure")

    def handle(self, *, once: bool, test: str | None, **_: object) -> None:
        if test is not None:
            self.test(test)
            return
        end_with_parent()
        try:
            while True:
                self.round()
                if once:
                    return
                time.sleep(ROUND_SECONDS)
        except KeyboardInterrupt:
            return

    def test(self, address: str) -> None:
        try:
            mail_server.send_test(address)
        except mail_server.Failed as error:
            sys.exit(str(error))
        self.stdout.write(f"{mail_server.place()} has taken the mail to {address}.")

    def round(self) -> None:
        """Send the mails that are due. Failures are logged without the address."""
        try:
            for reminder in reminder_mails.claimed_reminders(clock.now()):
                mail = emails.reminder_email(reminder.address, reminder.news, reminder.message_id)
                if _is_sent(mail, reminder.address):
                    reminder_mails.note_sent(reminder)
            for digest in digests.due_digests(clock.now()):
                _is_sent(emails.digest_email(digest), digest.address)
        except (DatabaseError, InterfaceError) as error:
            log.warning("Mails that are due can't be read; the next try is in a minute: %s", error)
            connections.close_all()


def _is_sent(mail: EmailMessage, address: MailAddress) -> bool:
    """Send the mail; return False, and log it without the address, if that fails."""
    try:
        mail.send()
    except (OSError, SMTPException) as error:
        log.warning("A mail to player %s was not sent: %s", address.player_id, error)
        return False
    return True
