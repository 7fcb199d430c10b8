"""``manage.py puzzles``: search past matches for puzzles, or make those that come with the site."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games_app.analysis import endings
from games_app.analysis.puzzle_search import found_in, keep_found, searched_matches
from games_app.analysis.puzzles import collection
from games_app.games.engine.levels import LEVELS
from games_app.lib import clock


class Command(BaseCommand):
    help = "Search past public matches for puzzles, or make those that come with the site."

    def add_arguments(self, parser: CommandParser) -> None:
        ways = parser.add_subparsers(dest="way", required=True)
        find = ways.add_parser("find", help="search the public matches of the record, the latest first")
        find.add_argument("--days", type=int, default=3650, metavar="N", help="go back so far (%(default)s)")
        find.add_argument(
            "--matches", type=int, default=1000, metavar="N", help="search at most so many (%(default)s)"
        )
        make = ways.add_parser("make", help="add to the puzzles of a game that come with the site")
        make.add_argument("game", choices=list(LEVELS))
        make.add_argument(
            "--count", type=int, default=110, metavar="N", help="until there are so many (%(default)s)"
        )
        make.add_argument(
            "--nodes",
            type=int,
            default=100_000,
            metavar="N",
            help="positions to visit for each (%(default)s)",
        )
        make.add_argument("--seed", type=int, default=1, metavar="N", help="of the games (%(default)s)")

    def handle(self, *, way: str, **options: int | str) -> None:
        if way == "find":
            self._find(int(options["days"]), int(options["matches"]))
        else:
            self._make(str(options["game"]), *(int(options[name]) for name in ("count", "nodes", "seed")))

    def _find(self, days: int, most: int) -> None:
        # A host who runs the search by hand wants it even if the setting is 0.
        seconds = settings.PUZZLE_SECONDS or 5
        total = 0
        for number, row in enumerate(searched_matches(clock.now() - timedelta(days=days)), 1):
            count = keep_found(found_in(row, seconds), clock.now())
            total += count
            self.stdout.write(f"{row.game} {row.public_id}: {count}")
            if number == most:
                break
        self.stdout.write(f"{total} puzzles found")

    def _make(self, game: str, count: int, nodes: int, seed: int) -> None:
        for _ in endings.make():
            pass
        for number in collection.make(game, count, nodes, seed):
            self.stdout.write(f"{game}: {number} of {count}")
            self.stdout.flush()
