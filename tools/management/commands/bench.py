"""`manage.py bench`: benchmarks that compare two versions of the code on one machine, and a peer."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games_app.engine.levels import LEVELS
from games_app.rules import GAMES
from tools.bench.peer import MEMORY, STORAGES

COMMON = ("rounds", "bare", "peer", "peer_storage", "against", "pythons", "database", "processes")
"""Options that choose the sides besides the site; the others are a bench's own."""
OWN = (
    *(
        "actions",
        "matches",
        "games",
        "paced",
        "watchers",
        "sockets",
        "seconds",
        "runs",
        "connections",
        "database",
    ),
    *("ladder", "pairs", "positions", "computer_games"),
)
"""Options that a bench's ``measure`` takes."""


class Command(BaseCommand):
    help = (
        "Measure the rules, live play (`live`), its watchers (`watch`), arrivals (`join`), all who come back "
        "(`restart`), connections at rest (`idle`), the pages, the lists (`history`), "
        "`fairness`, the computer's levels (`ladder`) and games (`computer`), or the engine."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        rules = what.add_parser("rules", help="time of one checked action in each game")
        rules.add_argument("--actions", type=int, default=5000, help="of each game in a round")
        live = what.add_parser("live", help="accepted actions a second, and how soon they arrive")
        live.add_argument("--matches", type=int, nargs="+", default=[50, 200], help="played at once")
        live.add_argument("--games", nargs="+", choices=tuple(GAMES), default=["mancala", "congkak"])
        live.add_argument("--paced", type=float, default=0.0, help="actions a second in all; 0: closed loop")
        live.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
        live.add_argument(
            "--processes", type=int, nargs="+", default=[1], metavar="N", help="of the web, on PostgreSQL"
        )
        live.add_argument("--pythons", nargs="+", default=[], metavar="PATH", help="also other interpreters")
        watch = what.add_parser("watch", help="deliveries a second to the watchers of one match")
        watch.add_argument("--watchers", type=int, nargs="+", default=[10, 100, 1000])
        join = what.add_parser("join", help="sockets a second, when everybody comes back at once")
        join.add_argument("--sockets", type=int, default=400)
        idle = what.add_parser("idle", help="memory of a connection at rest")
        idle.add_argument("--sockets", type=int, nargs="+", default=[1000, 5000])
        restart = what.add_parser("restart", help="how soon all open pages are back after a restart")
        restart.add_argument("--sockets", type=int, default=5000, help="two for each match, others watch")
        restart.add_argument("--matches", type=int, default=200)
        requests = what.add_parser(
            "requests", help="processor time of pages, and what they cost those who play"
        )
        requests.add_argument("--connections", type=int, default=8, help="that request pages without pause")
        for one in (live, watch, requests):
            one.add_argument("--seconds", type=float, default=5.0, help="of a round, after a warm-up of one")
        for one in (live, watch, join, idle, restart):
            one.add_argument("--bare", action="store_true", help="also the limit: server and database alone")
        for one in (live, watch, join, idle):
            one.add_argument("--peer", action="store_true", help="also boardgame.io, by npm")
            one.add_argument("--peer-storage", choices=STORAGES, default=MEMORY, help="of boardgame.io")
        for one in (rules, live, watch, join, idle, restart, requests):
            one.add_argument("--rounds", type=int, default=3, help="in which the sides take turns")
            one.add_argument("--against", default="", metavar="PATH", help="also another checkout")
        pages = what.add_parser("pages", help="weight, time to the board and to play, cost of a motion")
        pages.add_argument("--runs", type=int, default=5, help="how often each page is opened")
        history = what.add_parser("history", help="lists on a site where very many have played")
        history.add_argument("--matches", type=int, default=1_000_000, help="that were ever played")
        history.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
        fairness = what.add_parser("fairness", help="asking what is withheld, beside many running matches")
        fairness.add_argument("--matches", type=int, default=10_000, help="that are running")
        fairness.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
        ladder = what.add_parser("ladder", help="score of each level of the computer against the one below")
        ladder.add_argument("ladder", nargs="*", choices=tuple(LEVELS), default=[*LEVELS], metavar="GAME")
        ladder.add_argument(
            "--pairs", type=int, default=50, help="of games between neighbours, seats changed"
        )
        engine = what.add_parser("engine", help="what is proved, and how soon")
        engine.add_argument("--positions", type=int, default=20, help="of mancala")
        engine.add_argument("--games", type=int, default=10, help="of each of the others")
        computer = what.add_parser("computer", help="what its games cost people, and how soon it replies")
        computer.add_argument("--computer-games", type=int, default=20, help="played at once")
        computer.add_argument("--seconds", type=float, default=20.0, help="without them, and then with them")
        site = (live, watch, join, idle, restart, requests, pages, history, fairness)
        for one in (rules, *site, ladder, engine, computer):
            one.add_argument("--json", action="store_true", help="figures for programs")

    def handle(self, *, what: str, **options: Any) -> None:
        bench = import_module(f"tools.bench.{what}")
        figures = bench.measure(**_asked(bench, options))
        self.stdout.write(json.dumps(figures.data()) if options["json"] else figures.text())


def _asked(bench: Any, options: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of the bench's ``measure`` among the options."""
    common = {name: options[name] for name in COMMON if "rounds" in options and name in options}
    asked = {name: options[name] for name in OWN if name in options and name not in common}
    return asked | {"setup": bench.Setup(**common)} if common else asked
