"""The compact form of checkers: a position is one number made of two bitboards.

Black's board comes first, then red's, the role to move, and the plies left.
"""

from __future__ import annotations

from functools import lru_cache

from games_app.games.base import Game
from games_app.games.checkers.bitboard import BEYOND, BITS, BOARD, HALF, RED_AT, STEPS, turned
from games_app.games.checkers.draughts import Draughts
from games_app.games.checkers.draughts_engine import DraughtsEngine
from games_app.games.checkers.rules import LAST_STEP, OTHER, ROLES, CheckersState
from games_app.games.engine.contract import EASY, MASTER, Choice, Compact, Level

SIDE_AT, LEFT_AT = 72, 73
RED_MOVES, ONE_LEFT = 1 << SIDE_AT, 1 << LEFT_AT

SCALE = 10


@lru_cache(maxsize=1 << 16)
def _above(pawns: int) -> int:
    """Return all cells that black pawns could still reach."""
    for _ in range(7):
        pawns |= (pawns << 4 | pawns << 5) & BOARD
    return pawns


@lru_cache(maxsize=1 << 16)
def _below(pawns: int) -> int:
    """Return all cells that red pawns could still reach."""
    for _ in range(7):
        pawns |= (pawns >> 4 | pawns >> 5) & BOARD
    return pawns


def _most_plies(black: int, red: int, red_moves: int) -> int:
    """Return the maximum number of plies before a role has no step left."""
    rows_down = sum((red & rows).bit_count() for rows in BEYOND)
    rows_up = 7 * black.bit_count() - sum((black & rows).bit_count() for rows in BEYOND)
    mover, other = (rows_down, rows_up) if red_moves else (rows_up, rows_down)
    return min(2 * mover, 2 * other + 1)


def _with_plies_left(position: int) -> int:
    """Drop the remaining plies, which are stored plus one, as soon as they can't run out."""
    black, red = position & HALF, position >> RED_AT & HALF
    left = (position >> LEFT_AT) - 1
    if _most_plies(black, red, position & RED_MOVES) <= left:
        return position & (ONE_LEFT - 1)
    return position


class CheckersEngine(Compact[CheckersState, int]):
    """The margin is in captures; estimates are in tenths of one."""

    to_the_end = True
    bounds_first = True
    scale = SCALE

    def forget(self) -> None:
        _above.cache_clear()
        _below.cache_clear()

    def position(self, state: CheckersState) -> int:
        black, red = (sum(bit for cell, bit in BITS.items() if state.cells[cell] == role) for role in ROLES)
        side = RED_MOVES if state.control == "red" else 0
        left = LAST_STEP - state.step + 1
        return _with_plies_left(black | red << RED_AT | side | left << LEFT_AT)

    def key(self, position: int) -> int:
        return position & (ONE_LEFT - 1)

    def images_of(self, position: int) -> tuple[int, int]:
        """Return the board as it is, and rotated with the colours swapped."""
        key = self.key(position)
        black, red, side = key & HALF, key >> RED_AT & HALF, key & RED_MOVES
        return key, turned(red) | turned(black) << RED_AT | side ^ RED_MOVES

    def lead(self, state: CheckersState, role: str) -> int:
        captures = dict(zip(ROLES, state.captures, strict=True))
        return SCALE * (captures[role] - captures[OTHER[role]])

    def choices(self, position: int) -> list[Choice[int]]:
        """Return the choices: a jump or step changes the bits of its start, landing and captured pawn.

        Pawns that lag behind come first, for either side: that proves sooner.
        """
        black, red = position & HALF, position >> RED_AT & HALF
        if position >> LEFT_AT == 1 or not black or not red:
            return []
        empty = BOARD & ~(black | red)
        if position & RED_MOVES:
            changes = _jumps_down(red, black, empty)
            gain = SCALE if changes else 0
            changes = changes or _steps_down(red, empty)
        else:
            changes = _jumps_up(black, red, empty)
            gain = SCALE if changes else 0
            changes = changes or _steps_up(black, empty)
        position ^= RED_MOVES
        if position < ONE_LEFT:
            return [(gain, position ^ change, False) for change in changes]
        position -= ONE_LEFT
        return [(gain, _with_plies_left(position ^ change), False) for change in changes]

    def bounds(self, position: int) -> tuple[int, int]:
        """Return bounds: a pawn can be taken only where opposing pawns can still pass."""
        black, red = position & HALF, position >> RED_AT & HALF
        by_black = (red & _above(black)).bit_count()
        by_red = (black & _below(red)).bit_count()
        mover, other = (by_red, by_black) if position & RED_MOVES else (by_black, by_red)
        left = position >> LEFT_AT
        if left:
            mover, other = min(mover, left // 2), min(other, (left - 1) // 2)
        return -SCALE * other, SCALE * mover

    def estimate(self, position: int) -> int | None:
        """Estimate the gain: a pawn that can still be taken counts a tenth of a capture."""
        black, red = position & HALF, position >> RED_AT & HALF
        empty = BOARD & ~(black | red)
        if position & RED_MOVES:
            if _jumps_down(red, black, empty):
                return None
            return (black & _below(red)).bit_count() - (red & _above(black)).bit_count()
        if _jumps_up(black, red, empty):
            return None
        return (red & _above(black)).bit_count() - (black & _below(red)).bit_count()


def _jumps_up(black: int, red: int, empty: int) -> list[int]:
    changes = []
    for step in STEPS:
        jumpers = black & red >> step & empty >> 2 * step
        while jumpers:
            pawn = jumpers & -jumpers
            jumpers ^= pawn
            changes.append(pawn | pawn << 2 * step | pawn << step + RED_AT)
    return changes


def _jumps_down(red: int, black: int, empty: int) -> list[int]:
    changes = []
    for step in STEPS:
        jumpers = red & black << step & empty << 2 * step
        while jumpers:
            pawn = 1 << jumpers.bit_length() - 1
            jumpers ^= pawn
            changes.append((pawn | pawn >> 2 * step) << RED_AT | pawn >> step)
    return changes


def _steps_up(black: int, empty: int) -> list[int]:
    changes = []
    for step in STEPS:
        movers = black & empty >> step
        while movers:
            pawn = movers & -movers
            movers ^= pawn
            changes.append(pawn | pawn << step)
    return changes


def _steps_down(red: int, empty: int) -> list[int]:
    changes = []
    for step in STEPS:
        movers = red & empty << step
        while movers:
            pawn = 1 << movers.bit_length() - 1
            movers ^= pawn
            changes.append((pawn | pawn >> step) << RED_AT)
    return changes


ENGINE = CheckersEngine()
OF_DRAUGHTS = DraughtsEngine()

LEVELS = (
    Level("beginner", depth=1, slip=0.07, overlooks=0.2),
    Level("easy", depth=1, slip=0.02),
    Level("medium", nodes=1_200),
    Level("hard", nodes=8_000),
    Level("master", nodes=50_000),
)
LEVELS_OF_DRAUGHTS = (
    Level("beginner", depth=1, slip=1.3, overlooks=0.2),
    EASY,
    Level("medium", nodes=400),
    Level("hard", nodes=5_000),
    MASTER,
)


def engine(game: Game) -> CheckersEngine | DraughtsEngine:
    """Return the compact form of a rule set."""
    return OF_DRAUGHTS if isinstance(game, Draughts) else ENGINE


def levels(game: Game) -> tuple[Level, ...]:
    """Return the computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""
    return LEVELS_OF_DRAUGHTS if isinstance(game, Draughts) else LEVELS
