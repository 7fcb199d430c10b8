"""A worker: it does one job at a time, and lets a longer one rest when somebody waits for another."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from random import Random, SystemRandom
from typing import Any

from django.db import InterfaceError, OperationalError

from games_app.analysis.claimed_job import Task, TurnOver
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Job, Plain
from games_app.analysis.puzzle_search import search
from games_app.analysis.review import analyse_position, review_match
from games_app.games.engine.analyse import CannotAnalyse, analyse, forget, searchable
from games_app.games.engine.contract import Level
from games_app.games.engine.levels import LEVELS, level_of, limit_of, reply
from games_app.games.engine.search import TranspositionTable
from games_app.games.rules import State, get_game
from games_app.lib import clock
from games_app.lib.ids import new_public_id

log = logging.getLogger(__name__)

_dice: Random = SystemRandom()
_tables: dict[str, TranspositionTable] = {}
"""Table for games that are searched to the end: a proof holds for every match."""
MOST_REMEMBERED = 100_000
"""Number of positions of a game at which they are dropped before the next reply."""


def find_reply(about: Plain, task: Task) -> None:
    """Find the choice of ``about["level"]`` for ``about["role"]`` in a position that everybody may see."""
    state = get_game(about["game"]).state_from_facts(about["facts"])
    level = level_of(about["game"], about["level"]) or LEVELS[about["game"]][0]
    result: dict[str, Any]
    if about["what"] == "draw":
        result = {"accept": _is_no_better(state, about["role"], level, task)}
    else:
        table = _table_of(about["game"]) if level.proofs else None
        result = {"action": reply(state, about["role"], level, _dice, table, task.meanwhile).action}
    task.tell(1, 1, lambda: result)


def _table_of(game: str) -> TranspositionTable:
    table = _tables.setdefault(game, TranspositionTable())
    if len(table) >= MOST_REMEMBERED:
        table.clear()
    return table


def _is_no_better(state: State, role: str, level: Level, task: Task) -> bool:
    """Return whether a draw is as good as the position for ``role``, as far as the level can see."""
    try:
        analysis = analyse(searchable(state), limit_of(level), meanwhile=task.meanwhile)
    except CannotAnalyse:
        return False
    score = analysis.value.score
    return (score if analysis.role == role else -score) <= 0


WAYS: Mapping[str, Callable[[Plain, Task], None]] = {
    Job.Kind.REPLY: find_reply,
    Job.Kind.REVIEW: review_match,
    Job.Kind.POSITION: analyse_position,
    Job.Kind.PUZZLES: search,
}
"""Functions that do the jobs, by kind."""
LARGE = (Job.Kind.REVIEW, Job.Kind.POSITION, Job.Kind.PUZZLES)
"""Kinds of jobs that may fill a table."""


class Worker:
    """``kinds``: the jobs that it takes; it leaves the others to other workers.

    ``passed`` returns processor seconds.
    """

    def __init__(
        self, kinds: Collection[Job.Kind] = queue.ALL_KINDS, passed: Callable[[], float] = time.process_time
    ) -> None:
        self.kinds = kinds
        self._passed = passed
        self.name = f"{socket.gethostname()[:32]}-{os.getpid()}-{new_public_id()}"[:60]

    def work(self) -> bool:
        """Do the most urgent job; return False if there is none."""
        return self._do_one()

    def leave(self) -> None:
        """Give back what the worker holds, wherever it was interrupted: others needn't wait for its lease."""
        queue.give_back(self.name)

    def _do_urgent(self, task: Task) -> None:
        while task.rests_for() > queue.QUICK:
            began = self._passed()
            if not self._do_one(resting=task):
                return
            task.rested(self._passed() - began)

    def _do_one(self, resting: Task | None = None) -> bool:
        before = resting.rests_for() if resting else None
        job = queue.claim(self.name, clock.now(), before, self.kinds)
        if job is None:
            return False
        task = Task(job, self._do_urgent, resting, self._passed)
        if resting and job.kind in LARGE:
            resting.make_room()
        try:
            WAYS[job.kind](job.about, task)
            task.finish()
        except TurnOver:
            with suppress(queue.Lost):
                task.rest()
        except queue.Lost:
            log.info("%s was cancelled, or taken over", job.key)
        except (OperationalError, InterfaceError):
            raise  # the database's fault: once the lease has ended the job is taken again
        except Exception:
            log.exception("The engine can't do %s", job.key)
            with suppress(queue.Lost):
                queue.fail(job)
        finally:
            task.release()
            if resting is None and job.kind in LARGE:
                forget()
        return True
