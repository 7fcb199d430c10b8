"""`manage.py soak`: play under every fault at once, and check that all clients and the record agree."""

from __future__ import annotations

import sys
from argparse import BooleanOptionalAction
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tools.soak import soak


class Command(BaseCommand):
    help = "Play under outages, packet loss and attacks: `soak --minutes 20 --seed 7 --full`."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--minutes", type=float, default=1.0, help="then the games begun are finished")
        parser.add_argument(
            "--seed", type=int, default=1, help="what every game and every fault is drawn from"
        )
        parser.add_argument(
            "--site", choices=["small", "big"], default="small", help="big: two processes, PostgreSQL, Redis"
        )
        parser.add_argument("--full", action="store_true", help="50 matches at once instead of 6")
        parser.add_argument(
            "--hostile", action=BooleanOptionalAction, default=True, help="with attackers beside the players"
        )
        parser.add_argument(
            "--only", action="append", default=[], metavar="TROUBLE", help="no other; may be repeated"
        )
        parser.add_argument(
            "--races", type=int, help="instead: so many races of an action against a falling flag"
        )
        parser.add_argument(
            "--fuzz", type=int, metavar="REQUESTS", help="instead: so many strange requests to all routes"
        )
        parser.add_argument(
            "--gap", type=int, default=15, help="ms from race to race; a busy machine needs more than 15"
        )

    def handle(
        self,
        *,
        minutes: float,
        seed: int,
        site: str,
        full: bool,
        hostile: bool,
        only: list[str],
        races: int | None,
        fuzz: int | None,
        gap: int,
        **_: Any,
    ) -> None:
        if races:
            judged = soak.race(races=races, seed=seed, gap_ms=gap)
            self.stdout.write("\n".join(judged.lines()))
            again = f"To repeat: python3 manage.py soak --races {races} --seed {seed} --gap {gap}"
            sys.exit(again if judged.flaws else 0)
        if fuzz:
            found = soak.send_strange_requests(requests=fuzz, seed=seed, site=site)
            self.stdout.write("\n".join(found.lines()))
            again = f"To repeat: python3 manage.py soak --fuzz {fuzz} --seed {seed} --site {site}"
            sys.exit(again if found.flaws else 0)
        tally = soak.run(minutes=minutes, seed=seed, site=site, full=full, hostile=hostile, only=only)
        self.stdout.write("\n".join(tally.lines()))
        if tally.failed:
            again = f"soak --minutes {minutes:g} --seed {seed} --site {site}{' --full' if full else ''}"
            again += "" if hostile else " --no-hostile"
            again += "".join(f" --only {name!r}" for name in only)
            sys.exit(f"To repeat: python3 manage.py {again}")
