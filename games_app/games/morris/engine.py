"""The compact form of morris: a position is one number made of two bitboards, as the mover sees it.

First come the mover's points, then the other's, both heaps, whether a mill is to be settled, and the plies
left. Play ends at the last step, so the same stones one step later are another position.
"""

from __future__ import annotations

from collections.abc import Iterator

from games_app.games.base import Game
from games_app.games.engine.contract import BEGINNER, EASY, MASTER, Choice, Compact, Level
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
    THROUGH,
    TURNED,
    bits,
    board_of,
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
        empty = BOARD & ~(own | other)
        if heap:
            moved = [(own, bit) for bit in bits(empty)]
            heap -= 1
        elif own.bit_count() == FLYING:
            moved = [(own ^ bit, target) for bit in bits(own) for target in bits(empty)]
        else:
            moved = [(own ^ bit, target) for bit in bits(own) for target in bits(empty & BESIDE[bit])]
        closing = other << OTHER_AT | heap << HEAP_AT | other_heap << OTHER_HEAP_AT | left << LEFT_AT | MILL
        passing = other | other_heap << HEAP_AT | heap << OTHER_HEAP_AT | left << LEFT_AT
        if not moved:
            return [(0, passing | own << OTHER_AT, False)]
        mills: list[Choice[int]] = []
        blocks: list[Choice[int]] = []
        others: list[Choice[int]] = []
        for rest, target in moved:
            for line in THROUGH[target]:
                if rest & line == line:
                    mills.append((0, rest | target | closing, True))
                    break
            else:
                choice = (0, (rest | target) << OTHER_AT | passing, False)
                blocking = any(other & line == line for line in THROUGH[target])
                (blocks if blocking else others).append(choice)
        return mills + blocks + others

    def bounds(self, position: int) -> tuple[int, int]:
        """Return bounds: few plies decide little, since a capture takes two and the other moves between."""
        heap, other_heap = position >> HEAP_AT & HEAP, position >> OTHER_HEAP_AT & HEAP
        own = (position & BOARD).bit_count() + heap
        other = (position >> OTHER_AT & BOARD).bit_count() + other_heap
        left = position >> LEFT_AT
        if not heap | other_heap and (own < FLYING or other < FLYING):
            left = 0
        if not left:
            value = _result(own, other)
            return value, value
        taken = (left + 1 + (position >> MILL_AT & 1)) // 3
        lost = left // 3
        most = _result(own, other - taken)
        least = -_result(other, own - lost)
        return least, most

    def estimate(self, position: int) -> int | None:
        """Estimate: stones count most, then mobility."""
        return estimate_of(position, BITS)


ENGINE = MorrisEngine()
OF_STANDARD = {
    game.parameters: StandardEngine(game.parameters, ENGINE)
    for game in RULE_SETS
    if isinstance(game, Standard)
}

LEVELS = (BEGINNER, EASY, Level("medium", nodes=400), Level("hard", nodes=4_000), MASTER)
"""The computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""


def engine(game: Game) -> MorrisEngine | StandardEngine:
    """Return the compact form of a rule set."""
    return OF_STANDARD[game.parameters] if isinstance(game, Standard) else ENGINE


def levels(game: Game) -> tuple[Level, ...]:
    """Return the computer's levels of a rule set, the same for all."""
    return LEVELS
