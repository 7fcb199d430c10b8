"""Races of an action against a falling flag, between processes that share one record on PostgreSQL.

One process makes matches whose deadlines come one after the other. Two racers, which write and tick as web
processes do, then act in each around its deadline, one of them or both at once; one is killed half-way. A
ticker stands by. Afterwards the record must have given every match one ending, by order of commit.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from pathlib import Path
from typing import Any

from games_app.match.history import read_frame
from games_app.models.compressed_text import decompressed
from tests.backing import processes
from tests.backing.postgres import Postgres
from tests.web_server import ROOT

GAP_MS = 15
"""Milliseconds between two deadlines, on a machine with little else to do."""
ATTEMPTS = ((timedelta(seconds=9), 1), (timedelta(seconds=60), 4), (timedelta(seconds=60), 16))
"""Time for making the matches, besides 3 ms each, and starting the processes; and a factor of the gap.

The next is tried if a racer was not ready, or so late in most races that they were none.
"""
RACER = "import django; django.setup(); from tests.faults.racer import main; main()"
REFUSALS = {"time_is_up", "wrong_phase", "stale", "not_your_turn", "unavailable"}


@dataclass
class Races:
    """The results of the races."""

    counts: Counter[str] = field(default_factory=Counter)
    flaws: list[str] = field(default_factory=list)
    late: bool = False
    """Raised if a racer was not ready when the first race began."""

    @property
    def is_open(self) -> bool:
        """Return whether either side won some of the races."""
        won = self.counts["acted"], self.counts["flagged"]
        return min(won) > sum(won) / 10

    def lines(self) -> list[str]:
        counted = ", ".join(f"{number} {what}" for what, number in sorted(self.counts.items()))
        return [counted, f"{len(self.flaws)} flaws: {self.flaws[0]}" if self.flaws else "one ending each"]


def run(postgres: Postgres, races: int, seed: object, gap_ms: int = GAP_MS) -> Races:
    """Race on a separate database, and judge; repeat if a busy machine was too late for a race."""
    for preparation, factor in ATTEMPTS:
        found = _run(postgres, races, seed, timedelta(milliseconds=gap_ms * factor), preparation)
        if found.flaws or (found.is_open and not found.late):
            break
    return found


def _run(postgres: Postgres, races: int, seed: object, gap: timedelta, preparation: timedelta) -> Races:
    database = postgres.migrated_database()
    first = datetime.now(UTC).replace(microsecond=0) + preparation + races * timedelta(milliseconds=3)
    plan = (str(races), str(seed), first.isoformat(), str(gap // timedelta(milliseconds=1)))
    env = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": postgres.url(database),
        "SECRET_KEY": "only for tests",
        "DATA_DIR": "/tmp",
        "DJANGO_SETTINGS_MODULE": "boardgames.settings",
    }
    code, said = processes.run([sys.executable, "-c", RACER, "make", *plan], cwd=ROOT, env=env)
    assert code == 0, said
    with ExitStack() as stack:
        racers = [stack.enter_context(_process(env, "-c", RACER, who, *plan)) for who in ("one", "two")]
        stack.enter_context(_process(env, "manage.py", "tick"))
        half_way = first + races * gap / 2
        time.sleep(max(0.0, (half_way - datetime.now(UTC)).total_seconds()))
        racers[1].process.kill()
        told = [one for racer in racers for one in racer.told()]
    answers = [one for one in told if "cmd" in one]
    found = judge(_record(postgres, database), answers, [first + number * gap for number in range(races)])
    found.late = any(one.get("late") for one in told)
    return found


def judge(record: list[dict[str, Any]], answers: list[dict[str, Any]], deadlines: list[datetime]) -> Races:
    """Compare each match's record with its deadline and the racers' answers."""
    found = Races()
    cmds = {event["cmd"] for match in record for event in match["events"]}
    for match, deadline in zip(record, deadlines, strict=True):
        found.flaws += [f"{match['id']}: {flaw}" for flaw in _flaws(match, deadline)]
        found.counts.update(event["what"] for event in match["events"][4:])
    for answer in answers:
        if answer["ok"] != (answer["cmd"] in cmds):
            found.flaws.append(f"{answer} is not what the record says")
        if not answer["ok"] and answer["code"] not in REFUSALS:
            found.flaws.append(f"{answer} is no reason to refuse")
        if not answer["ok"]:
            found.counts[f"refused as {answer['code']}"] += 1
    return found


def _flaws(match: dict[str, Any], deadline: datetime) -> Iterator[str]:
    """Yield the errors in this match after its opening.

    A busy machine may bring outages: those before the decision put its deadline off.
    """
    opened = match["events"][4:]
    outages = list(takewhile(lambda event: event["what"] == "outage", opened))
    deadline += sum((event["delay"] for event in outages), timedelta())
    after = [event for event in opened if event["what"] != "outage"]
    whats = [event["what"] for event in after]
    if whats == ["acted"]:
        if after[0]["at"] >= deadline:
            yield f"acted at {after[0]['at']}, when {deadline} had passed"
        if match["status"] != "playing":
            yield f"is {match['status']} after an action in time"
    elif whats == ["flagged"]:
        ended = (match["status"], match["how"], match["winner"], after[0]["at"], match["ended_at"])
        if ended != ("over", "time", "red", deadline, deadline):
            yield f"ended as {ended}, not on {deadline}"
    else:
        yield f"went on with {whats}"


def _record(postgres: Postgres, database: str) -> list[dict[str, Any]]:
    columns = ("id", "status", "how", "winner", "ended_at")
    wanted = f"SELECT {', '.join(columns)} FROM games_app_match ORDER BY created_at, id"
    rows = postgres.query(database, wanted)
    matches = {row[0]: dict(zip(columns, row, strict=True), events=[]) for row in rows}
    for match, what, at, cmd, frame in postgres.query(
        database, "SELECT match_id, what, at, cmd, frame FROM games_app_event ORDER BY match_id, seq"
    ):
        delayed = timedelta(milliseconds=read_frame(decompressed(frame)).delay)
        matches[match]["events"].append({"what": what, "at": at, "cmd": cmd, "delay": delayed})
    return list(matches.values())


@dataclass
class _Running:
    process: processes.Process
    output: Path

    def told(self) -> list[dict[str, Any]]:
        """Return what it has told until its end, without its log: of a busy machine, for example."""
        self.process.wait()
        return [json.loads(line) for line in self.output.read_text().splitlines() if line.startswith("{")]


@contextmanager
def _process(env: dict[str, str], *command: str) -> Iterator[_Running]:
    with tempfile.NamedTemporaryFile() as said:
        output = Path(said.name)
        process = processes.begin([sys.executable, *command], cwd=ROOT, env=env, output=output)
        try:
            yield _Running(process, output)
        finally:
            process.kill()
            process.wait()
