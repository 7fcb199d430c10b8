"""`manage.py bench`: how fast is it? For comparing two states of the code on one machine."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games_app.management.web_servers import DAPHNE, UVICORN


class Command(BaseCommand):
    help = "Measure live play: `bench live --matches 50 --seconds 5`."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["live"])
        parser.add_argument("--matches", type=int, default=50, help="played at once")
        parser.add_argument("--seconds", type=float, default=5.0, help="after a warm-up of one")
        parser.add_argument("--server", choices=(DAPHNE, UVICORN), default=DAPHNE)
        parser.add_argument("--json", action="store_true", help="figures for programs")

    def handle(self, *, matches: int, seconds: float, server: str, **options: Any) -> None:
        try:
            live = import_module("tests.bench.live")
        except ImportError as error:
            sys.exit(f"The benchmark needs a checkout and the packages of requirements-dev.txt: {error}.")
        figures = live.measure(matches, seconds, server)
        self.stdout.write(json.dumps(figures.data()) if options["json"] else figures.text())
