"""`manage.py moderate`: the reports of people, and what a host does about them. Each action is logged."""

from __future__ import annotations

import getpass
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games_app.lib import clock
from games_app.lib.names import random_name
from games_app.live.doorbell import ring_once
from games_app.models import AuditEntry, ChatMessage, Match, Player, Report, Sanction
from games_app.services.commands import naming
from games_app.services.commands.messages import NO_ID, HideMessage, Message, OpenTo
from games_app.services.commands.registry import Command as WriterCommand
from games_app.services.people import players, reports, sanctions
from games_app.store.writer import writer

ARGUMENTS = ("report", "message", "person", "whom", "match", "hours", "days")
LOGGED = 50
"""Entries of the log that are shown."""


class Command(BaseCommand):
    help = "Read reports, and hide, mute, bar or rename; `moderate ACTION --help` says more."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

        def action(name: str, does: str, *arguments: str) -> ArgumentParser:
            added: ArgumentParser = actions.add_parser(name, help=does, description=does)
            for argument in arguments:
                added.add_argument(argument)
            if name not in ("reports", "log"):
                added.add_argument("--why", default="", help="the reason, for the log")
            return added

        action("reports", "Show the open reports with the messages around.")
        action("close", "Close a report.", "report")
        action("hide", "Hide a chat message, by the number that `reports` shows.", "message")
        mute = action("mute", "Let a person say nothing for some hours.", "person")
        mute.add_argument("--hours", type=float, default=24)
        bar = action("bar", "Let a person or network (203.0.113.0/24) neither chat nor make or join.", "whom")
        bar.add_argument("--days", type=float, default=7)
        action("lift", "End what `mute` and `bar` have begun.", "whom")
        action("rename", "Give a person another name, as guests get it.", "person")
        action("hide-match", "Close a match to all but its players.", "match")
        action("show-match", "Open a match to everybody.", "match")
        action("log", "Show the last actions.")

    def handle(self, *, action: str, **given: Any) -> None:
        perform: Callable[..., str | None] = getattr(self, f"do_{action.replace('-', '_')}")
        whom = perform(**{name: given[name] for name in ARGUMENTS if name in given})
        if whom is not None:
            why = str(given["why"])[:200]
            AuditEntry(at=clock.now(), who=getpass.getuser(), what=action, whom=whom, why=why).save()
            self.stdout.write(f"{action} {whom}: done.")

    def do_reports(self) -> None:
        for report, around in reports.queue():
            self.stdout.write(f"report {report.pk}, {report.at:%Y-%m-%d %H:%M}: {report.reason}")
            self.stdout.write(f"  about {report.about.name} ({report.about.public_id})")
            self.stdout.write(f"  by {report.reporter.name} ({report.reporter.public_id})")
            for message in around:
                mark = ">" if message == report.message else " "
                said = "(hidden)" if message.hidden else message.text or message.phrase
                self.stdout.write(f"  {mark} message {message.pk} {message.name}: {said}")

    def do_close(self, report: str) -> str:
        if not Report.objects.filter(pk=_number(report), open=True).update(open=False):
            raise CommandError(f"There is no open report {report}.")
        return f"report {report}"

    def do_hide(self, message: str) -> str:
        found = ChatMessage.objects.filter(pk=_number(message)).select_related("match").first()
        if found is None:
            raise CommandError(f"There is no message {message}.")
        hide = HideMessage(room=found.room, number=found.number)  # type: ignore[arg-type]
        _send(hide, found.match.public_id)
        return f"message {message}"

    def do_mute(self, person: str, hours: float) -> str:
        return self._sanction(_person(person).public_id, Sanction.Kind.MUTE, timedelta(hours=hours))

    def do_bar(self, whom: str, days: float) -> str:
        return self._sanction(whom, Sanction.Kind.BAR, timedelta(days=days))

    def do_lift(self, whom: str) -> str:
        sanctions.lift(_subject(whom))
        return _named(whom)

    def do_rename(self, person: str) -> str:
        whose = _person(person)
        writer.run(naming.rename(whose, random_name(unlike=whose.name)))
        return f"person {person}"

    def do_hide_match(self, match: str) -> str:
        return self._open(match, "seats")

    def do_show_match(self, match: str) -> str:
        return self._open(match, "public")

    def do_log(self) -> None:
        for entry in AuditEntry.objects.order_by("-at")[:LOGGED]:
            why = f" ({entry.why})" if entry.why else ""
            self.stdout.write(f"{entry.at:%Y-%m-%d %H:%M} {entry.who}: {entry.what} {entry.whom}{why}")

    def _sanction(self, whom: str, kind: Sanction.Kind, lasts: timedelta) -> str:
        sanctions.impose(_subject(whom), kind, clock.now() + lasts)
        return _named(whom)

    def _open(self, match: str, who: str) -> str:
        row = Match.objects.filter(public_id=match).first()
        if row is None:
            raise CommandError(f"There is no match {match}.")
        _send(OpenTo(NO_ID, who), match, row.maker_id)  # type: ignore[arg-type]
        return f"match {match}"


def _send(message: Message, match: str, person: int | None = None) -> None:
    """Have the writer carry out a command of the server itself, and tell the web processes."""
    [answer] = writer.run([WriterCommand(message, match, person, from_server=True)])
    if answer.refusal:
        raise CommandError(answer.refusal.message)
    ring_once({f"{match}/{answer.chat.room}": answer.chat.number} if answer.chat else {match: answer.seq})


def _subject(text: str) -> Player | str:
    """Return the person or the network that a text names."""
    return sanctions.network(text) or _person(text)


def _named(text: str) -> str:
    """Return a person or a network as the log names them."""
    return f"network {sanctions.network(text)}" if sanctions.network(text) else f"person {text}"


def _person(public_id: str) -> Player:
    found = players.find(public_id)
    if found is None:
        raise CommandError(
            f"There is no person {public_id}: the id stands at the end of their page's address."
        )
    return found


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise CommandError(f"{text!r} is no number.")
    return int(text)
