"""The compact form of a round of congkak: a position is one number.

It has fifteen digits, each the shells of a stop as the mover sees them: the mover's houses in sowing order,
its storehouse, the other's houses. On top is the side to move if houses are burnt, because both sides then
see different boards. The storehouse is always empty: its shells can't be lost, and count as gain. Sowing is
one addition for each relay, and the sum of digits is a remainder. The search ends with the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter

from games_app.games.compact import Choice, Compact, Entry
from games_app.games.congkak.rules.board import HOUSES, ROLES, SHELLS, SIDES, STORE, paths
from games_app.games.congkak.rules.state import CongkakState
from games_app.games.level import BEGINNER, EASY, Level

BITS, STORE_STOP, STOPS = 7, 7, 15
DIGIT = (1 << BITS) - 1
UNITS = [1 << BITS * stop for stop in range(STOPS)]
STORE_AT, OTHERS_AT, SIDE_AT = BITS * STORE_STOP, BITS * (STORE_STOP + 1), BITS * STOPS
FACING = BITS * (STOPS - 1)
"""Sum of the bits at which a house and the opposite one begin."""
OWN, SHELLS_OF_ALL = (1 << STORE_AT) - 1, (1 << SIDE_AT) - 1
OWN_OF_SIDE = OWN | 1 << SIDE_AT
"""The mover's houses, and the side to move."""
HOUSES_FROM_STORE = range(STORE_AT - BITS, -1, -BITS)
"""Bits where the mover's houses begin."""
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


def _path_of(side: int, burnt: tuple[int, ...]) -> list[int]:
    """Return stop -> next stop as the side sees them: for north the board is turned by eight stops."""
    turn, path = 8 * side, paths(burnt)[side]
    return [(path[(stop + turn) % 16] - turn) % 16 for stop in range(STOPS)]


def _sowings(path: list[int]) -> Sowings:
    return {BITS * stop: [*_sowings_from(stop, path)] for stop in range(STOPS)}


def _sowings_from(stop: int, path: list[int]) -> Iterator[tuple[int, int, int]]:
    change, stored, last = 0, 0, stop
    for _ in range(SHELLS + 1):
        yield change, stored, BITS * last
        last = path[last]
        if last == STORE_STOP:
            stored += 1
        else:
            change += UNITS[last]
        change -= UNITS[stop]


class CongkakEngine(Compact[CongkakState, int]):
    """The margin is in shells, of this round only."""

    version = 4
    scope = "round"
    to_the_end = True
    bounds_first = True

    def __init__(self, burnt: tuple[int, ...] = ()) -> None:
        self._burnt = burnt
        self._sowings = [_sowings(_path_of(side, burnt)) for side in SIDES]
        self._sure: dict[int, int] = {}
        self._burnt_seen = [sum(1 << (house - 8 * side) % 16 for house in burnt) for side in SIDES]

    def suited(self, state: CongkakState) -> CongkakEngine:
        return self if state.burnt == self._burnt else _engine(state.burnt)

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
        return position & SHELLS_OF_ALL | self._burnt_seen[position >> SIDE_AT] << SIDE_AT

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
        side = state.choosing[0]
        own, others = ([state.shells[house] for house in HOUSES[each]] for each in (side, 1 - side))
        shells = sum(here * unit for here, unit in zip((*own, 0, *others), UNITS, strict=True))
        return shells | side << SIDE_AT if self._burnt else shells

    def lead(self, state: CongkakState, role: str) -> int:
        side = ROLES.index(role)
        return state.shells[STORE[side]] - state.shells[STORE[1 - side]]

    def choices(self, position: int) -> list[Choice[int]]:
        """Return the choices: houses that continue from the storehouse on, then those that end the turn.

        A house that continues leaves those behind it unchanged. Choices that end the turn are sorted by what
        they store less what the other certainly stores next.
        """
        side, shells = position >> SIDE_AT, position & SHELLS_OF_ALL
        after_turn = 1 - side << SIDE_AT if self._burnt else 0
        going_on: list[Choice[int]] = []
        ending: list[tuple[int, Choice[int]]] = []
        for at in HOUSES_FROM_STORE:
            hand = shells >> at & DIGIT
            if not hand:
                continue
            choice = gain, after, again = self._sown(shells, at, hand, side, after_turn)
            if again:
                going_on.append(choice)
            else:
                ending.append((gain - self._surely_stored(after & OWN_OF_SIDE), choice))
        ending.sort(key=_PROMISE, reverse=True)
        return going_on + [choice for _, choice in ending]

    def _sown(self, shells: int, at: int, hand: int, side: int, after_turn: int) -> Choice[int]:
        """Sow a house with its relays; settle the round if the turn ends and a side has no shells."""
        sowings, gain = self._sowings[side], 0
        while True:
            change, stored, last = sowings[at][hand]
            shells += change
            gain += stored
            at = last
            if at == STORE_AT:
                break
            hand = shells >> at & DIGIT
            if hand == 1:
                break
        if at < STORE_AT:
            facing = FACING - at
            opposite = shells >> facing & DIGIT
            gain += 1 + opposite
            shells -= (1 << at) + (opposite << facing)
        own, others = shells & OWN, shells >> OTHERS_AT
        if at == STORE_AT and own:
            return gain, shells | side << SIDE_AT, True
        if not own or not others:
            return gain + own % DIGIT - others % DIGIT, OVER, False
        return gain, others | own << OTHERS_AT | after_turn, False

    def bounds(self, position: int) -> tuple[int, int]:
        """Return bounds: all shells can be gained, and shells stored in this turn can't be lost."""
        shells = (position & SHELLS_OF_ALL) % DIGIT
        return 2 * self._surely_stored(position & OWN_OF_SIDE) - shells, shells

    def _surely_stored(self, own: int) -> int:
        """Return how many shells the mover can store in this turn, whatever the other's houses contain."""
        sure = self._sure.get(own)
        if sure is None:
            if len(self._sure) >= REMEMBERED:
                self._sure.clear()
            sure = 0
            for at in HOUSES_FROM_STORE:
                if hand := own >> at & DIGIT:
                    sure = max(sure, self._surely_stored_from(own, at, hand))
            self._sure[own] = sure
        return sure

    def _surely_stored_from(self, own: int, at: int, hand: int) -> int:
        """Follow the sowing of a house while it stays on the mover's side, and continue where it may."""
        sowings = self._sowings[own >> SIDE_AT]
        while True:
            change, stored, last = sowings[at][hand]
            if stored and last != STORE_AT:
                return stored
            if last > STORE_AT:
                return 0
            own = own + change & OWN_OF_SIDE
            if last == STORE_AT:
                return stored + self._surely_stored(own)
            at = last
            hand = own >> at & DIGIT
            if hand == 1:
                return 1

    def estimate(self, position: int) -> int:
        """Return what the mover certainly stores in this turn, plus a quarter of the houses' difference."""
        own, others = (position & OWN) % DIGIT, ((position & SHELLS_OF_ALL) >> OTHERS_AT) % DIGIT
        return self._surely_stored(position & OWN_OF_SIDE) + (own - others) // 4


@lru_cache(maxsize=BOARDS)
def _engine(burnt: tuple[int, ...]) -> CongkakEngine:
    return CongkakEngine(burnt)


ENGINE = CongkakEngine()

LEVELS = (BEGINNER, EASY, Level("medium", depth=2), Level("hard", depth=4))
"""The computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""
