"""Several positions of a match as one animation.

One process paints all frames, some 0.1 s each: see render_queue.py.
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
"""Pixels across."""
WHOLE, SHORTEST, LONGEST, LAST = 60_000, 250, 1000, 3000
"""Milliseconds: what a film of many frames takes, what a frame at least and at most, and the last one."""

_queue = RenderQueue("animator.py", patience=60.0, waiting=3)


def film(positions: Sequence[Position], kind: Kind) -> bytes:
    """At most MOST_FRAMES positions of one game, one after the other, for ever. Raises Busy."""
    with _queue.turn():
        return _queue.rendered(_told([_frame(position) for position in positions], kind))


def chosen(frames: int, most: int = MOST_FRAMES) -> list[int]:
    """Which of so many frames are shown: all, or evenly some of them with the first and the last."""
    if frames <= most:
        return list(range(frames))
    return [round(place * (frames - 1) / (most - 1)) for place in range(most)]


def _frame(position: Position) -> str:
    return picture(position, WIDE if board(position.slug).is_wide else SQUARE, PAPER)


def _told(svgs: list[str], kind: Kind) -> bytes:
    """What animator.py reads."""
    each = min(max(WHOLE // len(svgs), SHORTEST), LONGEST)
    durations = [each] * (len(svgs) - 1) + [LAST]
    head = json.dumps({"kind": kind, "durations": durations}).encode()
    return head + b"\n" + "".join(f"{svg}\0" for svg in svgs).encode()
