"""``manage.py explorer``: bring the index of the explorer up to date, or make it anew."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandParser

from games_app.explorer import index, openings, progress
from games_app.games.rules import RULE_SETS
from games_app.models import ExplorerMatch, ExplorerPosition


class Command(BaseCommand):
    help = "Bring the explorer's index of positions up to date, or make it anew from the record."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="empty the index first")
        parser.add_argument(
            "--prove",
            choices=sorted(RULE_SETS),
            metavar="RULES",
            help="instead, prove the openings of a rule set that come with the site, and write them",
        )

    def handle(self, *, rebuild: bool, prove: str | None, **_: object) -> None:
        if prove:
            for number in openings.make(prove):
                self.stdout.write(f"{prove}: {number} positions")
                self.stdout.flush()
            return
        if rebuild:
            progress.clear()
        index.update(index.without_match())
        for changed in progress.read_events():
            if changed:
                self.stdout.write(f"{ExplorerMatch.objects.count()} matches")
                self.stdout.flush()
        matches, positions = ExplorerMatch.objects.count(), ExplorerPosition.objects.count()
        self.stdout.write(f"The explorer knows {matches} matches and {positions} positions.")
