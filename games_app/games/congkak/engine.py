"""The compact form of a round of congkak: the shells of fifteen stops, as whoever is to move sees them.

The own houses in sowing order, the own storehouse, the other's houses, and at last the side that moves if
houses are burnt: then both sides see different boards. The storehouse is always empty: its shells can't be
lost, and count as gain. What follows the round is not searched.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games_app.games.compact import Choice, Compact, Entry
from games_app.games.congkak.rules.board import HOUSES, ROLES, SIDES, STORE, paths
from games_app.games.congkak.rules.state import CongkakState
from games_app.games.level import BEGINNER, EASY, Level

OWN, OWN_STORE, OTHERS, SIDE = slice(0, 7), 7, slice(8, 15), 15
OVER = bytes(16)
"""The position in which the round is over: all shells lie in the storehouses."""


def _path_of(side: int, burnt: tuple[int, ...]) -> bytes:
    """Return stop -> next stop as the side sees them: for north the board is turned by eight stops."""
    turn, path = 8 * side, paths(burnt)[side]
    return bytes((path[(stop + turn) % 16] - turn) % 16 for stop in range(15))


class CongkakEngine(Compact[CongkakState, bytes]):
    """The margin is in shells, of this round alone. Estimates count the storehouses."""

    states = CongkakState
    scope = "round"

    def __init__(self, burnt: tuple[int, ...] = ()) -> None:
        self._burnt = burnt
        self._paths = tuple(_path_of(side, burnt) for side in SIDES)

    def suited(self, state: CongkakState) -> CongkakEngine:
        return self if state.burnt == self._burnt else _engine(state.burnt)

    def searchable(self, state: CongkakState) -> CongkakState:
        """Let houses sow themselves: between two decisions that changes nothing."""
        if state.options.sowing == "auto" or any(state.hands):
            return state
        return replace(state, options=state.options._replace(sowing="auto"))

    def likeness(self, state: CongkakState) -> tuple[tuple[int, ...], bytes] | None:
        """Return the shells and burnt houses as the side to move sees them, however it sows."""
        if state.phase != "turn" or any(state.hands):
            return None
        side = state.choosing[0]
        burnt = tuple(sorted((house - 8 * side) % 16 for house in state.burnt))
        return burnt, self.position(state)[:SIDE]

    def can_search(self, state: CongkakState) -> bool:
        """Leave out the opening, in which both choose in secret, and sowing by hand, a game of its own."""
        return state.phase == "turn" and state.options.sowing == "auto"

    def _entry(self, state: CongkakState, role: str, action: str) -> Entry[CongkakState, bytes]:
        after = state.apply(role, action)
        for step in after.trace:
            if step["do"] == "round":
                south, north = (step["stores"][each] for each in ROLES)
                lead = south - north if role == ROLES[0] else north - south
                return Entry(action, after, lead, None, False)
        return Entry(action, after, self.lead(after, role), self.position(after), after.to_move == (role,))

    def position(self, state: CongkakState) -> bytes:
        side = state.choosing[0]
        own, others = ([state.shells[house] for house in HOUSES[each]] for each in (side, 1 - side))
        return bytes((*own, 0, *others, side if self._burnt else 0))

    def lead(self, state: CongkakState, role: str) -> int:
        side = ROLES.index(role)
        return state.shells[STORE[side]] - state.shells[STORE[1 - side]]

    def choices(self, position: bytes) -> list[Choice[bytes]]:
        choices = [self._sown(position, house) for house in range(7) if position[house]]
        choices.sort(key=_promise, reverse=True)
        return choices

    def _sown(self, position: bytes, stop: int) -> Choice[bytes]:
        """Sow a house with its relays; settle the round if the turn ends and leaves a side without shells."""
        shells, path = bytearray(position), self._paths[position[SIDE]]
        while True:
            hand, shells[stop] = shells[stop], 0
            for _ in range(hand):
                stop = path[stop]
                shells[stop] += 1
            if stop == OWN_STORE or shells[stop] == 1:
                break
        if stop < OWN_STORE:
            shells[OWN_STORE] += 1 + shells[14 - stop]
            shells[stop] = shells[14 - stop] = 0
        gain, shells[OWN_STORE] = shells[OWN_STORE], 0
        own, others = sum(shells[OWN]), sum(shells[OTHERS])
        if stop == OWN_STORE and own:
            return gain, bytes(shells), True
        if not own or not others:
            return gain + own - others, OVER, False
        side = 1 - position[SIDE] if self._burnt else 0
        return gain, bytes((*shells[OTHERS], 0, *shells[OWN], side)), False

    def bounds(self, position: bytes) -> tuple[int, int]:
        shells = sum(position) - position[SIDE]
        return -shells, shells

    def estimate(self, position: bytes) -> int:
        return 0


def _promise(choice: Choice[bytes]) -> tuple[bool, int]:
    """The sort key of choices: those that go on, then those that store much."""
    gain, _, again = choice
    return again, gain


@lru_cache(maxsize=64)
def _engine(burnt: tuple[int, ...]) -> CongkakEngine:
    return CongkakEngine(burnt)


ENGINE = CongkakEngine()

LEVELS = (BEGINNER, EASY, Level("medium", depth=2), Level("hard", depth=4))
"""The computer's levels, the weakest first; each beats the one before it: docs/engine.md."""
