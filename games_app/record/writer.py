"""The writer: the only code that writes to the record.

Commands that arrive during a commit go into the next one: each batch is one transaction with a constant
number of statements, however many commands it holds (group commit). Answers and events are sent only after
the commit. A transaction first locks the rows of its matches, so any number of processes may write. Matches
are cached between batches, and used only if the seq in the locked row is still theirs.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import OperationalError, connection, transaction

from games_app.lib import clock
from games_app.lib.counters import counters
from games_app.lib.outage_log import OUT_OF_REACH, OutageLog
from games_app.lib.refusals import Refusal
from games_app.lib.shutdown import leaving
from games_app.match.match_state import MatchState
from games_app.record.batch import Batch
from games_app.record.chores import Chores
from games_app.record.command_queue import CommandQueue
from games_app.record.commands.all_commands import COMMANDS
from games_app.record.commands.registry import Command
from games_app.record.known_matches import KnownMatches
from games_app.record.liveness import Here, Liveness
from games_app.record.results import Answer, BatchResult
from games_app.record.sql import drain_pool

log = logging.getLogger(__name__)

Reply = Callable[[Answer], None]
Announce = Callable[[BatchResult], None]

IDLE_SECONDS = 0.1
"""Longest wait for commands, and so the interval at which the writer observes that it is free."""
LOCK_PATIENCE = timedelta(seconds=1)
"""Longest time to store a verdict; later it is dropped, since players could not act meanwhile."""
RETRY_MS = 1000
REFUSED_SECONDS = 3.0
"""Seconds after a refusal in which small writes don't show that actions can be stored."""


class _Submitted(NamedTuple):
    command: Command
    reply: Reply | None
    sender: object


class Delayed(Exception):
    """Raised if a verdict could not be stored in time. It is judged again after a check for an outage."""


class Writer:
    """Thread that stores commands in batches, answers each and announces events to the listeners.

    Replies and listeners are called in the writer's thread and must not block.
    """

    def __init__(self) -> None:
        self._waiting: CommandQueue[_Submitted] = CommandQueue()
        self._known = KnownMatches()
        self._listeners: list[Announce] = []
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._serving = False
        self._outage = OutageLog(log, "Nothing can be stored")
        self._failing = False
        self._refused_at = -math.inf
        self._liveness = Liveness()
        self.chores = Chores(self._decide, self._liveness)

    def listen(self, announce: Announce) -> Callable[[], None]:
        """Call ``announce`` after every commit with its result, until the returned function is called."""
        self._listeners.append(announce)
        return lambda: self._listeners.remove(announce)

    def host(self, here: Here, process: str = "") -> None:
        """Set the function that returns the matches whose players have pages in this process, and its name.

        The function is called in the writer's thread.
        """
        self._liveness.here, self._liveness.process = here, process
        self.chores.sign_soon()

    def submit(
        self, command: Command, reply: Reply | None = None, *, sender: object = None, first: bool = True
    ) -> None:
        """Submit a command from any thread; ``reply`` is called with its answer.

        If a ``sender`` is given, the answer is announced for it, together with the events of its batch.
        Commands of people without a seat are not ``first``, so that players don't wait for them.
        """
        if command.kind not in COMMANDS:
            raise ValueError(f"No command {command.kind!r} is declared")
        self._waiting.put(_Submitted(command, reply, sender), first=first)
        self._run_thread()

    def ask(self, command: Command, *, first: bool = True) -> Answer:
        """Submit a command and wait for its answer. Don't call it in the event loop."""
        answer: Future[Answer] = Future()
        self.submit(command, answer.set_result, first=first)
        return answer.result()

    def ask_all(self, commands: Sequence[Command]) -> list[Answer]:
        """Submit commands, which may share batches, and return their answers in order."""
        answers: list[Future[Answer]] = [Future() for _ in commands]
        for command, answer in zip(commands, answers, strict=True):
            self.submit(command, answer.set_result)
        return [answer.result() for answer in answers]

    def run(self, commands: Sequence[Command]) -> list[Answer]:
        """Store one batch in this thread and announce it; return the answers in order."""
        result = self._stored(commands)
        self._announce(result)
        return list(result.answers)

    def known(self, public_id: str) -> MatchState | None:
        """Return a match as it was last stored here, if it is cached. Only for listeners."""
        return self._known.get(public_id)

    def forget(self) -> None:
        """Drop all cached state, after other code than a writer has changed the record."""
        self._known.clear()
        self._liveness.forget()

    def start(self) -> None:
        """Compensate for the time when the site was down, and run the thread until the process ends."""
        self._serving = True
        self.chores.start()
        connection.close()
        self._run_thread()

    def _run_thread(self) -> None:
        # Without the lock while it runs: to wait for a lock gives the interpreter to the other thread.
        if self._thread is not None and self._thread.is_alive():
            return
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
                self._thread.start()

    def is_failing(self) -> bool:
        """Return whether nothing, or no action, could be stored when that was last tried."""
        return self._failing

    def waiting(self) -> int:
        """Return the approximate number of commands that wait to be stored."""
        return len(self._waiting)

    def _decide(
        self, find: Callable[[datetime], list[Command]], *, renew: bool = False, compensates: bool = True
    ) -> BatchResult | None:
        """Carry out and announce the server's own commands that ``find`` returns.

        Return None if they could not be stored. With ``renew`` the sign of life is renewed too. Without
        ``compensates`` it is left to other processes to find outages.
        """
        result = BatchResult()
        try:
            # Mostly there is nothing to do, which needs no transaction.
            if not renew and not find(clock.now()):
                if not self._serving:
                    self._outage.worked()
                return result
            began = clock.now()
            with transaction.atomic():
                commands = find(clock.now())
                if commands or renew:
                    batch = Batch(self._known, self._liveness if compensates else None)
                    result = batch.run(commands, renew=renew)
                    _check_delay(commands, began)
        except Exception as error:
            self._failed(error)
            return None
        self._succeeded(acted=bool(result.events))
        self._announce(result)
        return result

    def _work(self) -> None:
        while True:
            if self._serving and leaving.is_set():
                # The chores end: no deadline is enforced on players who can't act.
                self.chores.leave()
                self._serving = False
            self._observe()
            more = self._serving and self.chores.run()
            batch = self._waiting.batch(0 if more else IDLE_SECONDS)
            self._observe()
            if not batch:
                continue
            result = self._stored([submitted.command for submitted in batch])
            for submitted, answer in zip(batch, result.answers, strict=True):
                if submitted.reply:
                    submitted.reply(answer)
            self._announce(replace(result, senders=[submitted.sender for submitted in batch]))

    def _observe(self) -> None:
        """Notice an outage that was shorter than the time between two signs of life."""
        if self._serving:
            self._liveness.observe(clock.now())

    def _failed(self, error: Exception) -> None:
        """Log the failure, drop the cached matches and close the connection."""
        self._outage.failed(error)
        if isinstance(error, OUT_OF_REACH):
            if not self._failing:
                self.chores.sign_soon()
            self._failing = True
            self._liveness.fail()
        self._known.clear()
        if isinstance(error, OperationalError):
            drain_pool()
        # A broken connection may fail to close.
        with suppress(Exception):
            connection.close()

    def _succeeded(self, *, acted: bool) -> None:
        """Record that something was stored; ``acted``: something as large as an action."""
        if acted:
            self._refused_at = -math.inf
        if time.monotonic() - self._refused_at > REFUSED_SECONDS:
            self._failing = False
            self._outage.worked()

    def _announce(self, result: BatchResult) -> None:
        for announce in list(self._listeners):
            try:
                announce(result)
            except Exception:
                log.exception("A listener failed; the events are stored and the next beat brings them")
        self._known.trim(public_id for public_id, _, _ in result.events)

    def _stored(self, commands: Sequence[Command]) -> BatchResult:
        """Store one batch; return its answers and events. If it fails, try each command alone."""
        batch, began = Batch(self._known, self._liveness), time.monotonic()
        try:
            result = batch.run(commands)
        except Exception as error:
            self._failed(error)
            if len(commands) > 1 and not isinstance(error, OperationalError):
                return self._one_by_one(commands)
            result = BatchResult(self._not_stored(commands, error))
            _count(commands, result.answers)
            return result
        if self._failing:
            self._succeeded(acted=bool(result.events))
        counters.batch.add(len(commands))
        counters.commit_seconds.add(time.monotonic() - began)
        _count(commands, result.answers)
        return result

    def _not_stored(self, commands: Sequence[Command], error: Exception) -> list[Answer]:
        """Return refusals: to be retried after a passing error, final if the command itself fails."""
        passing = isinstance(error, OUT_OF_REACH)
        if passing:
            self._refused_at = time.monotonic()
            self._liveness.refuse()
        refusal = Refusal("unavailable", retry_ms=RETRY_MS) if passing else Refusal("failed")
        return [Answer(command.match, command.cmd, 0, refusal=refusal) for command in commands]

    def _one_by_one(self, commands: Sequence[Command]) -> BatchResult:
        results = [self._stored([command]) for command in commands]
        answers = [answer for result in results for answer in result.answers]
        return BatchResult(answers, [event for result in results for event in result.events])


def _check_delay(commands: Sequence[Command], since: datetime) -> None:
    """Raise Delayed for verdicts that took longer than LOCK_PATIENCE: they might end a match in an outage."""
    late = clock.now() - since > LOCK_PATIENCE
    if late and any(command.declared.is_verdict for command in commands):
        raise Delayed


def _count(commands: Sequence[Command], answers: Sequence[Answer]) -> None:
    """Count the commands by their answers."""
    for command, answer in zip(commands, answers, strict=True):
        counters.commands[command.kind, answer.outcome] += 1


writer = Writer()
