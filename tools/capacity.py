"""Model of a large site: which parts a number of people online needs, and which of them is full first.

``python3 -m tools.capacity 1000 10000 100000`` prints a table. docs/performance.md explains and checks it.
"""

from __future__ import annotations

import argparse
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

MICROSECOND = 1e-6
MEGABYTE = 1e6
TARGET = 0.5
"""Share of a core at which a part counts as full: above it, waiting times grow quickly."""


DATABASE_CORES = 8
"""Cores of the database server whose bound is named."""
LARGEST_PROCESSES = 200
"""Maximum number of web processes that is tried."""
LARGEST_SITE = 2_000_000
"""Maximum number of people up to which bounds are looked for."""


@dataclass(frozen=True)
class Habits:
    """The behaviour of the people online. Shares of them, and times in seconds; assumptions, not measured."""

    playing: float = 0.5
    watching: float = 0.1
    in_lobby: float = 0.1
    seconds_an_action: float = 6.0
    """Seconds between two actions in a match."""
    seconds_a_match: float = 480.0
    seconds_a_page: float = 90.0
    """Seconds between two pages of one person, besides those of their matches."""
    returns: float = 2.0
    """Sockets that a player opens in a match: at its beginning, and after a lost connection or a sleep."""


@dataclass(frozen=True)
class Costs:
    """Processor time in microseconds, sizes in bytes; measured, unless it says estimated."""

    action: float = 460
    """Of the web process that has the match."""
    ring: float = 60
    """Of each other web process, which is told of every action."""
    action_in_database: float = 275
    action_in_redis: float = 3.5
    delivery: float = 18
    """Of an event to one more socket."""
    arrival: float = 1000
    arrival_in_database: float = 50
    page: float = 15_000
    page_in_database: float = 1600
    idle_socket: float = 40
    """A second, for signs of life and presence."""
    event: int = 930
    """On the wire, with its answer."""
    snapshot: int = 9_000
    """Estimated."""
    page_bytes: int = 25_000
    stored: int = 500
    """An action in the database, with its indexes."""
    process_memory: float = 110e6
    socket_memory: float = 24e3
    key_in_redis: float = 200
    """Bytes of the counters of an address; estimated."""


@dataclass(frozen=True)
class Rates:
    """Everything that happens in a second."""

    people: int
    sockets: float
    matches: float
    actions: float
    deliveries: float
    """To watchers."""
    lobby_changes: float
    arrivals: float
    pages: float

    @classmethod
    def of(cls, people: int, habits: Habits) -> Rates:
        players = people * habits.playing
        matches = players / 2
        beginnings = matches / habits.seconds_a_match
        actions = matches / habits.seconds_an_action
        watchers = people * habits.watching
        return cls(
            people=people,
            sockets=people * (habits.playing + habits.watching + habits.in_lobby),
            matches=matches,
            actions=actions,
            deliveries=watchers / habits.seconds_an_action,
            lobby_changes=beginnings,
            arrivals=(2 * habits.returns * beginnings) + watchers / habits.seconds_a_match,
            pages=people / habits.seconds_a_page + 2 * beginnings,
        )


@dataclass(frozen=True)
class Needs:
    """Requirements of a number of people."""

    rates: Rates
    processes: int
    """Web processes, 0 if no number is enough."""
    web_cores: float
    database_cores: float
    redis_cores: float
    redis_memory: float
    memory: float
    """Of all web processes, in bytes."""
    bandwidth: float
    """Bytes a second to the clients."""
    stored_a_day: float


def needs(people: int, habits: Habits | None = None, costs: Costs | None = None) -> Needs:
    """Return what so many people need."""
    habits, costs = habits or Habits(), costs or Costs()
    rates = Rates.of(people, habits)
    processes = next((n for n in range(1, LARGEST_PROCESSES) if _load(n, rates, habits, costs) <= TARGET), 0)
    n = processes or LARGEST_PROCESSES
    database = (
        rates.actions * costs.action_in_database
        + rates.arrivals * costs.arrival_in_database
        + rates.pages * costs.page_in_database
    )
    sent = (
        (2 * rates.actions + rates.deliveries) * costs.event
        + rates.arrivals * costs.snapshot
        + rates.pages * costs.page_bytes
    )
    return Needs(
        rates=rates,
        processes=processes,
        web_cores=n * _load(n, rates, habits, costs),
        database_cores=MICROSECOND * database,
        redis_cores=MICROSECOND * rates.actions * costs.action_in_redis,
        redis_memory=people * costs.key_in_redis,
        memory=n * costs.process_memory + rates.sockets * costs.socket_memory,
        bandwidth=sent,
        stored_a_day=86_400 * rates.actions * costs.stored,
    )


def _load(n: int, rates: Rates, habits: Habits, costs: Costs) -> float:
    """Return the share of a core that each of n web processes uses.

    All sockets of a match are at one process, but every process is told of every action.
    """
    shared = (
        rates.actions * costs.action
        + rates.deliveries * costs.delivery
        + rates.lobby_changes * rates.people * habits.in_lobby * costs.delivery
        + rates.arrivals * costs.arrival
        + rates.pages * costs.page
        + rates.sockets * costs.idle_socket
    )
    return MICROSECOND * (shared / n + rates.actions * (n - 1) / n * costs.ring)


def table(many: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a table with a column for each number of people."""
    columns = [needs(people) for people in many]
    rows = {
        "people online": [f"{one.rates.people:,}" for one in columns],
        "sockets": [f"{one.rates.sockets:,.0f}" for one in columns],
        "actions a second": [f"{one.rates.actions:,.0f}" for one in columns],
        "pages a second": [f"{one.rates.pages:,.0f}" for one in columns],
        "arrivals a second": [f"{one.rates.arrivals:,.1f}" for one in columns],
        "web processes": [str(one.processes or "no number is enough") for one in columns],
        "their cores": [f"{one.web_cores:.1f}" for one in columns],
        "their memory, MB": [f"{one.memory / MEGABYTE:,.0f}" for one in columns],
        "PostgreSQL cores": [f"{one.database_cores:.2f}" for one in columns],
        "Redis cores": [f"{one.redis_cores:.2f}" for one in columns],
        "Redis memory, MB": [f"{one.redis_memory / MEGABYTE:.1f}" for one in columns],
        "to clients, Mbit/s": [f"{8 * one.bandwidth / MEGABYTE:,.1f}" for one in columns],
        "stored a day, GB": [f"{one.stored_a_day / 1e9:.1f}" for one in columns],
    }
    wide = max(map(len, rows))
    for name, cells in rows.items():
        yield "  ".join([name.ljust(wide), *(cell.rjust(12) for cell in cells)])


BOUNDS: dict[str, Callable[[Needs], bool]] = {
    "one web process": lambda site: site.processes == 1,
    f"{DATABASE_CORES} cores of PostgreSQL": lambda site: site.database_cores <= TARGET * DATABASE_CORES,
    "the core of Redis": lambda site: site.redis_cores <= TARGET,
    "any number of web processes": lambda site: site.processes > 0,
}
"""Part of a site -> whether it is not full."""


def bounds() -> Iterator[str]:
    """Yield a line for each part, with the number of people for which it is enough."""
    for part, is_enough in BOUNDS.items():
        people = bisect_left(range(LARGEST_SITE), True, key=lambda many: not is_enough(needs(many + 1)))
        yield f"{part}: enough for {people:,} people"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("people", type=int, nargs="+", help="online at once")
    print(*table(parser.parse_args().people), "", *bounds(), sep="\n")
