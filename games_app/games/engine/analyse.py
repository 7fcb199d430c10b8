"""The analysis of a position: estimates by deepening, then proofs of the outcome, then of the margins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import count
from typing import Any

from games_app.games.base import State
from games_app.games.engine.analysis import Analysis, Limit, Stopped, Value, Work
from games_app.games.engine.candidates import Candidate, principal_variation
from games_app.games.engine.contract import Compact, Endings
from games_app.games.engine.proof import ProofSearch
from games_app.games.engine.search import INFINITE, OutOfBudget, TranspositionTable
from games_app.games.registry import of_each

ENGINES: Mapping[str, Compact[Any, Any]] = of_each("engine", "ENGINE")
"""Compact forms by the slug of the rule set."""

ENDINGS: Mapping[str, Endings] = of_each("endings", "ENDINGS")
"""Tables of solved endings by the slug of the rule set."""

LEAST_MISTAKES: Mapping[str, float] = of_each("engine", "LEAST_MISTAKE")
"""Minimum estimated loss that counts as a mistake, by the slugs of the rule sets that have one."""

SHARE_OF_ESTIMATES = 8
"""Divisor of the nodes: the part that estimates may take before proofs are tried."""
MOST_ESTIMATES = 10_000
"""Maximum number of nodes for estimates, so that a ceiling of seconds leaves time for proofs."""
FIRST_ESTIMATES = 1_000
"""Nodes for estimates in games where a proof can be reached from any position."""
FIRST_SHARE = 10_000
"""Nodes that a proof of one action may take at first, if proofs are searched to the end."""


class CannotAnalyse(ValueError):
    """Raised for a state that can't be searched: no engine, play has ended, or both roles are to move."""


def analyse(
    state: State,
    limit: Limit | None = None,
    table: TranspositionTable | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> Analysis:
    """Return the value of a position, as far as ``limit`` allows. Raises CannotAnalyse.

    Analyses of one match share work through ``table``: analyse the last position first, so that its proofs
    serve the earlier ones. ``meanwhile`` is called now and then. If it raises OutOfBudget, the analysis ends
    with what it has found so far.
    """
    slug, compact = compact_form(state)
    table = TranspositionTable() if table is None else table
    return _Run(slug, compact, state, limit or Limit(), table, meanwhile).analysis()


def engine_name(slug: str) -> str:
    """Return a game's engine with its version, such as "mancala-1". Raises CannotAnalyse."""
    if slug not in ENGINES:
        raise CannotAnalyse("The game has no engine")
    return f"{slug}-{ENGINES[slug].version}"


def searchable(state: State) -> State:
    """Return the position in the form that ``analyse`` takes, if it has one. Raises CannotAnalyse."""
    position: State = _engine_of(state).searchable(state)
    return position


def images(state: State) -> frozenset[int]:
    """Return a key that states share if analysing one gives another away; see ``Compact.images``."""
    return _suited(state).images(state) if _is_played_on(state) else frozenset()


def likeness(state: State) -> int | None:
    """Return the same number for all states whose analyses give each other away; otherwise None."""
    return min(images(state), default=None)


def reach(state: State, decisions: int) -> set[int]:
    """Return an image of the state and of each state that so many decisions can lead to.

    A sowing is one decision, also by hand.
    """
    if not _is_played_on(state):
        return set()
    state = searchable(state)
    return _suited(state).reach(state, decisions)


def lead(state: State, role: str) -> int:
    """Return the margin of ``role`` over the other so far, in any position. Raises CannotAnalyse."""
    return _engine_of(state).lead(state, role)


def compact_form(state: State) -> tuple[str, Compact[Any, Any]]:
    """Return the slug of the state's game and its compact form. Raises CannotAnalyse."""
    engine = _engine_of(state)
    if not engine.can_search(state):
        raise CannotAnalyse("Only a position between two decisions, with one role to move, can be analysed")
    return state.slug, engine.suited(state)


def forget() -> None:
    """Drop caches that only make the engines faster. Call it between two jobs.

    Cached objects that outlive a table lie between its entries in memory, and keep that memory from being
    returned.
    """
    for compact in ENGINES.values():
        compact.forget()


def analysable(state: State) -> State | None:
    """Return the state in the form that can be analysed, or None."""
    try:
        state = searchable(state)
        compact_form(state)
    except CannotAnalyse:
        return None
    return state


def _is_played_on(state: State) -> bool:
    return state.slug in ENGINES and bool(state.to_move)


def _suited(state: State) -> Compact[Any, Any]:
    return _engine_of(state).suited(state)


def _engine_of(state: State) -> Compact[Any, Any]:
    if state.slug not in ENGINES:
        raise CannotAnalyse("The game of this state has no engine")
    return ENGINES[state.slug]


class _Run:
    """One analysis in progress."""

    def __init__(
        self,
        slug: str,
        compact: Compact[Any, Any],
        state: State,
        limit: Limit,
        table: TranspositionTable,
        meanwhile: Callable[[], None] | None,
    ) -> None:
        self.engine = f"{slug}-{compact.version}"
        compact = compact.proving() if limit.depth is None else compact
        self.compact = compact = compact.with_endings() if limit.endings else compact
        self.state = state
        self.limit, self.nodes = limit, limit.nodes
        self.search: ProofSearch[Any] = ProofSearch(compact, table, limit.nodes, limit.seconds, meanwhile)
        self.candidates = [Candidate(entry, self.search) for entry in compact.entries(state)]
        self.depth = 0

    def analysis(self) -> Analysis:
        stopped = self._stopped()
        best = max(candidate.merit for candidate in self.candidates)
        value = self._value(
            max(candidate.least for candidate in self.candidates),
            max(candidate.most for candidate in self.candidates),
            best[1],
        )
        line, line_proved = principal_variation(self.compact, self.state.to_move[0], self._in_order()[0])
        return Analysis(
            engine=self.engine,
            role=self.state.to_move[0],
            scope=self.compact.scope,
            value=value,
            actions={c.entry.action: self._value(c.least, c.most, c.merit[1]) for c in self.candidates},
            best=tuple(c.entry.action for c in self.candidates if c.merit == best),
            line=line,
            line_proved=line_proved,
            work=Work(self.search.nodes, self.depth, stopped),
        )

    def _value(self, least: int, most: int, estimate: int) -> Value:
        scale = self.compact.scale
        return Value(self.compact.unit, least / scale, most / scale, estimate / scale)

    def _in_order(self) -> list[Candidate]:
        return sorted(self.candidates, key=lambda candidate: candidate.merit, reverse=True)

    def _stopped(self) -> Stopped:
        """Search until everything is proved or the budget is spent; return the reason for the end."""
        try:
            self._estimate()
            if self.limit.depth is None:
                self._prove()
        except OutOfBudget:
            return "time" if self.search.timed_out else "nodes"
        return "proved" if self._settled() else "depth"

    def _settled(self) -> bool:
        """Return whether nothing is left to prove: of every action, or only of the best one."""
        if self.limit.every:
            return all(candidate.exact for candidate in self.candidates)
        return self._least() == self._most()

    def _least(self) -> int:
        return max(candidate.least for candidate in self.candidates)

    def _floor(self) -> int:
        """Return the result that an action must beat to matter."""
        exact_results = [candidate.least for candidate in self.candidates if candidate.exact]
        return -INFINITE if self.limit.every else max(exact_results, default=-INFINITE)

    def _estimate(self) -> None:
        """Deepen by one choice at a time. Only a depth to which every action was searched counts."""
        whole = self.limit.nodes
        if self.limit.proofs and self.limit.depth is None:
            most = FIRST_ESTIMATES if self.compact.complete else MOST_ESTIMATES
            self.search.allow(min(most, whole // SHARE_OF_ESTIMATES))
        depths: Iterable[int] = count() if self.limit.depth is None else range(self.limit.depth)
        try:
            for depth in depths:
                if self._settled():
                    break
                self._estimate_to(depth)
        except OutOfBudget:
            if self.search.timed_out or not self.limit.proofs:
                raise
        self.search.allow(whole)

    def _estimate_to(self, depth: int) -> None:
        floor, estimates = -INFINITE, []
        for candidate in self._in_order():
            # One less than the floor, so that actions as good as the best one are recognized.
            estimates.append((candidate, candidate.ask(depth, max(floor - 1, -INFINITE))))
            if not self.limit.every:
                floor = max(floor, estimates[-1][1])
        for candidate, estimate in estimates:
            candidate.estimate = estimate
        self.depth = depth + 1

    def _rounds(self, *, to_the_end: bool) -> Iterable[tuple[int, int]]:
        """Return the depth and the nodes for each action in a round, and in the next one.

        Searches to the end are bounded, so that hard actions don't take the nodes of easier ones. The entries
        that an interrupted search left in the table make the next one shorter.
        """
        if self.compact.complete:
            return ((INFINITE, INFINITE),)
        if to_the_end:
            return ((INFINITE, FIRST_SHARE << doubled) for doubled in count())
        return ((depth, INFINITE) for depth in count(self.depth))

    def _within(self, share: int, search: Callable[[], Any]) -> None:
        """Bound a search to so many nodes; raise OutOfBudget only if none are left at all."""
        whole = self.nodes
        self.search.allow(min(whole, self.search.nodes + share))
        try:
            search()
        except OutOfBudget:
            if self.search.timed_out or self.search.nodes > whole:
                raise
        self.search.allow(whole)

    def _decide_position(self) -> None:
        """Prove who wins: first whether the role to move does, by one action; then whether it loses."""
        for depth, share in self._rounds(to_the_end=self.compact.to_the_end):
            self._reach(1, depth, share)
            if self._least() > 0:
                return
            if all(candidate.most <= 0 for candidate in self.candidates):
                self._reach(0, depth, share)
                if self._least() == 0 or all(candidate.most < 0 for candidate in self.candidates):
                    return

    def _decide_by_numbers(self) -> None:
        """Prove who wins, from the position itself on."""
        position = self.compact.position(self.state)
        lead = self.compact.lead(self.state, self.state.to_move[0])
        for _, share in self._rounds(to_the_end=True):
            for result in (1, 0):
                self._within(share, partial(self.search.decide, position, result - lead))
                for candidate in self.candidates:
                    candidate.refresh()
                if self._least() > 0 or self._most() < 0 or self._least() == self._most() == 0:
                    return

    def _most(self) -> int:
        return max(candidate.most for candidate in self.candidates)

    def _reach(self, result: int, depth: int, share: int) -> None:
        """Try to prove that one action gets at least so much, or that none does."""
        for candidate in self._in_order():
            if self._least() >= result:
                return
            if candidate.most >= result:
                self._within(share, partial(candidate.ask, depth, result - 1, result))

    def _prove(self) -> None:
        """Prove the outcomes that are needed and then the margins, or the margins at once.

        Margins that can seldom be proved, or say little more than who wins, get few nodes.
        """
        if not (self.compact.complete and self.limit.every):
            self._decide_by_numbers() if self.compact.by_numbers else self._decide_position()
        if self.limit.every and not self.compact.complete:
            self._prove_each(_by_numbers if self.compact.by_numbers else _outcome)
        if self.compact.by_numbers or self.compact.unit == "goal":
            self.nodes = min(self.nodes, self.search.nodes + FIRST_SHARE)
        self._prove_each(_margin)

    def _prove_each(self, ask: Callable[[Candidate, int, int], None]) -> None:
        for depth, share in self._rounds(to_the_end=self.compact.to_the_end or ask is _by_numbers):
            for candidate in self._in_order():
                self._within(share, partial(ask, candidate, depth, self._floor()))
            if self._settled() or (ask is not _margin and all(c.decided for c in self.candidates)):
                return


def _outcome(candidate: Candidate, depth: int, _floor: int) -> None:
    if not candidate.decided:
        candidate.ask(depth, -1, 1)


def _by_numbers(candidate: Candidate, _depth: int, _floor: int) -> None:
    for result in (1, 0):
        if not candidate.decided:
            candidate.decide(result)


def _margin(candidate: Candidate, depth: int, floor: int) -> None:
    """Narrow the margin down with null windows, starting from the estimate; give up at the horizon."""
    guess = candidate.merit[1] if floor == -INFINITE else max(floor, candidate.least)
    while candidate.most > max(floor, candidate.least):
        beta = guess + (guess <= max(floor, candidate.least))
        least, most = candidate.least, candidate.most
        guess = candidate.ask(depth, beta - 1, beta)
        if (least, most) == (candidate.least, candidate.most):
            return
