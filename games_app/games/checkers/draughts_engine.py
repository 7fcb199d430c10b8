"""The compact form of draughts: a board as one number, with the earlier boards that decide a repetition.

The bits of a board are those of ``bitboard``: black's pieces, red's, the kings of both, the role to move, and
the piece that must jump on.
"""

from __future__ import annotations

from collections.abc import Iterator

from games_app.games import repetition
from games_app.games.checkers.bitboard import BEYOND, BITS, BOARD, HALF, RED_AT, STEPS, turned
from games_app.games.checkers.draughts import KINGS, LAST_QUIET, DraughtsState
from games_app.games.checkers.rules import OTHER, ROLES
from games_app.games.engine.contract import Choice, Compact
from games_app.games.repetition import Position

KINGS_AT, SIDE_AT, CHAIN_AT = 72, 108, 109
RED_MOVES = 1 << SIDE_AT
FAR_UP = sum(bit for cell, bit in BITS.items() if cell >= 56)
FAR_DOWN = sum(bit for cell, bit in BITS.items() if cell < 8)
WON = 1000
PAWN, KING, ADVANCE = 40, 62, 1


def _bits(pieces: int) -> Iterator[int]:
    while pieces:
        bit = pieces & -pieces
        pieces ^= bit
        yield bit


def _shifted(bits: int, by: int) -> int:
    return bits << by if by > 0 else bits >> -by


class DraughtsEngine(Compact[DraughtsState, Position]):
    """The value is the difference of both goals: 100 for a win. Only the end proves anything."""

    unit = "goal"
    scale = 10

    def position(self, state: DraughtsState) -> Position:
        past, n = state.past, len(state.past)
        earlier = [
            _board(cells, state.control if (n - i) % 2 == 0 else OTHER[state.control])
            for i, cells in enumerate(past)
        ]
        chain = 0 if state.chain is None else BITS[state.chain] << CHAIN_AT
        return repetition.position(_board(state.cells, state.control) | chain, earlier)

    def key(self, position: Position) -> int:
        return position[0]

    def images_of(self, position: Position) -> tuple[int, int]:
        """Return the board as it is, and rotated with the colours swapped."""
        board = position[0]
        black, red, kings = (turned(board >> at & HALF) for at in (0, RED_AT, KINGS_AT))
        chain = turned(board >> CHAIN_AT) << CHAIN_AT
        side = board & RED_MOVES ^ RED_MOVES
        return board, red | black << RED_AT | kings << KINGS_AT | side | chain

    def lead(self, state: DraughtsState, role: str) -> int:
        """Return the result at the end: pieces count only then."""
        goals = state.goals()
        return self.scale * (goals[role] - goals[OTHER[role]]) if goals else 0

    def choices(self, position: Position) -> list[Choice[Position]]:
        if repetition.is_drawn(position, LAST_QUIET):
            return []
        board = position[0]
        if jumps := list(_jumps(board)):
            return [(0, (after, (), ()), bool(after >> CHAIN_AT)) for after in jumps]
        return [
            (0, repetition.after(position, after) if quiet else (after, (), ()), False)
            for after, quiet in _steps(board)
        ]

    def bounds(self, position: Position) -> tuple[int, int]:
        if repetition.is_drawn(position, LAST_QUIET):
            return 0, 0
        board = position[0]
        if not any(True for _ in _jumps(board)) and not any(True for _ in _steps(board)):
            return -WON, -WON
        return -WON, WON

    def estimate(self, position: Position) -> int | None:
        """Estimate the gain: pieces count most, then how far the pawns have come."""
        board = position[0]
        if any(True for _ in _jumps(board)):
            return None
        black, red, kings = board & HALF, board >> RED_AT & HALF, board >> KINGS_AT & HALF
        value = PAWN * (black.bit_count() - red.bit_count())
        value += (KING - PAWN) * ((black & kings).bit_count() - (red & kings).bit_count())
        value += ADVANCE * (_rows(black & ~kings) - _rows(turned(red & ~kings)))
        return max(1 - WON, min(WON - 1, -value if board & RED_MOVES else value))


def _board(cells: repetition.Board, control: str) -> int:
    black, red = (
        sum(bit for cell, bit in BITS.items() if cells[cell] in (role, KINGS[role])) for role in ROLES
    )
    kings = sum(bit for cell, bit in BITS.items() if cells[cell] in KINGS.values())
    return black | red << RED_AT | kings << KINGS_AT | (RED_MOVES if control == "red" else 0)


def _rows(pawns: int) -> int:
    """Return how many rows the pawns have climbed, seen from below."""
    return sum((pawns & rows).bit_count() for rows in BEYOND)


def _sides(board: int) -> tuple[int, int, int, tuple[int, ...], int]:
    """Return the mover's pieces, the other's, the kings, the mover's steps, and its far row."""
    black, red, kings = board & HALF, board >> RED_AT & HALF, board >> KINGS_AT & HALF
    if board & RED_MOVES:
        return red, black, kings, tuple(-step for step in STEPS), FAR_DOWN
    return black, red, kings, STEPS, FAR_UP


def _with(board: int, own: int, other: int, kings: int) -> int:
    """Return the board with these pieces and the same role to move."""
    black, red = (other, own) if board & RED_MOVES else (own, other)
    return black | red << RED_AT | kings << KINGS_AT | board & RED_MOVES


def _steps(board: int) -> Iterator[tuple[int, bool]]:
    """Yield the boards after each step, and whether it can be taken back."""
    own, other, kings, ways, far = _sides(board)
    empty = BOARD & ~(own | other)
    for step in (*ways, *(-way for way in ways)):
        movers = own & _shifted(empty, -step)
        for bit in _bits(movers if step in ways else movers & kings):
            to = _shifted(bit, step)
            is_king = bool(bit & kings)
            after = kings ^ bit ^ to if is_king else kings | (to & far)
            yield _with(board, own ^ bit ^ to, other, after) ^ RED_MOVES, is_king


def _jumps(board: int) -> Iterator[int]:
    """Yield the boards after each jump; the same role moves again if the piece can jump on."""
    own, other, kings, ways, far = _sides(board)
    empty, chain = BOARD & ~(own | other), board >> CHAIN_AT
    for step in (*ways, *(-way for way in ways)):
        jumpers = own & _shifted(other & _shifted(empty, -step), -step)
        jumpers &= chain or BOARD
        for bit in _bits(jumpers if step in ways else jumpers & kings):
            over, to = _shifted(bit, step), _shifted(bit, 2 * step)
            is_king = bool(bit & kings)
            after = kings & ~over
            after = after ^ bit ^ to if is_king else after | (to & far)
            done = _with(board, own ^ bit ^ to, other ^ over, after)
            on = done | to << CHAIN_AT
            if (is_king or not to & far) and any(True for _ in _jumps(on)):
                yield on
            else:
                yield done ^ RED_MOVES
