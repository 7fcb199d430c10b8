"""Alpha-beta search of compact positions, which keeps proved and estimated values apart.

A value at or above ``beta`` is a lower bound, one at or below ``alpha`` an upper bound, one between them
exact. A lower bound is proved if that of the choice which reached it is; an upper bound only if those of all
choices are. An estimate at the horizon proves nothing.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from games_app.games.engine.contract import Choice, Compact

P = TypeVar("P", bound=Hashable)

INFINITE = 1 << 30
"""Number greater than any value and any depth."""
CAPACITY = 500_000
"""Number of remembered positions: at most 50 MB, half of it for the positions themselves."""
MOST_QUESTIONS = 150_000
"""Number of remembered questions of proofs by numbers: at most 30 MB. All are forgotten at once."""
MOST_KINDS = 50_000
"""Number of different entries that positions of a table share; a search makes a few thousand."""
CLOCK_EVERY = 1024
"""Nodes between two looks at the clock."""

Known = tuple[int, int, int, int, int, int]
"""Proved bounds, the depth of the estimate, its bounds, the place of the best choice."""
UNKNOWN = (-INFINITE, -INFINITE, INFINITE, -1)


Costs = tuple[int, int]
"""Positions that are still to be proved for the answer yes, and for no: see ``proof``."""


class OutOfBudget(Exception):
    """Raised when the nodes or seconds of a search are used up."""


class TranspositionTable(dict[Any, Known]):
    """The knowledge of positions, by the positions themselves. A full table takes in no further ones.

    Equal entries are one object: about a hundred positions share each, and separate ones would take more
    memory than the positions. A table belongs to one board, and is cleared when another board's search gets
    it.
    """

    board: Compact[Any, Any] | None = None

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[Known, Known] = {}
        self._costs: defaultdict[int, dict[Any, Costs]] = defaultdict(dict)
        self._questions = 0

    def costs(self, least: int) -> Mapping[Any, Costs]:
        """Return the costs of the question whether positions gain at least so much, by position."""
        return self._costs[least]

    def keep_costs(self, position: Hashable, least: int, costs: Costs) -> None:
        """Store the costs of a question."""
        if position not in self._costs[least]:
            if self._questions >= MOST_QUESTIONS:
                self._forget_costs()
            self._questions += 1
        self._costs[least][position] = costs

    def _forget_costs(self) -> None:
        self._costs.clear()
        self._questions = 0

    def keep(self, position: Hashable, entry: Known) -> None:
        """Store what is known of a position."""
        if len(self) < CAPACITY or position in self:
            kinds = self._kinds
            if len(kinds) >= MOST_KINDS:
                kinds.clear()
            self[position] = kinds.setdefault(entry, entry)

    def clear(self) -> None:
        super().clear()
        self._kinds.clear()
        self._forget_costs()

    def lend(self, board: Compact[Any, Any]) -> TranspositionTable:
        if self.board is not board:
            self.clear()
            self.board = board
        return self


class Search(Generic[P]):
    """One search: its table, and the nodes that it has visited.

    ``meanwhile`` is called about every thousand nodes. It may raise OutOfBudget, as if the time were up, or
    end the search by another exception.
    """

    def __init__(
        self,
        compact: Compact[Any, P],
        table: TranspositionTable,
        nodes: int = INFINITE,
        seconds: float | None = None,
        meanwhile: Callable[[], None] | None = None,
    ) -> None:
        self.nodes = 0
        self.table = table.lend(compact)
        self.timed_out = False
        self._compact = compact
        self._choices, self._bounds, self._get = compact.choices, compact.bounds, self.table.get
        self._meanwhile = meanwhile
        self._deadline = None if seconds is None else time.process_time() + seconds
        self.allow(nodes)

    def known(self, position: P) -> tuple[int, int]:
        """Return the proved bounds of a position."""
        entry = self.table.get(position)
        return (entry[0], entry[1]) if entry else self._compact.bounds(position)

    def best(self, position: P) -> Choice[P] | None:
        """Return the best choice found in a position, if its bounds prove it to be the best, or None."""
        choices = self._compact.choices(position)
        entry = self.table.get(position)
        if entry and entry[5] >= 0 and choices:
            return choices[entry[5]]
        least, most = self.known(position)
        sure = (choice for choice in choices if self._reached(choice) == (least, most))
        return next(sure, None) if least == most else None

    def _reached(self, choice: Choice[P]) -> tuple[int, int]:
        """Return the proved bounds of a choice's gain."""
        gain, after, again = choice
        least, most = self.known(after)
        return (gain + least, gain + most) if again else (gain - most, gain - least)

    def value(
        self, position: P, depth: int, alpha: int, beta: int, bounds: Sequence[int] = ()
    ) -> tuple[int, bool]:
        """Return the gain of a position, or a bound of it, and whether that is proved.

        ``bounds``: the position's proved bounds, if they are known already. Raises OutOfBudget.
        """
        self.nodes += 1
        if self.nodes >= self._check_at:
            self._check()
        entry = self._get(position)
        if entry is None:
            bounds = bounds or self._bounds(position)
            entry = (bounds[0], bounds[1], *UNKNOWN)
        least, most, known_depth, low, high, _ = entry
        if least >= beta or least == most:
            return least, True
        if most <= alpha:
            return most, True
        if known_depth >= depth:
            if low >= beta or low == high:
                return low, False
            if high <= alpha:
                return high, False
        if depth <= 0:
            estimate = self._compact.estimate(position)
            if estimate is not None:
                return min(max(estimate, least), most), False
        return self._expanded(position, entry, depth, alpha, beta)

    def allow(self, nodes: int) -> None:
        """Let the search continue until it has visited so many nodes in all."""
        self._allowed = nodes
        self._check_at = min(nodes, self.nodes + CLOCK_EVERY)

    def _check(self) -> None:
        if self.nodes > self._allowed:
            raise OutOfBudget
        self._do_meanwhile()
        if self._deadline and time.process_time() > self._deadline:
            self.timed_out = True
            raise OutOfBudget
        self.allow(self._allowed)

    def _do_meanwhile(self) -> None:
        """Let the caller do something else; the search's time excludes it."""
        if self._meanwhile is None:
            return
        began = time.process_time()
        try:
            self._meanwhile()
        except OutOfBudget:
            self.timed_out = True
            raise
        if self._deadline:
            self._deadline += time.process_time() - began

    def _expanded(self, position: P, entry: Known, depth: int, alpha: int, beta: int) -> tuple[int, bool]:
        """Compute the value of a position from its choices, store it and return it."""
        choices = self._choices(position)
        if not choices:
            self._prove(position, entry, 0, 0, -1)
            return 0, True
        least, most, place = entry[0], entry[1], entry[5]
        if least > alpha:
            alpha = least
        if most < beta:
            beta = most
        value, best, rest = self._by_what_is_proved(choices, place, alpha, beta)
        floor, proved, all_proved = alpha, True, True
        for i, bounds in rest:
            gain, after, again = choices[i]
            if again:
                result, sure = self.value(after, depth - 1, floor - gain, beta - gain, bounds)
                result += gain
            else:
                result, sure = self.value(after, depth - 1, gain - beta, gain - floor, bounds)
                result = gain - result
            if not sure:
                all_proved = False
            if result > value:
                value, best, proved = result, i, sure
                if result > floor:
                    floor = result
                    if result >= beta:
                        break
        if value >= beta:
            if proved:
                self._prove(position, entry, value, most, best)
            else:
                self._guess(position, entry, depth, value, INFINITE, best)
            return (value, True) if proved else (min(value, most), False)
        if all_proved:
            self._prove(position, entry, value if value > alpha else least, value, best)
            return value, True
        low = value if value > alpha else -INFINITE
        if proved and value > alpha:
            entry = self._prove(position, entry, value, most, best)
        self._guess(position, entry, depth, low, value, best)
        return min(max(value, least), most), False

    def _by_what_is_proved(
        self, choices: list[Choice[P]], place: int, alpha: int, beta: int
    ) -> tuple[int, int, list[tuple[int, Sequence[int]]]]:
        """Return the value and place of the best settled choice, and places and bounds of the rest.

        This comes before any choice is searched: one may reach ``beta``, and those that stay below ``alpha``
        need no search. ``place`` comes first. Not every game gains by bounds that the table lacks.
        """
        value, best, get, bounds = -INFINITE, -1, self._get, self._bounds
        bounds_first = self._compact.bounds_first
        rest: list[tuple[int, Sequence[int]]] = []
        for i, (gain, after, again) in enumerate(choices):
            entry = get(after) or (bounds(after) if bounds_first else None)
            if entry is None:
                rest.append((i, ()))
                continue
            if again:
                low, high = gain + entry[0], gain + entry[1]
            else:
                low, high = gain - entry[1], gain - entry[0]
            if low >= beta:
                return low, i, []
            if high > alpha:
                rest.append((i, entry))
            elif high > value:
                value, best = high, i
        if place > 0:
            rest.sort(key=lambda open_choice: open_choice[0] != place)
        return value, best, rest

    def _prove(self, position: P, entry: Known, least: int, most: int, best: int) -> Known:
        known_least, known_most, depth, low, high, _ = entry
        if known_least > least:
            least = known_least
        if known_most < most:
            most = known_most
        entry = (least, most, depth, low, high, best)
        self.table.keep(position, entry)
        return entry

    def _guess(self, position: P, entry: Known, depth: int, low: int, high: int, best: int) -> None:
        self.table.keep(position, (entry[0], entry[1], depth, low, high, best))
