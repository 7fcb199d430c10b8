"""Animation of several positions of a match.

One process renders all frames, about 0.1 s each: see render_queue.py.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from games_app.drawing.board import board
from games_app.drawing.picture import PAPER, Position, picture
from games_app.drawing.render_queue import RenderQueue

Kind = Literal["gif", "webp"]

MOST_FRAMES = 200
WIDE, SQUARE = 560, 400
"""Width in pixels."""
WHOLE, SHORTEST, LONGEST, LAST = 60_000, 250, 1000, 3000
"""Milliseconds: length of a long film, shortest and longest frame, and the last frame."""

_queue = RenderQueue("animator.py", patience=60.0, waiting=3)


def film(positions: Sequence[Position], kind: Kind) -> bytes:
    """Return an endless loop of at most MOST_FRAMES positions of one game. Raises Busy."""
    with _queue.turn():
        return _queue.rendered(_input([_frame(position) for position in positions], kind))


def chosen(frames: int, most: int = MOST_FRAMES) -> list[int]:
    """Return the indexes of the frames shown: all, or an even selection with the first and the last."""
    if frames <= most:
        return list(range(frames))
    return [round(place * (frames - 1) / (most - 1)) for place in range(most)]


def _frame(position: Position) -> str:
    return picture(position, WIDE if board(position.slug).is_wide else SQUARE, PAPER)


def _input(svgs: list[str], kind: Kind) -> bytes:
    """Return the input of animator.py."""
    each = min(max(WHOLE // len(svgs), SHORTEST), LONGEST)
    durations = [each] * (len(svgs) - 1) + [LAST]
    head = json.dumps({"kind": kind, "durations": durations}).encode()
    return head + b"\n" + "".join(f"{svg}\0" for svg in svgs).encode()
