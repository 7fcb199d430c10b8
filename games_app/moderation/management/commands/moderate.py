"""`manage.py moderate`: people's reports, and the host's actions. Each action is logged."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.models import AuditEntry, Report
from games_app.moderation import reports
from games_app.moderation.actions import Order, perform, user_name
from games_app.people import accounts, given_wins, sanctions
from games_app.people.accounts import Role

LOGGED = 50
"""Number of log entries that are shown."""


class Command(BaseCommand):
    help = "Read reports, act on them, and appoint moderators; `moderate ACTION --help` says more."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

        def show(name: str, does: str) -> None:
            commands.add_parser(name, help=does, description=does)

        def action(name: str, does: str, whom: str) -> ArgumentParser:
            added: ArgumentParser = commands.add_parser(name, help=does, description=does)
            added.add_argument("whom", metavar=whom)
            added.add_argument("--why", default="", help="the reason, for the log")
            return added

        show("reports", "Show what waits: appeals, reports, and wins that new accounts have given.")
        action("close", "Close a report.", "REPORT")
        action("hide", "Hide a chat message, by the number that `reports` shows.", "MESSAGE")
        action("hide-notice", "Hide a notice of a club, by the number that `reports` shows.", "NOTICE")
        action("hide-note", "Hide a note on a match, by the number that `reports` shows.", "NOTE")
        warn = action("warn", "Tell a person, on their next page, that this must not go on.", "PERSON")
        mute = action("mute", "Let a person say nothing for some hours.", "PERSON")
        mute.add_argument("--hours", type=float, default=24)
        bar = action("bar", "Let a person or network (203.0.113.0/24) neither chat nor make or join.", "WHOM")
        bar.add_argument("--days", type=float, default=7)
        for person_parser in (warn, mute, bar):
            reasons, usual = Report.Reason.values, Report.Reason.OTHER
            person_parser.add_argument(
                "--of", choices=reasons, default=usual, help="the reason, for them to read"
            )
        action("lift", "End what `mute` and `bar` have begun.", "WHOM")
        action("uphold", "Answer a person's appeal: what they appeal against stays.", "PERSON")
        action("check", "Note that a person's wins against new accounts have been looked at.", "PERSON")
        action("rename", "Give a person another name, as guests get it.", "PERSON")
        action(
            "rename-club",
            "Give a club or class a neutral name; its members read that you did.",
            "CLUB",
        )
        action("close-club", "Delete a club with its notices, for good; games and tournaments stay.", "CLUB")
        action("hide-match", "Close a match to all but its players, until `show-match`.", "MATCH")
        action("show-match", "Undo `hide-match`: open a match to whom it was open before.", "MATCH")
        action("end", "End a running match, without a result.", "MATCH")
        appoint = action("appoint", "Give an account a role, and with it the moderators' pages.", "ACCOUNT")
        appoint.add_argument("--role", choices=Role.values, default=Role.MODERATOR)
        action("dismiss", "Take an account's role away.", "ACCOUNT")
        show("staff", "Show the accounts with a role.")
        show("log", "Show the last actions.")

    def handle(self, *, action: str, **options: Any) -> None:
        match action:
            case "reports":
                self._show_reports()
            case "staff":
                self._show_staff()
            case "log":
                self._show_log()
            case _:
                self._perform(action, options)

    def _perform(self, action: str, options: dict[str, Any]) -> None:
        lasts = timedelta(hours=options.get("hours", 0), days=options.get("days", 0))
        of, role = options.get("of", ""), options.get("role", "")
        try:
            subject = perform(Order(action, options["whom"], options["why"], lasts, of, role), user_name())
        except Refused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{action} {subject}: done.")

    def _show_reports(self) -> None:
        for sanction in sanctions.waiting_appeals(clock.now()):
            who = f"{sanction.person.name} ({sanction.person.public_id})" if sanction.person else ""
            self.stdout.write(f"appeal of {who}, {sanction.appealed_at:%Y-%m-%d %H:%M}")
            self.stdout.write(f"  {sanction.kind} until {sanction.until:%Y-%m-%d %H:%M}: {sanction.reason}")
            self.stdout.write(f"  {' '.join(sanction.appeal.split())}")
        for report, around in reports.queue():
            self.stdout.write(f"report {report.pk}, {report.at:%Y-%m-%d %H:%M}: {report.reason}")
            self.stdout.write(f"  about {report.about.name} ({report.about.public_id})")
            self.stdout.write(f"  by {report.reporter.name} ({report.reporter.public_id})")
            for message in around:
                mark = ">" if message == report.message else " "
                text = "(hidden)" if message.hidden else message.text or message.phrase
                self.stdout.write(f"  {mark} message {message.pk} {message.name}: {text}")
            if post := report.post:
                self.stdout.write(
                    f"  > notice {post.pk} {post.name}: {'(hidden)' if post.hidden else post.text}"
                )
            if club := report.club:
                self.stdout.write(f"  > club {club.public_id}: {club.name}")
            if note := report.note:
                self.stdout.write(f"  > note {note.pk}: {'(hidden)' if note.hidden else note.text}")

        for wins in given_wins.to_look_at(clock.now()):
            who = f"{wins.winner.name} ({wins.winner.public_id})"
            self.stdout.write(f"wins of {who}: {wins.wins}, given up by {wins.accounts} new accounts")
            for rise in wins.rises:
                self.stdout.write(f"  {rise.game} {rise.pace}: {rise.before:.0f} to {rise.now:.0f}")
            self.stdout.write(f"  matches: {' '.join(seat.match.public_id for seat in wins.latest)}")

    def _show_staff(self) -> None:
        for account in accounts.appointed_accounts():
            self.stdout.write(f"{account.name}: {accounts.role_of_account(account)}")

    def _show_log(self) -> None:
        for entry in AuditEntry.objects.order_by("-at")[:LOGGED]:
            why = f" ({entry.why})" if entry.why else ""
            self.stdout.write(f"{entry.at:%Y-%m-%d %H:%M} {entry.who}: {entry.what} {entry.whom}{why}")
