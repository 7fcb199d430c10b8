"""A site with a large index: `python -m tools.bench.explorer_site MATCHES QUESTIONS`, which prints JSON.

It is a program of its own, since a process has one database.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
django.setup()

from django.db import connection, transaction  # noqa: E402  (after the setup)

from games_app.analysis.decisions import match_decisions  # noqa: E402
from games_app.explorer import index  # noqa: E402
from games_app.explorer.answers import Asked, explored  # noqa: E402
from games_app.explorer.bands import BANDS  # noqa: E402
from games_app.explorer.matches import DEPTH, steps_in  # noqa: E402
from games_app.explorer.position_keys import position_key  # noqa: E402
from games_app.explorer.tallies import Content, Sample, Step, Tally, packed  # noqa: E402
from games_app.games.rules import GAMES, State  # noqa: E402
from games_app.lists.match_search import Wanted, search  # noqa: E402
from games_app.models import ExplorerMatch, ExplorerOccurrence, ExplorerPosition, Match  # noqa: E402
from tests.records import Told  # noqa: E402
from tools.bench.rounds import say  # noqa: E402

PLAYED = 20
"""Matches of each game that are really played, and put in by the site's own way."""
STORED = 2000
"""Further matches that are put in by the site's own way, to see what they take."""
SHARED = 6
"""Mean number of first decisions that a generated match shares with a played one."""
CHUNK = 20_000
WARM_UP = 20
"""Questions of each kind before those that are timed."""
KEYS = 2**63
dice = random.Random(7)


def played() -> list[int]:
    """Play matches, in which few choices are frequent; return their keys."""
    keys = []
    for game in GAMES:
        for seed in range(PLAYED):
            told = Told(game)
            while not told.over and len(told.match.row.opening) < 3:
                role = told.match.state.to_move[0]
                actions = told.match.state.legal_actions(role)
                told.act(role, actions[min(len(actions) - 1, int(dice.expovariate(1)))])
            told.play_on(seed, decisions=2 * DEPTH).resigned().store()
            keys.append(told.match.row.pk)
    return keys


def size() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        return int(cursor.fetchone()[0])


def generated(
    real: list[list[Step]], number: int, first: int, tails: Iterator[int]
) -> Iterator[tuple[int, list[Step]]]:
    """Yield matches that begin as played ones do, and have positions of their own then."""
    for match in range(first, first + number):
        line = dice.choice(real)
        shared = min(int(dice.expovariate(1 / SHARED)) + 1, len(line))
        result = dice.randrange(3)
        own = [Step(next(tails), dice.randrange(2**32), ply, result) for ply in range(shared, DEPTH)]
        yield match, [*line[:shared], *own]


def random_keys() -> Iterator[int]:
    while True:
        yield dice.randrange(KEYS)


def ascending_keys(number: int) -> Iterator[int]:
    """Yield keys in their order, so that tables grow at their end: the finished tables are the same."""
    step = KEYS // (number + 1)
    yield from range(step, KEYS, step)


def fill(real: list[list[Step]], number: int, first: int) -> None:
    """Put generated matches in at once. Shared positions are counted in memory."""
    shared: dict[int, Content] = {}
    tails, known = ascending_keys(number * DEPTH), {step.key for line in real for step in line}
    for begin in range(first, first + number, CHUNK):
        positions, occurrences, matches = [], [], []
        for match, steps in generated(real, min(CHUNK, first + number - begin), begin, tails):
            band, sample = dice.randrange(len(BANDS)), 1 + match % (PLAYED * len(GAMES))
            for step in steps:
                occurrences.append((step.key, match, band, step.ply))
                named = Sample(band, sample, step.ply)
                if step.key in known:
                    content = shared.setdefault(step.key, Content([], []))
                    content.count(step, band, 1)
                    if len(content.samples) < 20:
                        content.name([named])
                else:
                    tally = Tally(step.move, band)
                    tally.count(step.result, 1)
                    positions.append((step.key, packed(Content([tally], [named]))))
            matches.append((match, band, packed(steps)))
        insert(ExplorerPosition, ("key", "content"), positions)
        insert(ExplorerOccurrence, ("key", "match_id", "band", "ply"), occurrences)
        insert(ExplorerMatch, ("match_id", "band", "content"), matches)
        say(f"explorer: {begin + CHUNK - first} matches")
    ExplorerPosition.objects.filter(key__in=shared).delete()
    insert(ExplorerPosition, ("key", "content"), [(key, packed(each)) for key, each in shared.items()])


def insert(model: type, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> None:
    table = model._meta.db_table  # type: ignore[attr-defined]
    places = ", ".join(["%s"] * len(columns))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)


class Times:
    """Milliseconds of equal pieces of work, on the wall and of the processor."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.processor: list[float] = []

    def add(self, work: Callable[[], object], parts: int = 1) -> None:
        began, used = time.perf_counter(), time.process_time()
        work()
        self.wall.append(1000 * (time.perf_counter() - began) / parts)
        self.processor.append(1000 * (time.process_time() - used) / parts)

    @property
    def figures(self) -> dict[str, float]:
        ordered = sorted(self.wall)
        return {
            "median ms": statistics.median(ordered),
            "p95 ms": ordered[int(0.95 * len(ordered))],
            "median of the processor ms": statistics.median(self.processor),
        }


def put_in(real: list[list[Step]], first: int) -> dict[str, float]:
    """Put further matches in by the site's own way; return what each takes."""
    before = size()
    some = dict(generated(real, STORED, first, random_keys()))
    times = Times()
    for begin in range(0, STORED, index.AT_ONCE):
        part = dict(list(some.items())[begin : begin + index.AT_ONCE])
        with transaction.atomic():
            times.add(partial(index.store, part, dict.fromkeys(part, 1)), len(part))
    rows = sum(len(steps) for steps in some.values()) * 2 / STORED + 1
    return times.figures | {"bytes": (size() - before) / STORED, "rows": rows}


def answers(states: list[State], questions: int) -> dict[str, dict[str, float]]:
    """Ask the index in several ways; return the times by the kind of the question."""
    starts = [GAMES[slug].initial_state() for slug in ("mancala", "morris", "checkers", "oware")]
    kinds: dict[str, Callable[[], object]] = {
        "any position": lambda: explored(dice.choice(states), Asked(), None),
        "a start": lambda: explored(dice.choice(starts), Asked(), None),
        "all rules": lambda: explored(dice.choice(states), Asked(rules="all"), None),
        "strong players only": lambda: explored(dice.choice(states), Asked(band="from1800"), None),
        "history, any position": lambda: search(Wanted(position=position_key(dice.choice(states)))).lines,
        "history, a start": lambda: search(Wanted(position=position_key(dice.choice(starts)))).lines,
    }
    found = {}
    for kind, ask in kinds.items():
        times = Times()
        for number in range(questions + WARM_UP):
            if number >= WARM_UP:
                times.add(ask)
            else:
                ask()
        found[kind] = times.figures
    return found


def main(number: int, questions: int) -> dict[str, dict[str, float]]:
    """Fill the index, unless an earlier run has filled it, and ask it."""
    found: dict[str, dict[str, float]] = {}
    keys = list(Match.objects.values_list("pk", flat=True)) or played()
    rows = Match.objects.in_bulk(keys)
    if ExplorerMatch.objects.count() < number:
        index.update(keys)
        real, first = [steps_in(row) for row in rows.values()], max(keys) + 1
        found["a match put in"] = put_in(real, first)
        fill(real, number, first + STORED)
    turns = [turn for row in rows.values() for turn in match_decisions(row, DEPTH)]
    found |= answers([turn.before for turn in turns if turn.before is not None], questions)
    found["the index"] = {
        "MB": size() / 1e6,
        "positions": ExplorerPosition.objects.count(),
        "occurrences": ExplorerOccurrence.objects.count(),
    }
    return found


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
