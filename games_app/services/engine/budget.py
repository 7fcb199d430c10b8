"""Budget of a job: the nodes and the time that it may take, and less of both while others wait."""

from __future__ import annotations

from games_app.engine.analyse import analyse
from games_app.engine.analysis import Analysis, Limit
from games_app.engine.search import OutOfBudget, Table
from games_app.rules import State
from games_app.services.engine.task import Task

LEAST_SECONDS = 0.05
"""Seconds that every position gets, however many people wait."""


class Budget:
    """A budget for one or more positions; what one doesn't need is left to the others.

    All seconds are of the processor: on a busy machine a job takes longer and finds as much. ``short``: the
    seconds after which it ends if others wait.
    """

    def __init__(self, task: Task, whole: Limit, short: float) -> None:
        self._task = task
        self._nodes, self._until = whole.nodes, task.spent() + (whole.seconds or 0.0)
        self._short_until = task.spent() + short
        self._enough_at, self._cut = 0.0, False

    def analyse(self, state: State, left: int = 1, table: Table | None = None) -> tuple[Analysis, bool]:
        """Analyse the next of the positions that are ``left``; return whether it got its full share, too."""
        now = self._task.spent()
        self._enough_at, self._cut = max(self._short_until, now + LEAST_SECONDS), False
        seconds = max(0.0, self._until - now)
        share = Limit(nodes=max(1, self._nodes // left), seconds=seconds / left)
        found = analyse(state, share, table, self._meanwhile)
        self._nodes -= found.work.nodes
        self._task.short |= self._cut
        return found, not self._cut

    def _meanwhile(self) -> None:
        """Do what is urgent. Raises OutOfBudget when the job has had its turn and others wait."""
        self._task.meanwhile()
        if self._task.spent() >= self._enough_at and self._task.others_wait():
            self._cut = True
            raise OutOfBudget
