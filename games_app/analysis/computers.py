"""The computer at the boards of this process: a thread that carries out its duties.

It hears of every commit in this process, and checks now and then for matches whose process has died. Its
commands go through the writer like anybody's. If two processes find the same one, it takes effect once.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections

from games_app.analysis.jobs.models import Job
from games_app.analysis.jobs.queue import ENDED
from games_app.analysis.opponent import Duty, duties, pause
from games_app.lib import clock
from games_app.lib.outage_log import OutageLog
from games_app.match.match_state import MatchState, load
from games_app.models import Event, Match
from games_app.people.players import computers_at
from games_app.record.commands.registry import Command
from games_app.record.results import Answer, BatchResult
from games_app.record.writer import Writer, writer

log = logging.getLogger(__name__)

SOON_SECONDS, IDLE_SECONDS = 0.05, 1.0
"""Seconds between two checks of due duties: while there are some, and otherwise."""
SEARCH_SECONDS = 5.0
"""Seconds between two searches for matches of processes that have died."""
LATELY = timedelta(minutes=2)
"""Age of the last action in a match that such a search finds; the first one finds all."""
RETRY_SECONDS = 2.0


@dataclass(slots=True)
class DueDuty:
    """A duty and its time. ``job`` is the search that it needs; None if it needs none."""

    duty: Duty
    at: datetime
    job: int | None


class Opponents:
    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._woken: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._due: dict[str, list[DueDuty]] = {}
        self._search_at = 0.0
        self._searched = False
        self._outage = OutageLog(log, "The computer can't play")

    def start(self) -> None:
        """Play from now on, until the process ends."""
        self._writer.listen(self.announce)
        threading.Thread(target=self._work, name="opponents", daemon=True).start()

    def announce(self, result: BatchResult) -> None:
        """Wake the thread for events in matches with a computer. Called in the writer's thread."""
        for public_id, _, _ in result.events:
            match = self._writer.known(public_id)
            if match is not None and computers_at(match):
                self._woken.put(public_id)

    def step(self) -> None:
        """Do due duties, and find later ones."""
        ids = self._heard()
        if time.monotonic() >= self._search_at:
            ids |= self._search()
            self._search_at = time.monotonic() + SEARCH_SECONDS
        if ids:
            for public_id, match in load(ids).items():
                self._look_safely(public_id, match)
        self._do()

    def _work(self) -> None:
        while True:
            try:
                self.step()
                self._outage.worked()
                self._wait(SOON_SECONDS if self._due else IDLE_SECONDS)
            except Exception as error:
                self._outage.failed(error)
                connections.close_all()
                time.sleep(RETRY_SECONDS)
                self._searched = False

    def _wait(self, seconds: float) -> None:
        try:
            self._woken.put(self._woken.get(timeout=seconds))
        except queue.Empty:
            return

    def _heard(self) -> set[str]:
        heard = set()
        while not self._woken.empty():
            heard.add(self._woken.get())
        return heard

    def _search(self) -> set[str]:
        """Return running matches with a computer, at first all and then those with a late action."""
        running = Match.objects.filter(status=Match.Status.PLAYING, seats__player__level__gt="")
        if self._searched:
            running = running.filter(acted_at__gt=clock.now() - LATELY)
        ids = set(running.values_list("public_id", flat=True))
        self._searched = True
        return ids - self._due.keys()

    def _look_safely(self, public_id: str, match: MatchState) -> None:
        """Check a match; a fault in one keeps the computer from no other."""
        try:
            self._look(public_id, match)
        except (DatabaseError, InterfaceError):
            raise
        except Exception:
            log.exception("The computer doesn't know what to do in %s", public_id)

    def _look(self, public_id: str, match: MatchState) -> None:
        """Store the computer's present duties in the match, replacing earlier ones."""
        present_duties = duties(match)
        if not present_duties:
            self._due.pop(public_id, None)
            return
        since, plies = _last_event(match)
        self._due[public_id] = [
            DueDuty(duty, since + pause(match, duty, plies) * settings.COMPUTER_PACE, job.pk if job else None)
            for duty in present_duties
            for job in [duty.ask()]
        ]

    def _do(self) -> None:
        now = clock.now()
        ready = [due for dues in self._due.values() for due in dues if due.at <= now]
        results = _results(due.job for due in ready if due.job is not None)
        for due in ready:
            if due.job is None or due.job in results:
                self._send(due.duty, results.get(due.job, {}))

    def _send(self, duty: Duty, result: dict[str, Any]) -> None:
        left = [due for due in self._due[duty.match] if due.duty.cmd != duty.cmd]
        if left:
            self._due[duty.match] = left
        else:
            del self._due[duty.match]
        command = Command(duty.message(result), duty.match, duty.player_id, at=clock.now())
        self._writer.submit(command, self._answered)

    def _answered(self, answer: Answer) -> None:
        """Check all matches again if nothing could be stored. Called in the writer's thread."""
        if answer.refusal and answer.refusal.code == "unavailable":
            self._searched = False


def _results(jobs: Iterable[int]) -> dict[int | None, dict[str, Any]]:
    """Return the results of the jobs that have ended; empty for a failed one."""
    ids = list(jobs)
    if not ids:
        return {}
    ended = Job.objects.filter(pk__in=ids, state__in=ENDED)
    return {pk: result or {} for pk, result in ended.values_list("pk", "result")}


def _last_event(match: MatchState) -> tuple[datetime, list[dict[str, Any]]]:
    """Return the time of the last event of a match, and the plies played in it."""
    event = Event.objects.filter(match=match.row).latest("seq")
    return event.at, msgspec.json.decode(event.frame)["plies"]


opponents = Opponents(writer)
