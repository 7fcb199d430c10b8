"""The one door to the record.

Commands that arrive while a commit is under way go into the next one: per batch one transaction and a
constant number of statements, however many commands it holds (group commit). Answers are given and events
announced only after the commit. Matches are kept in memory between batches and trusted only while the
database, asked inside the transaction, shows the seq they were left at; so any number of processes may write.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue

from django.db import DatabaseError, OperationalError, connection

from . import clock
from .batch import CREATE, Answer, Batch, Conflict, frames_of
from .refusals import Refusal
from .services.catalogue import COMMANDS
from .services.loaded import LoadedMatch
from .services.registry import Command

log = logging.getLogger(__name__)

Reply = Callable[[Answer], None]
Announce = Callable[[list[tuple[str, int, str]]], None]

LARGEST_BATCH = 256
REMEMBERED_MATCHES = 4096
RETRY_MS = 1000


class Writer:
    """Gathers commands, stores them together, answers each and tells the listeners what happened.

    Replies and listeners are called in the writer's thread and must not wait.
    """

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[Command, Reply]] = SimpleQueue()
        self._known: dict[str, LoadedMatch] = {}
        self._listeners: list[Announce] = []
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def listen(self, announce: Announce) -> Callable[[], None]:
        """Call ``announce`` after every commit with the new events, until the returned function is called."""
        self._listeners.append(announce)
        return lambda: self._listeners.remove(announce)

    def submit(self, command: Command, reply: Reply) -> None:
        """Hand in a command from any thread; ``reply`` gets its one answer."""
        if command.kind != CREATE and command.kind not in COMMANDS:
            raise ValueError(f"No command {command.kind!r} is declared")
        self._waiting.put((command, reply))
        self._run_thread()

    def ask(self, command: Command) -> Answer:
        """Hand in a command and wait for its answer: for pages, never for the event loop."""
        answer: Future[Answer] = Future()
        self.submit(command, answer.set_result)
        return answer.result()

    def run(self, commands: Sequence[Command]) -> list[Answer]:
        """Store one batch in this thread and announce it; the answers in the order of the commands."""
        answers, events = self._stored(commands)
        self._announce(events)
        return answers

    def forget(self) -> None:
        """Trust nothing in memory: after the record was changed by another hand than a writer's."""
        self._known.clear()

    def _run_thread(self) -> None:
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            batch = self._gather()
            answers, events = self._stored([command for command, _ in batch])
            for (_, reply), answer in zip(batch, answers, strict=True):
                reply(answer)
            self._announce(events)

    def _announce(self, events: list[tuple[str, int, str]]) -> None:
        for announce in list(self._listeners):
            try:
                announce(events)
            except Exception:
                log.exception("A listener failed; the events are stored and the next beat brings them")

    def _gather(self) -> list[tuple[Command, Reply]]:
        batch = [self._waiting.get()]
        try:
            while len(batch) < LARGEST_BATCH:
                batch.append(self._waiting.get_nowait())
        except Empty:
            pass
        return batch

    def _stored(self, commands: Sequence[Command]) -> tuple[list[Answer], list[tuple[str, int, str]]]:
        """Answers and announcements of one batch. If it fails as a whole, each command is tried alone."""
        batch = Batch(self._known, clock.now())
        try:
            answers = batch.run(commands)
        except Exception as error:
            self._known.clear()
            connection.close_if_unusable_or_obsolete()
            if len(commands) > 1 and not isinstance(error, OperationalError):
                return self._one_by_one(commands)
            log.exception("%d commands could not be stored", len(commands))
            return [_not_stored(command, error) for command in commands], []
        self._remember(batch.made)
        return answers, frames_of(batch.events)

    def _one_by_one(self, commands: Sequence[Command]) -> tuple[list[Answer], list[tuple[str, int, str]]]:
        answers, events = [], []
        for command in commands:
            its_answer, its_events = self._stored([command])
            answers += its_answer
            events += its_events
        return answers, events

    def _remember(self, made: Sequence[LoadedMatch]) -> None:
        self._known.update((match.row.public_id, match) for match in made)
        while len(self._known) > REMEMBERED_MATCHES:
            del self._known[next(iter(self._known))]


def _not_stored(command: Command, error: Exception) -> Answer:
    passing = isinstance(error, DatabaseError | Conflict)
    refusal = Refusal("unavailable", retry_ms=RETRY_MS) if passing else Refusal("failed")
    return Answer(command.match, command.cmd, 0, refusal=refusal)


writer = Writer()
