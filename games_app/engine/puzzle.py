"""Puzzles: positions in which exactly one action wins, proved, and the decisions that follow it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from games_app.engine.analyse import analyse, compact_form
from games_app.engine.analysis import Analysis, Limit
from games_app.engine.candidates import Candidate
from games_app.engine.levels import LEVELS, limit_of
from games_app.engine.search import INFINITE, OutOfBudget, Search, Table
from games_app.games.compact import Entry
from games_app.rules import State

LEAST_CHOICES = 3
"""Fewest actions of a puzzle: between two, luck finds the right one too often."""
SHARE_OF_DEEPENING = 8
"""The part of the nodes, as a divisor, that deepening may take before a search to the end."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A position of a puzzle, its only winning action, and what is known of the others."""

    state: State
    right: str
    analysis: Analysis


@dataclass(frozen=True, slots=True)
class Solution:
    """The decisions of ``role`` that win, one after the other as long as its turn lasts.

    Each of them is the only one that wins: a turn that goes on with a free choice is solved before that.
    """

    slug: str
    role: str
    decisions: tuple[Decided, ...]

    @property
    def start(self) -> State:
        return self.decisions[0].state


def only_win(found: Analysis) -> str | None:
    """Return the only action that wins; None where not exactly one does, or where that is not proved."""
    winning = [action for action, value in found.actions.items() if value.least > 0]
    open_still = [value for value in found.actions.values() if value.least <= 0 < value.most]
    return winning[0] if len(winning) == 1 and not open_still else None


Meanwhile = Callable[[], None]


def solve(
    state: State,
    limit: Limit,
    table: Table | None = None,
    meanwhile: Meanwhile | None = None,
) -> Solution | None:
    """Return the solution of ``state`` if it is a puzzle, as far as ``limit`` shows. Raises CannotAnalyse."""
    slug, _ = compact_form(state)
    (role,) = state.to_move
    table = Table() if table is None else table
    decided: list[Decided] = []
    going: State | None = state
    while going is not None and len(going.legal_actions(role)) >= (2 if decided else LEAST_CHOICES):
        if not _one_wins(going, limit, table, meanwhile):
            break
        found = analyse(going, limit, table, meanwhile)
        right = only_win(found)
        if right is None:
            break
        decided.append(Decided(going, right, found))
        going = _after(going, right)
    return Solution(slug, role, tuple(decided)) if decided else None


def _one_wins(state: State, limit: Limit, table: Table, meanwhile: Meanwhile | None) -> bool:
    """Return whether exactly one action is proved to win. That most positions are none is seen quickly.

    Where proofs are searched to the end, a little deepening comes first: it finds those that are near the
    start, which a search to the end may pass by for long.
    """
    compact = compact_form(state)[1].proving()
    search = Search(compact, table, limit.nodes, limit.seconds, meanwhile)
    candidates = [Candidate(entry, search) for entry in compact.entries(state)]
    try:
        if compact.to_the_end:
            with suppress(OutOfBudget):
                search.allow(limit.nodes // SHARE_OF_DEEPENING)
                return _found_one(candidates, count())
            search.allow(limit.nodes)
            return _found_one(candidates, (INFINITE,))
        return _found_one(candidates, count())
    except OutOfBudget:
        return False


def _found_one(candidates: list[Candidate], depths: Iterable[int]) -> bool:
    """Search the actions to each of the depths until it is known. Raises OutOfBudget."""
    for depth in depths:
        for candidate in candidates:
            if candidate.least <= 0 < candidate.most:
                candidate.ask(depth, 0, 1)
            if sum(each.least > 0 for each in candidates) > 1:
                return False
        if all(each.least > 0 or each.most <= 0 for each in candidates):
            break
    return any(each.least > 0 for each in candidates)


def _after(state: State, action: str) -> State | None:
    """Return the state in which the same role goes on, within what is searched; None if it doesn't."""
    entries: list[Entry[State, object]] = compact_form(state)[1].entries(state)
    taken = next(entry for entry in entries if entry.action == action)
    return taken.state if taken.again and taken.position is not None else None


def hardness(solution: Solution) -> int:
    """Return how many of the computer's quick levels miss the first decision, the weakest first."""
    first = solution.decisions[0]
    quick = [level for level in LEVELS[solution.slug] if level.quick]
    for missed, level in enumerate(quick):
        if analyse(first.state, limit_of(level)).best == (first.right,):
            return missed
    return len(quick)
