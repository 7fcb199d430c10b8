"""`manage.py bench`: benchmarks, for comparing two versions of the code on one machine."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games_app.management.web_servers import DAPHNE, UVICORN
from games_app.rules import GAMES


class Command(BaseCommand):
    help = (
        "Measure live play (`bench live`), arrivals (`bench join`), the pages (`bench pages`) "
        "or the lists (`bench history`)."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        live = what.add_parser("live", help="accepted actions a second, and how soon they arrive")
        live.add_argument("--matches", type=int, default=50, help="played at once")
        live.add_argument("--seconds", type=float, default=5.0, help="after a warm-up of one")
        live.add_argument("--game", choices=tuple(GAMES), default="mancala")
        live.add_argument("--server", choices=(DAPHNE, UVICORN), default=DAPHNE)
        join = what.add_parser("join", help="sockets a second, when everybody comes back at once")
        join.add_argument("--sockets", type=int, default=400)
        join.add_argument("--server", choices=(DAPHNE, UVICORN), default=DAPHNE)
        pages = what.add_parser("pages", help="weight, time to the board and to play, cost of a motion")
        pages.add_argument("--runs", type=int, default=5, help="how often each page is opened")
        history = what.add_parser("history", help="lists on a site where very many have played")
        history.add_argument("--matches", type=int, default=1_000_000, help="that were ever played")
        history.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
        for one in (live, join, pages, history):
            one.add_argument("--json", action="store_true", help="figures for programs")

    def handle(self, *, what: str, **options: Any) -> None:
        try:
            bench = import_module(f"tests.bench.{what}")
        except ImportError as error:
            sys.exit(f"The benchmark needs a checkout and the packages of requirements-dev.txt: {error}.")
        parameters = ("matches", "sockets", "seconds", "game", "server", "runs", "database")
        asked = {name: options[name] for name in parameters if name in options}
        figures = bench.measure(**asked)
        self.stdout.write(json.dumps(figures.data()) if options["json"] else figures.text())
