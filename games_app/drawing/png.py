"""Pictures as PNG. Painting one takes some 0.3 s: see studio.py."""

from __future__ import annotations

from .studio import Studio

WAITING = 4

studio = Studio("painter.py", patience=10.0, waiting=WAITING)


def png(svg: str) -> bytes:
    """A drawing whose texts are outlines (``lettered``), at the size that it says. Raises Busy."""
    with studio.turn():
        return studio.painted(svg.encode())
