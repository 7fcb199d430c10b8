"""The compact form of morris: a position is one number made of two bitboards, as the mover sees it.

First come the mover's points, then the other's, both heaps, whether a mill is to be settled, and the plies
left. Play ends at the last step, so the same stones one step later are another position.
"""

from __future__ import annotations

from collections.abc import Iterator

from games_app.games.base import Game
from games_app.games.engine.contract import MASTER, Choice, Compact, Level
from games_app.games.morris import RULE_SETS
from games_app.games.morris.bitboard import (
    BESIDE,
    BITS,
    BOARD,
    HEAP,
    HEAP_AT,
    MILL,
    MILL_AT,
    OTHER_AT,
    OTHER_HEAP_AT,
    TURNED,
    bits,
    board_of,
    closing_points,
    closing_steps,
    estimate_of,
    mills_of,
    rings_of,
)
from games_app.games.morris.rules import FLYING, LAST_STEP, OTHER, MorrisState
from games_app.games.morris.standard import Standard
from games_app.games.morris.standard_engine import StandardEngine

LEFT_AT = 57
ONE_LEFT = 1 << LEFT_AT

WON, AHEAD = 1000, 500


def _result(own: int, other: int) -> int:
    """Return the difference of the goals at the end, by stones."""
    if other < FLYING:
        return WON
    if own < FLYING:
        return -WON
    return AHEAD * ((own > other) - (own < other))


def _bounds(position: int, taken: int, lost: int) -> tuple[int, int]:
    """Return the bounds if the mover takes and loses at most so many stones in the plies that are left."""
    heap, other_heap = position >> HEAP_AT & HEAP, position >> OTHER_HEAP_AT & HEAP
    own = (position & BOARD).bit_count() + heap
    other = (position >> OTHER_AT & BOARD).bit_count() + other_heap
    if not position >> LEFT_AT or (not heap | other_heap and (own < FLYING or other < FLYING)):
        value = _result(own, other)
        return value, value
    return -_result(other, own - max(0, lost)), _result(own, other - taken)


def _closing(stones: int, anywhere: int) -> int:
    """Return the points where one turn closes a mill, ``anywhere`` or by a step, if they are empty then."""
    return closing_points(stones) if anywhere else closing_steps(stones)


def _must_pass(position: int) -> bool:
    own, other = position & BOARD, position >> OTHER_AT & BOARD
    if position & MILL:
        return not other & ~mills_of(other)
    if position >> HEAP_AT & HEAP or own.bit_count() == FLYING:
        return False
    empty = BOARD & ~(own | other)
    return not any(empty & BESIDE[bit] for bit in bits(own))


class MorrisEngine(Compact[MorrisState, int]):
    """The value is the difference of both goals: 100 for a win, 50 for more stones at the last step."""

    version = 4
    to_the_end = True
    unit = "goal"
    scale = 10

    def can_search(self, state: MorrisState) -> bool:
        return super().can_search(state) and state.forced() is None

    def position(self, state: MorrisState) -> int:
        left = LAST_STEP - state.step
        return board_of(state, state.points, state.control) | left << LEFT_AT

    def key(self, position: int) -> int:
        return position & (ONE_LEFT - 1)

    def images_of(self, position: int) -> Iterator[int]:
        """Yield the sixteen images of the board, with the heaps and whether a mill is open."""
        own, other = (rings_of(position >> at & BOARD) for at in (0, OTHER_AT))
        rest = self.key(position) >> HEAP_AT << HEAP_AT
        for turned in TURNED:
            (a, b, c), (d, e, f) = ([turned[ring] for ring in rings] for rings in (own, other))
            yield a | b << 8 | c << 16 | (d | e << 8 | f << 16) << OTHER_AT | rest
            yield c | b << 8 | a << 16 | (f | e << 8 | d << 16) << OTHER_AT | rest

    def lead(self, state: MorrisState, role: str) -> int:
        """Return the result at the end: stones count only then."""
        goals = state.goals()
        return self.scale * (goals[role] - goals[OTHER[role]]) if goals else 0

    def played_on(self, choice: Choice[int]) -> Choice[int]:
        gain, after, again = choice
        while after >> LEFT_AT and _must_pass(after):
            ((_, after, _),) = self.choices(after)
            again = not again
        return gain, after, again

    def choices(self, position: int) -> list[Choice[int]]:
        own, other = position & BOARD, position >> OTHER_AT & BOARD
        heap, other_heap = position >> HEAP_AT & HEAP, position >> OTHER_HEAP_AT & HEAP
        left = (position >> LEFT_AT) - 1
        if position & MILL:
            free = other & ~mills_of(other)
            after = [other ^ bit for bit in bits(free)] or [other]
            tail = own << OTHER_AT | other_heap << HEAP_AT | heap << OTHER_HEAP_AT | left << LEFT_AT
            return [(0, stones | tail, False) for stones in after]
        empty, blocking = BOARD & ~(own | other), closing_points(other)
        if heap:
            moved = [(own, empty)]
            heap -= 1
        elif own.bit_count() == FLYING:
            moved = [(own ^ bit, empty) for bit in bits(own)]
        else:
            moved = [(own ^ bit, empty & BESIDE[bit]) for bit in bits(own)]
        closing = other << OTHER_AT | heap << HEAP_AT | other_heap << OTHER_HEAP_AT | left << LEFT_AT | MILL
        passing = other | other_heap << HEAP_AT | heap << OTHER_HEAP_AT | left << LEFT_AT
        mills: list[Choice[int]] = []
        blocks: list[Choice[int]] = []
        others: list[Choice[int]] = []
        for rest, targets in moved:
            if not targets:
                continue
            closed = targets & closing_points(rest)
            targets ^= closed
            mills += [(0, rest | bit | closing, True) for bit in bits(closed)]
            blocks += [(0, (rest | bit) << OTHER_AT | passing, False) for bit in bits(targets & blocking)]
            others += [(0, (rest | bit) << OTHER_AT | passing, False) for bit in bits(targets & ~blocking)]
        return mills + blocks + others or [(0, passing | own << OTHER_AT, False)]

    def bounds(self, position: int) -> tuple[int, int]:
        """Return bounds: few plies decide little, since a capture takes two and the other moves between."""
        left, mill = position >> LEFT_AT, position >> MILL_AT & 1
        return _bounds(position, (left + 1 + mill) // 3, left // 3)

    def estimate(self, position: int) -> int | None:
        """Estimate: stones count most, then mobility."""
        return estimate_of(position, BITS)

    def proving(self) -> MorrisProver:
        return PROVER


class MorrisProver(MorrisEngine):
    """The same form with closer bounds."""

    def bounds(self, position: int) -> tuple[int, int]:
        """Return bounds: a role that can't close a mill in its first turn needs two plies more."""
        own, other, left = position & BOARD, position >> OTHER_AT & BOARD, position >> LEFT_AT
        heap, other_heap = position >> HEAP_AT & HEAP, position >> OTHER_HEAP_AT & HEAP
        if position & MILL:
            # The other may fly once a stone is removed.
            flies = other.bit_count() <= FLYING + 1
            quick = _closing(other, other_heap or flies) & ~(own | other)
            return _bounds(position, (left + 2) // 3, (left if quick else left - 2) // 3)
        closes = _closing(own, heap or own.bit_count() == FLYING) & ~(own | other)
        # The mover may go out of the way.
        quick = _closing(other, other_heap or other.bit_count() == FLYING) & ~other
        lost = left if quick else left - 1 if closes else left - 2
        return _bounds(position, (left + 1 if closes else left - 1) // 3, lost // 3)


ENGINE, PROVER = MorrisEngine(), MorrisProver()
OF_STANDARD = {
    game.parameters: StandardEngine(game.parameters, ENGINE)
    for game in RULE_SETS
    if isinstance(game, Standard)
}

LEVELS = (
    Level("beginner", depth=1, slip=3, overlooks=0.2),
    Level("easy", depth=1, slip=0.5),
    Level("casual", nodes=60),
    Level("medium", nodes=150),
    Level("hard", nodes=400),
    Level("expert", nodes=2_000),
    MASTER,
)
"""The computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""


def engine(game: Game) -> MorrisEngine | StandardEngine:
    """Return the compact form of a rule set."""
    return OF_STANDARD[game.parameters] if isinstance(game, Standard) else ENGINE


def levels(game: Game) -> tuple[Level, ...]:
    """Return the computer's levels of a rule set, the same for all."""
    return LEVELS
