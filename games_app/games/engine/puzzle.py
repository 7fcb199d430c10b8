"""Puzzles: positions in which exactly one action provably wins, and the play that shows its gain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from math import prod
from typing import Any

from games_app.games.base import State, play
from games_app.games.engine.analyse import analyse, compact_form
from games_app.games.engine.analysis import Analysis, Limit
from games_app.games.engine.candidates import Candidate
from games_app.games.engine.contract import Compact, Entry
from games_app.games.engine.difficulty import LEAST_WAYS, Question, is_found_naively, one_ply
from games_app.games.engine.proof import ProofSearch
from games_app.games.engine.search import INFINITE, OutOfBudget, TranspositionTable
from games_app.games.registry import get_game

MOST_DECISIONS = 6
"""Number of decisions at which a solution is long enough."""
MOST_SHOWN = 10
"""Maximum number of automatic decisions after the solver's last one, until the gain is visible."""
MOST_REPLIES = 4
"""Number of the opponent's equal replies that are tried to find one with a single answer."""
MOST_OPEN = 4
"""Number of consecutive open positions after which earlier ones are no longer searched."""
SHARE_OF_TRIAL = 4
"""Divisor of the nodes: the part for the question whether one action wins."""
SHARE_OF_DEEPENING = 8
"""Divisor of that part: the share for deepening before a search to the end."""

LINE_NODES = 10_000
"""Nodes of the search for the best play after a wrong action, beside what the table knows of it."""

Meanwhile = Callable[[], None]
Follows = tuple[tuple[str, str], ...]
"""Roles and actions that are played automatically after a decision."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A position of a puzzle, its only winning action, and what is known of the others.

    ``follows`` is played automatically: the opponent's replies up to the next decision and, at the end,
    everything until the gain is visible. ``lines``: best play after each wrong action.
    """

    state: State
    right: str
    analysis: Analysis
    follows: Follows = ()
    lines: Mapping[str, Follows] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Solution:
    """The winning decisions of ``role``. Each is the only one that wins."""

    slug: str
    role: str
    decisions: tuple[Decided, ...]

    @property
    def start(self) -> State:
        return self.decisions[0].state

    @property
    def questions(self) -> list[Question]:
        """Each position in which the solver decides, with the right action."""
        return [(decided.state, decided.right) for decided in self.decisions]


def only_win(analysis: Analysis) -> str | None:
    """Return the only winning action; None if there isn't exactly one, or that isn't proved."""
    winning = [action for action, value in analysis.actions.items() if value.least > 0]
    open_still = [value for value in analysis.actions.values() if value.least <= 0 < value.most]
    return winning[0] if len(winning) == 1 and not open_still else None


def solve(
    state: State,
    limit: Limit,
    table: TranspositionTable | None = None,
    meanwhile: Meanwhile | None = None,
) -> Solution | None:
    """Return the solution of ``state`` if it is a puzzle, as far as ``limit`` shows. Raises CannotAnalyse.

    Positions whose solution is found at once by looking at one's own next move are no puzzles.
    """
    return _Solver(state, limit, TranspositionTable() if table is None else table, meanwhile).solution()


def puzzles_in(states: Iterable[State], limit: Limit) -> list[Solution]:
    """Return puzzles among the positions of a game, which are given from the last one backwards.

    After some positions for which ``limit`` doesn't suffice, earlier ones are left out.
    """
    table, puzzles, still_open = TranspositionTable(), list[Solution](), 0
    for state in states:
        solver = _Solver(state, limit, table, None)
        solution = solver.solution()
        still_open = still_open + 1 if solver.is_open else 0
        if still_open == MOST_OPEN:
            break
        if solution:
            puzzles.append(solution)
    return puzzles


def quality(solution: Solution) -> tuple[int, int]:
    """Return the sort key of puzzles: more decisions, then a shorter line."""
    replies = sum(role != solution.role for decision in solution.decisions for role, _ in decision.follows)
    return len(solution.decisions), -replies


@dataclass(slots=True)
class _Solver:
    """The search for the solution from one position."""

    start: State
    limit: Limit
    table: TranspositionTable
    meanwhile: Meanwhile | None
    role: str = field(init=False)
    had: int = field(init=False)
    """The least margin after the first decision: a stone that is taken anyway is no gain."""
    is_open: bool = False
    """True once the nodes ran out before it was known whether one action wins."""

    def __post_init__(self) -> None:
        (self.role,) = self.start.to_move
        actions = self.start.legal_actions(self.role)
        self.had = min(self._margin(play(self.start, self.role, action).state) for action in actions)

    def solution(self) -> Solution | None:
        decided: list[Decided] = []
        following = self._decide(self.start)
        while following:
            going, may_go_on = following, len(decided) + 1 < MOST_DECISIONS
            shown = self._play_on(going, may_go_on)
            if shown is None:
                return None
            follows, following = shown
            decided.append(Decided(going.state, going.right, going.analysis, follows))
        if not decided or prod(len(decision.analysis.actions) for decision in decided) < LEAST_WAYS:
            return None
        if is_found_naively([(each.state, each.right) for each in decided]):
            return None
        explained = tuple(replace(each, lines=self._lines(each)) for each in decided)
        return Solution(compact_form(self.start)[0], self.role, explained)

    def _lines(self, decided: Decided) -> dict[str, Follows]:
        wrong = [action for action in decided.analysis.actions if action != decided.right]
        entries = [(action, _entry(decided.state, action)) for action in wrong]
        return {
            action: self._refutation(entry.state) for action, entry in entries if entry.position is not None
        }

    def _refutation(self, state: State) -> Follows:
        limit = replace(self.limit, nodes=min(self.limit.nodes, LINE_NODES), every=False)
        return analyse(state, limit, self.table, self.meanwhile).line

    def _play_on(self, going: Decided, may_go_on: bool) -> tuple[Follows, Decided | None] | None:
        """Return the automatic play after a decision, and the next decision if there is one.

        None if the gain isn't visible within ``MOST_SHOWN`` decisions, or isn't proved so far.
        """
        follows: list[tuple[str, str]] = []
        entry = _entry(going.state, going.right)
        while not self._gain_is_seen(entry, follows):
            (mover,) = entry.state.to_move
            action: str | None
            if mover != self.role:
                action = self._reply(entry.state, may_go_on)
            else:
                following = self._decide(entry.state) if may_go_on else None
                if following:
                    return tuple(follows), following
                action, may_go_on = self._best(entry.state), may_go_on and _is_forced(entry.state)
            if action is None or len(follows) == MOST_SHOWN:
                return None
            follows.append((mover, action))
            entry = _entry(entry.state, action)
        return tuple(follows), None

    def _gain_is_seen(self, entry: Entry[State, Any], follows: list[tuple[str, str]]) -> bool:
        """Return whether play is over, or the solver is to move after a reply and has gained."""
        if entry.position is None:
            return True
        replied = any(role != self.role for role, _ in follows)
        return replied and entry.state.to_move == (self.role,) and self._has_gained(entry.state)

    def _has_gained(self, state: State) -> bool:
        return self._margin(state) > self.had

    def _margin(self, state: State) -> int:
        """Return how much more than the other role the solver has, as the board shows it.

        0 in a game that counts nothing: there only the end shows a gain.
        """
        score = get_game(compact_form(self.start)[0]).score(state.facts())
        return 2 * score.get(self.role, 0) - sum(score.values())

    def _decide(self, state: State) -> Decided | None:
        """Return the decision in a position if exactly one action is proved to win there."""
        winning = None if _is_forced(state) else self._only_winning(state)
        if winning is None or (state is self.start and winning in one_ply(state)):
            return None
        analysis = analyse(state, self.limit, self.table, self.meanwhile)
        right = only_win(analysis)
        return Decided(state, right, analysis) if right else None

    def _best(self, state: State) -> str | None:
        """Return the solver's winning action with the highest gain; None if none is proved."""
        if _is_forced(state):
            return state.legal_actions(self.role)[0]
        analysis = self._glance(state)
        return analysis.best[0] if analysis.value.least > 0 else None

    def _reply(self, state: State, may_go_on: bool) -> str:
        """Return the opponent's best reply; of equal ones, one that leaves a single answer, if possible."""
        if _is_forced(state):
            return state.legal_actions(state.to_move[0])[0]
        analysis = self._glance(state)
        for action in _equals(analysis)[: MOST_REPLIES if may_go_on else 0]:
            after = _entry(state, action)
            if after.position is None or after.state.to_move != (self.role,):
                continue
            if self._has_gained(after.state) or _is_forced(after.state):
                continue
            if self._only_winning(after.state):
                return action
        return analysis.best[0]

    def _glance(self, state: State) -> Analysis:
        limit = replace(self.limit, nodes=self.limit.nodes // SHARE_OF_TRIAL)
        return analyse(state, limit, self.table, self.meanwhile)

    def _only_winning(self, state: State) -> str | None:
        """Return the winning action if exactly one is proved to win. It is quick to see that most don't.

        If proofs are searched to the end, a little deepening comes first. It finds wins near the start, which
        a search to the end may miss for a long time.
        """
        compact = compact_form(state)[1].proving().with_endings()
        nodes = self.limit.nodes // SHARE_OF_TRIAL
        search = ProofSearch(compact, self.table, nodes, self.limit.seconds, self.meanwhile)
        candidates = [Candidate(entry, search) for entry in compact.entries(state)]
        try:
            if compact.to_the_end:
                with suppress(OutOfBudget):
                    search.allow(nodes // SHARE_OF_DEEPENING)
                    return _found_one(candidates, count())
                search.allow(nodes)
                return _found_one(candidates, (INFINITE,))
            return _found_one(candidates, count())
        except OutOfBudget:
            self.is_open = True
            return None


def _found_one(candidates: list[Candidate], depths: Iterable[int]) -> str | None:
    """Search the actions to each of the depths until the winning one is known. Raises OutOfBudget."""
    for depth in depths:
        for candidate in candidates:
            if candidate.least <= 0 < candidate.most:
                candidate.ask(depth, 0, 1)
            if sum(each.least > 0 for each in candidates) > 1:
                return None
        if all(each.least > 0 or each.most <= 0 for each in candidates):
            break
    return next((each.entry.action for each in candidates if each.least > 0), None)


def _equals(analysis: Analysis) -> list[str]:
    """Return the actions that are not proved to be worse than the best one."""
    values = analysis.actions
    equals = [action for action, value in values.items() if value.most >= analysis.value.least]
    return sorted(equals, key=lambda action: values[action].score, reverse=True)


def _is_forced(state: State) -> bool:
    (role,) = state.to_move
    return len(state.legal_actions(role)) == 1


def _entry(state: State, action: str) -> Entry[State, Any]:
    compact: Compact[State, Any] = compact_form(state)[1]
    return next(entry for entry in compact.entries(state) if entry.action == action)
