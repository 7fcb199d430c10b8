"""`manage.py bench`: benchmarks that compare two versions of the code on one machine, and a peer."""

from __future__ import annotations

import json
from dataclasses import fields
from inspect import signature
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tools.bench import (
    explorer,
    handicaps,
    idle,
    join,
    ladder,
    live,
    many,
    margins,
    pages,
    requests,
    reviews,
    rules,
    tournament,
    watch,
)
from tools.bench.rounds import Setup

BENCHES: dict[str, Any] = {
    "rules": rules,
    "live": live,
    "watch": watch,
    "tournament": tournament,
    "join": join,
    "explorer": explorer,
    "idle": idle,
    "many": many,
    "requests": requests,
    "pages": pages,
    "handicaps": handicaps,
    "ladder": ladder,
    "margins": margins,
    "reviews": reviews,
}


class Command(BaseCommand):
    help = "Measure the rules, live play, its watchers, arrivals, idle connections, pages or the computer."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        chosen = parser.add_subparsers(dest="bench", required=True)
        for name, bench in BENCHES.items():
            options = chosen.add_parser(name, help=bench.__doc__.partition("\n")[0])
            bench.add_options(options)
            options.add_argument("--json", action="store_true", help="print figures for programs")

    def handle(self, *, bench: str, **options: Any) -> None:
        measure = BENCHES[bench].measure
        setup = Setup(**{one.name: options[one.name] for one in fields(Setup) if one.name in options})
        given = {**options, "setup": setup}
        report = measure(**{name: given[name] for name in signature(measure).parameters})
        self.stdout.write(json.dumps(report.data()) if options["json"] else report.text())
