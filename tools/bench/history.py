"""Speed of each list of matches on a site where a million have been played.

Each list is requested many times, with filters that people choose, drawn from the existing matches. The whole
service is measured: the query, the matches, their seats and positions; not the page around them.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, connections

from boardgames.databases import postgresql, sqlite
from games_app.models import Match, Seat
from games_app.rules import GAMES
from games_app.services.queries import match_lists, match_search, statistics
from games_app.services.queries.match_search import Wanted, search
from tests.backing.postgres import Postgres
from tools.bench import crowd

GOAL = 50.0
"""Milliseconds within which each list arrives, at the median."""
DRAWS = 60
KEPT = "figures of a game, which are kept for ten minutes"
"""Figures that are no lists, and that the goal excludes."""

Ask = Callable[[], object]


@dataclass(frozen=True)
class Figures:
    """One list. Times in milliseconds."""

    name: str
    median: float
    p95: float
    most: float
    plan: list[str]
    """Query plan in the database's own words."""

    def text(self) -> str:
        line = f"{self.name}: median {self.median:.1f}, p95 {self.p95:.1f}, at most {self.most:.1f} ms"
        return "\n".join([line, *(f"    {step}" for step in self.plan)])


@dataclass(frozen=True)
class Report:
    database: str
    matches: int
    seconds: float
    """Seconds that building the database took."""
    megabytes: float
    lists: list[Figures]

    def text(self) -> str:
        slow = [one.name for one in self.lists if one.median > GOAL and one.name != KEPT]
        verdict = f"slower than {GOAL:.0f} ms at the median: {', '.join(slow)}" if slow else ""
        size = f"{self.matches} matches, {self.megabytes:.0f} MB, built in {self.seconds:.0f} s"
        return "\n".join(
            [
                f"{self.database}: {size}",
                *(one.text() for one in self.lists),
                verdict or f"each list within {GOAL:.0f} ms at the median",
            ]
        )

    def data(self) -> dict[str, Any]:
        return asdict(self)


def measure(matches: int, database: str) -> Report:
    """Build a separate database and request each list ``DRAWS`` times."""
    with OPENED[database]():
        call_command("migrate", verbosity=0)
        began = time.monotonic()
        crowd.build(matches)
        seconds = time.monotonic() - began
        return Report(database, matches, seconds, _megabytes(), times())


def times(draws: int = DRAWS) -> list[Figures]:
    """Request each list from the existing database."""
    return [_figures(name, kind, draws) for name, kind in Draws(random.Random(1)).kinds().items()]


class Draws:
    """Typical requests of people, drawn at random from the existing matches."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.last = Match.objects.order_by("-pk").values_list("pk", flat=True)[0]

    def kinds(self) -> Mapping[str, Callable[[], Ask]]:
        return {
            "first page, mine": lambda: self.unfinished(),
            "first page, going on": lambda: self.going_on(),
            "everybody's": lambda: self.found(),
            "everybody's, a later page": lambda: self.found(later=True),
            "of a game": lambda: self.found(game=self.game()),
            "of a game, a later page": lambda: self.found(later=True, game=self.game()),
            "with an option": lambda: self.found(game="congkak", options={"opening": self.opening()}),
            "by the end": lambda: self.found(how=self.how()),
            "by game, end and pace": lambda: self.found(game=self.game(), how=self.how(), pace=self.pace()),
            "by who won": lambda: self.found(result=self.dice.choice(("north", "white", "red", "drawn"))),
            "by length": lambda: self.found(game=self.game(), **self.length()),
            "by days": lambda: self.found(**self.days()),
            "by days, game and end": lambda: self.found(game=self.game(), how=self.how(), **self.days()),
            "by a name": lambda: self.found(player=self.beginning()),
            "by a name, a later page": lambda: self.found(later=True, player=self.beginning()),
            "by a name, game and result": lambda: self.found(
                player=self.beginning(), game=self.game(), result=self.dice.choice(("won", "lost", "drawn"))
            ),
            "by two names": lambda: self.found(player=self.beginning(), opponent=self.beginning()),
            "mine": lambda: self.mine(),
            "mine, a later page": lambda: self.mine(later=True),
            "mine, by opponent": lambda: self.mine(opponent=self.beginning()),
            "mine, by game, result and end": lambda: self.mine(
                game=self.game(), result=self.dice.choice(("won", "lost", "drawn")), how=self.how()
            ),
            "a player's": lambda: self.of_player(),
            "a player's, by game and pace": lambda: self.of_player(game=self.game(), pace=self.pace()),
            "of two players": lambda: self.of_two(),
            "figures of two players": lambda: self.score(),
            "figures of a player": lambda: self.figures(),
            KEPT: lambda: self.figures_of_game(),
        }

    def unfinished(self) -> Ask:
        person, now = self.seat().player_id, crowd.NOW
        return lambda: match_lists.unfinished_of(person, now)  # type: ignore[arg-type]

    def going_on(self) -> Ask:
        person = self.seat().player_id
        return lambda: match_lists.going_on(crowd.NOW, person)

    def found(self, *, later: bool = False, **filters: Any) -> Ask:
        return self.asked(Wanted(**filters), later)

    def mine(self, *, later: bool = False, **filters: Any) -> Ask:
        person = self.seat().player_id
        return self.asked(Wanted(reader=person, player_id=person, **filters), later)

    def of_player(self, **filters: Any) -> Ask:
        return self.asked(Wanted(reader=self.seat().player_id, player_id=self.seat().player_id, **filters))

    def of_two(self) -> Ask:
        seat = self.seat()
        return self.asked(Wanted(player_id=seat.player_id, against=seat.opponent_id))

    def score(self) -> Ask:
        seat = self.seat()
        one, other = seat.player_id or 0, seat.opponent_id or 0
        return lambda: statistics.statistics_between(one, other, None)

    def figures(self) -> Ask:
        """Compute all statistics of a player's page."""
        person, reader, game = self.seat().player_id or 0, self.seat().player_id, GAMES[self.game()]
        return lambda: (
            statistics.played(person, reader),
            statistics.rivals(person, reader),
            statistics.player_statistics(person, reader, game, crowd.NOW),
        )

    def figures_of_game(self) -> Ask:
        game = GAMES[self.game()]

        def count() -> None:
            caches["default"].clear()
            statistics.game_statistics(game, crowd.NOW)

        return count

    def asked(self, wanted: Wanted, later: bool = False) -> Ask:
        before = self.place() if later else ""
        return lambda: search(wanted, before)

    def seat(self) -> Seat:
        """Return a player of a random match: the busier a player, the likelier."""
        while True:
            match = self.dice.randint(1, self.last)
            begun = Seat.objects.filter(match=match, player__isnull=False, opponent__isnull=False)
            seat = begun.order_by("role").first()
            if seat:
                return seat

    def place(self) -> str:
        """Return a random place in the list."""
        seat = self.seat()
        at = seat.listed_at or crowd.NOW
        return match_search.address(match_search.ListCursor(seat.match_id, at))

    def beginning(self) -> str:
        """Return the beginning of a name as people type it, two letters or more."""
        name = self.seat().name
        return name[: self.dice.randint(2, len(name))]

    def game(self) -> str:
        return self.dice.choice(list(GAMES))

    def opening(self) -> str:
        return self.dice.choice(("simultaneous", "south", "north"))

    def how(self) -> str:
        return self.dice.choice(list(crowd.ENDS))

    def pace(self) -> str:
        return self.dice.choice(("none", "real", "days"))

    def length(self) -> dict[str, Any]:
        least = self.dice.randrange(20, 120)
        return {"least": least, "most": least + self.dice.randrange(5, 60)}

    def days(self) -> dict[str, Any]:
        since = (crowd.NOW - crowd.YEARS * self.dice.random()).date()
        return {"since": since, "until": since + timedelta(days=self.dice.randrange(1, 60))}


def _figures(name: str, draw: Callable[[], Ask], draws: int) -> Figures:
    spent = []
    for _ in range(draws):
        ask = draw()
        began = time.perf_counter()
        ask()
        spent.append(1000 * (time.perf_counter() - began))
    spent.sort()
    return Figures(name, median(spent), spent[int(0.95 * (draws - 1))], spent[-1], _plan(ask))


def _plan(ask: Ask) -> list[str]:
    """Return the query plan of the longest statement that sorts or counts."""
    asked: list[tuple[str, Any]] = []

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        ask()
    told = (one for one in asked if "ORDER BY" in one[0] or "GROUP BY" in one[0])
    sql, params = max(told, key=lambda one: len(one[0]))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"EXPLAIN (COSTS OFF) {sql}", params)
            return [row[0] for row in cursor.fetchall()]
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        return [row[3] for row in cursor.fetchall()]


@contextmanager
def _sqlite() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder, _connected(sqlite(Path(folder))["default"]):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")  # nobody plays here
        yield


@contextmanager
def _postgres() -> Iterator[None]:
    with Postgres() as postgres:
        url = postgres.url(postgres.new_database())
        with _connected(postgresql(url, bounded=False)):
            yield


@contextmanager
def _connected(database: dict[str, Any]) -> Iterator[None]:
    """Use this database as "default"."""
    before = connections.settings["default"]
    with ExitStack() as last:
        last.callback(connections.settings.__setitem__, "default", before)
        connections["default"].close()
        del connections["default"]
        connections.settings["default"] = connections.configure_settings({"default": database})["default"]
        last.callback(_disconnect)
        yield


def _disconnect() -> None:
    connections["default"].close()
    if connections["default"].vendor == "postgresql":
        connections["default"].close_pool()  # type: ignore[attr-defined]
    del connections["default"]


OPENED = {"sqlite": _sqlite, "postgres": _postgres}


def _megabytes() -> float:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
            return float(cursor.fetchone()[0]) / 1e6
    return Path(connection.settings_dict["NAME"]).stat().st_size / 1e6
