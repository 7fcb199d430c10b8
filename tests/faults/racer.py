"""The processes of a race: see ``tests.faults.racing``, which starts them."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from games_app.lib import clock
from games_app.match.messages import Act, Create, Join, MatchConfig
from games_app.match.terms import RealTime, Terms
from games_app.models import Match, Player
from games_app.record.commands.matches import MOST_WAITING
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest, new_cmd

HOUR = timedelta(hours=1)
"""Seconds on each clock: so many that after an action the other's flag falls in no race."""
EARLIEST, LATEST = -0.25, 0.35
"""Seconds around the deadline in which actions are sent."""
AFTERWARDS = 300.0
"""Seconds in which every race is decided, also after outages, which put deadlines off."""
TOGETHER = MOST_WAITING
"""Matches made in one transaction: as many as may wait for bob."""
OPENING = ("move 3 3 4 4", "move 2 6 1 5")
ACTIONS = ("move 4 4 3 5", "move 1 3 2 4", "move 5 3 6 4")
"""Black's actions at that point."""


def main() -> None:
    what, races, seed, first, gap = sys.argv[1:]
    plan = int(races), seed, datetime.fromisoformat(first), timedelta(milliseconds=int(gap))
    make(*plan) if what == "make" else race(what, *plan)


def make(races: int, seed: str, first: datetime, gap: timedelta) -> None:
    """Make the matches, each played up to where black has an hour left before its deadline."""
    alice, bob = guest("alice").pk, guest("bob").pk
    create = Create(MatchConfig("checkers", {}, "black", "public", Terms(time=RealTime(60, 0))), "alice")
    for start in range(0, races, TOGETHER):
        begins = [first + number * gap - HOUR for number in range(start, min(races, start + TOGETHER))]
        made = writer.run([Command(create, "", alice, at=at) for at in begins])
        commands = []
        for at, match in zip(begins, (answer.match for answer in made), strict=True):
            commands.append(Command(Join("bob"), match, bob, at=at))
            for base, (person, action) in enumerate(zip((alice, bob), OPENING, strict=True), 2):
                commands.append(Command(Act(new_cmd(), base, action), match, person, at=at))
        assert all(answer.refusal is None for answer in writer.run(commands))


def race(who: str, races: int, seed: str, first: datetime, gap: timedelta) -> None:
    """Act around each deadline when it is this racer's turn.

    Print whether it began too late for the first one, and every answer as it comes.
    """
    alice = Player.objects.get(name="alice").pk
    ids = list(Match.objects.order_by("created_at", "pk").values_list("public_id", flat=True))
    writer.start()
    late = datetime.now(UTC) > first + timedelta(seconds=EARLIEST)
    print(json.dumps({"late": late}), flush=True)
    for seconds, number, action in sorted(_starts(who, races, seed, gap)):
        sleep_until(first + timedelta(seconds=seconds))
        act = Act(f"race-{who}-{number:06}", 4, action)
        writer.submit(Command(act, ids[number], alice, at=clock.now()), _tell)
    last = first + races * gap + timedelta(seconds=LATEST)
    sleep_until(last)
    while _undecided() and datetime.now(UTC) < last + timedelta(seconds=AFTERWARDS):
        time.sleep(0.5)


def _undecided() -> bool:
    return Match.objects.filter(status=Match.Status.PLAYING, ply=len(OPENING)).exists()


def _starts(who: str, races: int, seed: str, gap: timedelta) -> Iterator[tuple[float, int, str]]:
    """Yield (seconds after the first deadline, race, action) of all races of this racer."""
    for number in range(races):
        takes_part = random.Random(f"{seed} {number}").choice(("one", "two", "both"))
        dice = random.Random(f"{seed} {number} {who}")
        if takes_part in (who, "both"):
            moment = number * gap.total_seconds() + dice.uniform(EARLIEST, LATEST)
            yield moment, number, dice.choice(ACTIONS)


def _tell(answer: Any) -> None:
    refusal = answer.refusal
    told = {"cmd": answer.cmd, "ok": refusal is None, "code": refusal.code if refusal else ""}
    print(json.dumps(told), flush=True)


def sleep_until(moment: datetime) -> None:
    time.sleep(max(0.0, (moment - datetime.now(UTC)).total_seconds()))
