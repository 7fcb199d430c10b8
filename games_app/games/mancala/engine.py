"""The compact form of Kalah: a position is one number.

It has a digit for each stop but one, the stones there as the mover sees them: the mover's pits in sowing
order, its store, the other's pits. The store is always empty: its stones can't be lost, and count as gain.
Sowing is one addition, and the sum of digits is a remainder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate, product

from games_app.games.engine.contract import EASY, MASTER, Choice, Compact, Level
from games_app.games.mancala.parameters import OTHER, ROLES, SHEET, Rules
from games_app.games.mancala.rules import Mancala, MancalaState

ENDINGS = {4: 15, 5: 12, 6: 10}
"""Stones in the pits of an ending, by pits in a row: 490,000 to 650,000 positions, a byte each.

Solving more takes as long as it saves.
"""
WIDE = [1 << 7 * stop for stop in range(14)]
"""Units of digits in which all stones of the largest board fit."""
PROVED = 30
"""Stones of the largest board on which any position is proved in seconds."""
UNSOLVED = 255
"""Byte of an ending that has not been solved."""


class MancalaEngine(Compact[MancalaState, int]):
    """The margin is in stones. A side is only certain to get the stones in the pits if it holds them all."""

    version = 4
    to_the_end = True

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._captures_nothing = rules.parameters.captures_nothing
        self.row = row = rules.parameters.pits
        self.bits = bits = (rules.total + 1).bit_length()
        self.digit = (1 << bits) - 1
        self.complete = rules.total <= PROVED
        self.stops = 2 * row + 1
        self.units = units = [1 << bits * stop for stop in range(self.stops)]
        self.own = units[row] - 1
        self.store_at, self.others_at = bits * row, bits * (row + 1)
        self.facing = bits * (self.stops - 1)
        """Sum of the bits at which a pit and the opposite one begin."""
        self.board = (1 << bits * self.stops) - 1
        self.sowings = [
            (bits * pit, [(0, 0, 0), *(self._sowing(pit, n) for n in range(1, rules.total + 1))])
            for pit in reversed(range(row))
        ]
        """Bits where the pits begin, from the store on, with the result of sowing each by its stones."""

    def _sowing(self, pit: int, stones: int) -> tuple[int, int, int]:
        """Return what a sowing adds to a position, and to the store, and where its last stop begins."""
        falls = [(pit + step) % self.stops for step in range(1, stones + 1)]
        change = sum(self.units[stop] for stop in falls if stop != self.row) - stones * self.units[pit]
        return change, falls.count(self.row), self.bits * falls[-1]

    def surely_stored(self, own: int) -> int:
        """Return how many stones the mover can store in this turn, whatever the other's pits contain."""
        most, digit, store_at = 0, self.digit, self.store_at
        for pit_at, sowings in self.sowings:
            change, stored, last = sowings[own >> pit_at & digit]
            more = _surely_stored(self, own + change & self.own) if last == store_at else 0
            most = max(most, stored + more)
        return most

    def suited(self, state: MancalaState) -> MancalaEngine:
        return engine_of(state.rules.by_itself)

    def searchable(self, state: MancalaState) -> MancalaState:
        """Let pits sow automatically: this changes nothing between two decisions."""
        return replace(state, rules=state.rules.by_itself)

    def can_search(self, state: MancalaState) -> bool:
        return super().can_search(state) and not state.hand and state.forced() is None

    def images(self, state: MancalaState) -> frozenset[int]:
        """Return nothing during a move: the board says too little then."""
        return frozenset() if state.hand else super().images(state)

    def position(self, state: MancalaState) -> int:
        pits = state.rules.pits
        own, others = (pits[role] for role in (state.control, OTHER[state.control]))
        stones = [*(state.pits[i] for i in own), 0, *(state.pits[i] for i in others)]
        return sum(here * unit for here, unit in zip(stones, self.units, strict=True))

    def forget(self) -> None:
        _surely_stored.cache_clear()

    def key(self, position: int) -> int:
        """Return the rows in digits of one size, since rule sets with as many pits share positions."""
        pits = (position >> self.bits * stop & self.digit for stop in range(self.stops))
        return sum(here * unit for here, unit in zip(pits, WIDE, strict=False)) + self.row * WIDE[-1]

    def lead(self, state: MancalaState, role: str) -> int:
        store = state.rules.store
        return state.pits[store[role]] - state.pits[store[OTHER[role]]]

    def choices(self, position: int) -> list[Choice[int]]:
        # The nearest pit that continues leaves the others unchanged. Of the choices that end the turn, only
        # the one that stores most comes first: sorting the others costs more than it saves.
        going_on: list[Choice[int]] = []
        ending: list[Choice[int]] = []
        most = 0
        digit, store_at, others_at, facing = self.digit, self.store_at, self.others_at, self.facing
        for pit_at, sowings in self.sowings:
            stones = position >> pit_at & digit
            if not stones:
                continue
            change, stored, last = sowings[stones]
            after = position + change
            if last == store_at:
                going_on.append((stored, after, True))
                continue
            if last < store_at and after >> last & digit == 1:
                opposite = after >> facing - last & digit
                if opposite or self._captures_nothing:
                    after -= (1 << last) + (opposite << facing - last)
                    stored += 1 + opposite
            choice = (stored, after >> others_at | (after & self.own) << others_at, False)
            if stored > most:
                most = stored
                ending.insert(0, choice)
            else:
                ending.append(choice)
        return going_on + ending

    def bounds(self, position: int) -> tuple[int, int]:
        """Return bounds: all stones in the pits can be gained, stones stored in this turn can't be lost."""
        own, stones = position & self.own, position % self.digit
        if not own:
            return -stones, -stones
        if own == position:
            return stones, stones
        return 2 * _surely_stored(self, own) - stones, stones

    def estimate(self, position: int) -> int:
        """Return 0 where proofs are near; else what is surely stored, and a quarter of the lead in pits."""
        if self.complete:
            return 0
        own, others = (position & self.own) % self.digit, (position >> self.others_at) % self.digit
        return _surely_stored(self, position & self.own) + (own - others) // 4

    def proving(self) -> MancalaEngine:
        return prover_of(self.rules)


class MancalaProver(MancalaEngine):
    """The same form with known endings."""

    bounds_first = True

    @cached_property
    def ending(self) -> int:
        """The most stones in the pits of an ending."""
        return min(ENDINGS[self.row], self.rules.total)

    @cached_property
    def _endings(self) -> Endings:
        return Endings(self.ending, self.row, self.bits, self.others_at, self.choices)

    def bounds(self, position: int) -> tuple[int, int]:
        stones = position % self.digit
        if stones <= self.ending:
            gain = self._endings.gain(position, stones)
            return gain, gain
        return super().bounds(position)


class WithPie(MancalaEngine):
    """The form with the pie rule, until the second player has answered.

    Above the board stand two bits, whether the first player or the second one is to move then, and the stones
    that the first player has stored. A swap leaves the mover's pits to the other, who moves.
    """

    def position(self, state: MancalaState) -> int:
        position = super().position(state)
        if not state.swap:
            return position
        return self._open(position, state.pits[state.rules.store[ROLES[0]]], second=state.can_swap)

    def _open(self, position: int, stored: int, *, second: bool) -> int:
        return position | ((1 << second) | stored << 2) << self.bits * self.stops

    def _parts(self, position: int) -> tuple[int, int, bool]:
        """Return the board, the stones that the first player has stored, and whether the second moves."""
        above = position >> self.bits * self.stops
        return position & self.board, above >> 2, bool(above & 2)

    def choices(self, position: int) -> list[Choice[int]]:
        if position <= self.board:
            return super().choices(position)
        board, stored, second = self._parts(position)
        plain = super().choices(board)
        if second:
            return [*plain, (2 * stored, board, False)]
        return [
            (gain, self._open(after, stored + gain, second=not again), again) for gain, after, again in plain
        ]

    def bounds(self, position: int) -> tuple[int, int]:
        if position <= self.board:
            return super().bounds(position)
        board, stored, second = self._parts(position)
        lead, stones = -stored if second else stored, board % self.digit + stored
        return -stones - lead, stones - lead

    def estimate(self, position: int) -> int:
        if position <= self.board:
            return super().estimate(position)
        _, stored, second = self._parts(position)
        return 2 * stored if second else 0


class PieProver(WithPie, MancalaProver):
    """The form with the pie rule and known endings."""


class Endings:
    """Table of the mover's gains for positions with at most so many ``stones`` in the pits.

    A row has so many ``pits`` of so many ``bits``; the other's row begins at the bit ``others_at``. Each
    position is solved at first use. Rows are sorted by their stones, so the other side's rows that form an
    ending together with a given row are always the first ones. Each position has one byte: at the start of
    the mover's row plus the number of the other row.
    """

    def __init__(
        self, stones: int, pits: int, bits: int, others_at: int, choices: Callable[[int], list[Choice[int]]]
    ) -> None:
        held = [row for row in product(range(stones + 1), repeat=pits) if sum(row) <= stones]
        rows = sorted((sum(row), sum(here << bits * pit for pit, here in enumerate(row))) for row in held)
        self._choices, self._others_at, self._own = choices, others_at, (1 << bits * pits) - 1
        self._number = {row: number for number, (_, row) in enumerate(rows)}
        fitting = [sum(within <= stones - own for within, _ in rows) for own in range(stones + 1)]
        begins = accumulate((fitting[own] for own, _ in rows), initial=0)
        self._begins = {row: begin for (_, row), begin in zip(rows, begins, strict=False)}
        self._lost = bytearray([UNSOLVED]) * sum(fitting[own] for own, _ in rows)

    def gain(self, position: int, stones: int) -> int:
        """Return how much more the mover will get than the other of a position's ``stones``.

        The table stores how many of them the other gets: in the end all are shared out.
        """
        place = self._begins[position & self._own] + self._number[position >> self._others_at]
        lost = self._lost[place]
        if lost == UNSOLVED:
            lost = self._lost[place] = (stones - self._solve(position, stones)) // 2
        return stones - 2 * lost

    def _solve(self, position: int, stones: int) -> int:
        own = position & self._own
        if not own or own == position:
            return stones if own else -stones
        most = -stones
        for stored, after, again in self._choices(position):
            rest = self.gain(after, stones - stored)
            most = max(most, stored + rest if again else stored - rest)
        return most


@lru_cache(maxsize=1 << 16)
def _surely_stored(engine: MancalaEngine, own: int) -> int:
    return engine.surely_stored(own)


@lru_cache(maxsize=64)
def engine_of(rules: Rules) -> MancalaEngine:
    return (WithPie if rules.parameters.pie else MancalaEngine)(rules)


@lru_cache(maxsize=8)
def prover_of(rules: Rules) -> MancalaProver:
    """Return the engine that searches for proofs. Its table takes less than a megabyte."""
    return (PieProver if rules.parameters.pie else MancalaProver)(rules)


def engine(game: Mancala) -> MancalaEngine:
    return engine_of(game.rules({}))


LEAST_MISTAKE = 9
"""Minimum estimated loss, in stones, that a review marks: docs/engine.md."""

OF_THE_SHEET = (
    Level("beginner", depth=1, slip=3),
    # A level that errs goes by its estimates alone, so it does not see that an ending is decided.
    Level("easy", depth=1, slip=0.1),
    Level("medium", depth=2),
    Level("hard", depth=5),
    Level("expert", depth=8),
    Level("master", proofs=True),
)
OF_OTHERS = (
    Level("beginner", depth=1, slip=2.5),
    EASY,
    Level("medium", depth=3),
    Level("hard", depth=6),
    MASTER,
)


def levels(game: Mancala) -> tuple[Level, ...]:
    """Return the computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""
    return OF_THE_SHEET if game.parameters == SHEET else OF_OTHERS
