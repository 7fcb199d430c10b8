"""Draws by repetition: the boards since the last change that no move takes back, such as a capture.

A *past* is the tuple of these boards, the oldest first, without the present one. Both roles move in turn, so
every second board has the same role to move. Facts hold a past as its moves: "d7-d6" leads back from the
present board to the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from games_app.games.base import Facts, InvalidFacts
from games_app.games.schema import Fact, list_of, text, whole
from games_app.games.validation import require

Board = tuple[str | None, ...]
Past = tuple[Board, ...]
Position = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A compact position: the board, earlier boards with the same role to move, and those with the other one."""
NOTHING = (None, "empty")
THIRD = 3


def times(board: Board, past: Past) -> int:
    """Return how often this board has lain there with the same role to move, now included."""
    return 1 + past[-2::-2].count(board)


def moves(board: Board, past: Past) -> Iterator[tuple[int, int]]:
    """Yield the moves that led through the past to this board: (start, target)."""
    for before, after in pairwise((*past, board)):
        first, second = (i for i, (was, now) in enumerate(zip(before, after, strict=True)) if was != now)
        yield (second, first) if before[first] in NOTHING else (first, second)


def past_of(board: Board, steps: Sequence[tuple[int, int]]) -> Past:
    """Return the past that these moves lead through. Raises InvalidFacts."""
    boards = [board]
    for start, target in reversed(steps):
        cells = list(boards[-1])
        require(cells[target] not in NOTHING and cells[start] in NOTHING, "quiet must lead to the board")
        cells[start], cells[target] = cells[target], cells[start]
        boards.append(tuple(cells))
    return tuple(reversed(boards[1:]))


def read(facts: Facts, board: Board, most: int, reading: Callable[[str], tuple[int, int]]) -> Past:
    """Return the past in ``facts``: its moves are ``quiet``, and ``times`` fits it. Raises InvalidFacts."""
    quiet = facts["quiet"]
    require(isinstance(quiet, list) and len(quiet) <= most, f"quiet must be a list of {most} moves or fewer")
    require(all(isinstance(move, str) for move in quiet), "quiet must hold moves as text")
    try:
        steps = [reading(move) for move in quiet]
    except (KeyError, ValueError):
        raise InvalidFacts("quiet must hold moves: a start and a target each") from None
    past = past_of(board, steps)
    for i, earlier in enumerate(past):
        require(times(earlier, past[:i]) < THIRD, "The game was over before the end of quiet")
    n = times(board, past)
    require(type(facts["times"]) is int and facts["times"] == n, "times must count the same boards in quiet")
    return past


def described(square: str, most: int, since: str) -> dict[str, Fact]:
    """Return the facts that hold a past; ``square``: the pattern of a place in notation."""
    move = text("move", f"{square}-{square}", "the start and the target of a move in notation")
    return {
        "quiet": Fact(list_of(move, most), f"the moves since {since}; after {most} the game is drawn"),
        "times": Fact(
            whole(1, THIRD), "how often the position has been there, now included; at the third it is drawn"
        ),
    }


def position(board: int, earlier: Sequence[int]) -> Position:
    """Return the compact position after these boards, the oldest first."""
    return board, tuple(sorted(earlier[-2::-2])), tuple(sorted(earlier[-1::-2]))


def after(position: Position, board: int) -> Position:
    """Return the position after a move that can be taken back."""
    now, own, other = position
    return board, other, tuple(sorted((*own, now)))


def is_drawn(position: Position, most: int) -> bool:
    """Return whether the board lies there for the third time, or so many moves took nothing."""
    board, own, other = position
    return len(own) + len(other) >= most or (len(own) > 1 and own.count(board) >= THIRD - 1)
