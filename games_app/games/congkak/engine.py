"""The compact form of a round of congkak: a position is one number.

It has a digit for each stop but one, the shells there as the mover sees them: the mover's houses in sowing
order, its storehouse, the other's houses. On top is the side to move if houses are burnt, because both sides
then see different boards. The storehouse is always empty: its shells can't be lost, and count as gain. Sowing
is one addition for each relay, and the sum of digits is a remainder. The search ends with the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter

from games_app.games.base import Game
from games_app.games.congkak.parameters import ROLES, SIDES, Rules, paths
from games_app.games.congkak.rules import Congkak, CongkakState
from games_app.games.engine.contract import EASY, Choice, Compact, Entry, Level

REMEMBERED = 1 << 15
"""Number of rows of houses whose certain gain is cached: 4 MB."""
BOARDS = 4
"""Number of boards with burnt houses that are cached, each with its rows."""
OVER = 0
"""The position at the end of a round: all shells lie in the storehouses."""

_PROMISE = itemgetter(0)
"""The sort key of choices that end the turn."""

Sowings = dict[int, list[tuple[int, int, int]]]
"""Results of sowing a stop, by the bit where it begins and by its shells.

A result has what it adds to the position and to the storehouse, and the bit where the last stop begins.
"""


class CongkakEngine(Compact[CongkakState, int]):
    """The margin is in shells, of this round only."""

    version = 4
    scope = "round"
    to_the_end = True
    bounds_first = True

    def __init__(self, rules: Rules, burnt: tuple[int, ...] = ()) -> None:
        self.rules = rules
        self.row = row = rules.parameters.houses
        self.bits = bits = (rules.total + 1).bit_length()
        self.stops = 2 * row + 1
        self.digit = (1 << bits) - 1
        self.units = [1 << bits * stop for stop in range(self.stops)]
        self.store_at, self.others_at, self.side_at = bits * row, bits * (row + 1), bits * self.stops
        self.facing = bits * (self.stops - 1)
        """Sum of the bits at which a house and the opposite one begin."""
        self.own, self.board = (1 << self.store_at) - 1, (1 << self.side_at) - 1
        self.own_of_side = self.own | 1 << self.side_at
        """The mover's houses, and the side to move."""
        self.houses_from_store = range(self.store_at - bits, -1, -bits)
        """Bits where the mover's houses begin."""
        self._stores_alone, self._passes = rules.parameters.stores_alone, rules.parameters.passes
        self._after_lap, self._captures_go_on = rules.parameters.after_lap, rules.parameters.captures_go_on
        self._burnt = burnt
        self._sowings = [self._sowings_of(self._path_of(side)) for side in SIDES]
        self._sure: dict[int, int] = {}
        turn = row + 1
        self._burnt_seen = [sum(1 << (house - turn * side) % (2 * turn) for house in burnt) for side in SIDES]

    def _path_of(self, side: int) -> list[int]:
        """Return stop -> next stop as the side sees them: for north the board is turned by half."""
        turn, path = (self.row + 1) * side, paths(self.rules, self._burnt)[side]
        around = len(path)
        return [(path[(stop + turn) % around] - turn) % around for stop in range(self.stops)]

    def _sowings_of(self, path: list[int]) -> Sowings:
        return {self.bits * stop: [*self._sowings_from(stop, path)] for stop in range(self.stops)}

    def _sowings_from(self, stop: int, path: list[int]) -> Iterator[tuple[int, int, int]]:
        change, stored, last = 0, 0, stop
        for _ in range(self.rules.total + 1):
            yield change, stored, self.bits * last
            last = path[last]
            if last == self.row:
                stored += 1
            else:
                change += self.units[last]
            change -= self.units[stop]

    def suited(self, state: CongkakState) -> CongkakEngine:
        same = state.burnt == self._burnt and state.rules is self.rules
        return self if same else _engine(state.rules, state.burnt)

    def forget(self) -> None:
        self._sure.clear()
        _engine.cache_clear()

    def searchable(self, state: CongkakState) -> CongkakState:
        """Let houses sow automatically: this changes nothing between two decisions."""
        if state.options.sowing == "auto" or any(state.hands):
            return state
        return replace(state, options=state.options._replace(sowing="auto"))

    def images(self, state: CongkakState) -> frozenset[int]:
        """Return nothing while both choose in secret, or during a move: the board says too little then."""
        return super().images(state) if state.phase == "turn" and not any(state.hands) else frozenset()

    def key(self, position: int) -> int:
        """Return the shells and burnt houses as the side to move sees them, however it sows."""
        side_at = self.side_at
        return position & self.board | self._burnt_seen[position >> side_at] << side_at

    def can_search(self, state: CongkakState) -> bool:
        """Exclude the opening, in which both choose in secret, and sowing by hand, which is another game."""
        return state.phase == "turn" and state.options.sowing == "auto"

    def _entry(self, state: CongkakState, role: str, action: str) -> Entry[CongkakState, int]:
        after = state.apply(role, action)
        for step in after.trace:
            if step["do"] == "round":
                south, north = (step["stores"][each] for each in ROLES)
                lead = south - north if role == ROLES[0] else north - south
                return Entry(action, after, lead, None, False)
        return Entry(action, after, self.lead(after, role), self.position(after), after.to_move == (role,))

    def position(self, state: CongkakState) -> int:
        side, houses = state.choosing[0], self.rules.houses
        own, others = ([state.shells[house] for house in houses[each]] for each in (side, 1 - side))
        shells = sum(here * unit for here, unit in zip((*own, 0, *others), self.units, strict=True))
        return shells | side << self.side_at if self._burnt else shells

    def lead(self, state: CongkakState, role: str) -> int:
        side, store = ROLES.index(role), self.rules.store
        return state.shells[store[side]] - state.shells[store[1 - side]]

    def choices(self, position: int) -> list[Choice[int]]:
        """Return the choices: houses that continue from the storehouse on, then those that end the turn.

        A house that continues leaves those behind it unchanged. Choices that end the turn are sorted by what
        they store less what the other certainly stores next.
        """
        side, shells = position >> self.side_at, position & self.board
        digit, own_of_side = self.digit, self.own_of_side
        after_turn = 1 - side << self.side_at if self._burnt else 0
        going_on: list[Choice[int]] = []
        ending: list[tuple[int, Choice[int]]] = []
        for at in self.houses_from_store:
            hand = shells >> at & digit
            if not hand:
                continue
            choice = gain, after, again = self._sown(shells, at, hand, side, after_turn)
            if again:
                going_on.append(choice)
            else:
                ending.append((gain - self._surely_stored(after & own_of_side), choice))
        ending.sort(key=_PROMISE, reverse=True)
        return going_on + [choice for _, choice in ending]

    def _sown(self, shells: int, at: int, hand: int, side: int, after_turn: int) -> Choice[int]:
        """Sow a house with its relays; settle the round if the turn ends and a side has no shells."""
        sowings, gain, store_at, digit = self._sowings[side], 0, self.store_at, self.digit
        while True:
            change, stored, last = sowings[at][hand]
            shells += change
            gain += stored
            at = last
            if at == store_at:
                break
            hand = shells >> at & digit
            if hand == 1:
                break
        if at < store_at:
            facing = self.facing - at
            opposite = shells >> facing & digit
            # A side that has stored a shell in this sowing has come round.
            if (opposite or self._stores_alone) and (gain or not self._after_lap):
                gain += 1 + opposite
                shells -= (1 << at) + (opposite << facing)
                if self._captures_go_on:
                    at = store_at
        own, others = shells & self.own, shells >> self.others_at
        if own and (at == store_at or (self._passes and not others)):
            return gain, shells | side << self.side_at, True
        if not own and not others:
            return gain, OVER, False
        if not self._passes and (not own or not others):
            return gain + own % digit - others % digit, OVER, False
        return gain, others | own << self.others_at | after_turn, False

    def bounds(self, position: int) -> tuple[int, int]:
        """Return bounds: all shells can be gained, and shells stored in this turn can't be lost."""
        shells = (position & self.board) % self.digit
        return 2 * self._surely_stored(position & self.own_of_side) - shells, shells

    def _surely_stored(self, own: int) -> int:
        """Return how many shells the mover can store in this turn, whatever the other's houses contain."""
        sure = self._sure.get(own)
        if sure is None:
            if len(self._sure) >= REMEMBERED:
                self._sure.clear()
            sure = 0
            for at in self.houses_from_store:
                if hand := own >> at & self.digit:
                    sure = max(sure, self._surely_stored_from(own, at, hand))
            self._sure[own] = sure
        return sure

    def _surely_stored_from(self, own: int, at: int, hand: int) -> int:
        """Follow the sowing of a house while it stays on the mover's side, and continue where it may."""
        sowings, store_at, digit = self._sowings[own >> self.side_at], self.store_at, self.digit
        while True:
            change, stored, last = sowings[at][hand]
            if stored and last != store_at:
                return stored
            if last > store_at:
                return 0
            own = own + change & self.own_of_side
            if last == store_at:
                return stored + self._surely_stored(own)
            at = last
            hand = own >> at & digit
            if hand == 1:
                return 1 if self._stores_alone and not self._after_lap else 0

    def estimate(self, position: int) -> int:
        """Return what the mover certainly stores in this turn, plus a quarter of the houses' difference."""
        shells, digit = position & self.board, self.digit
        own, others = (shells & self.own) % digit, (shells >> self.others_at) % digit
        return self._surely_stored(position & self.own_of_side) + (own - others) // 4


@lru_cache(maxsize=BOARDS)
def _engine(rules: Rules, burnt: tuple[int, ...]) -> CongkakEngine:
    return CongkakEngine(rules, burnt)


def engine(game: Congkak) -> CongkakEngine:
    return CongkakEngine(game.rules)


LEAST_MISTAKE = 5
"""Minimum estimated loss, in shells, that a review marks: docs/engine.md."""


def levels(game: Game) -> tuple[Level, ...]:
    """Return the computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""
    return (
        Level("beginner", depth=1, slip=4, overlooks=0.3),
        EASY,
        Level("medium", depth=2),
        Level("hard", depth=4),
    )
