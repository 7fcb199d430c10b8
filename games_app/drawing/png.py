"""Pictures as PNG. Rendering one takes some 0.3 s: see render_queue.py."""

from __future__ import annotations

from games_app.drawing.render_queue import RenderQueue

WAITING = 4

png_queue = RenderQueue("rasterizer.py", patience=10.0, waiting=WAITING)


def png(svg: str) -> bytes:
    """Return a drawing with outlined texts (``lettered``) as PNG, at its own size. Raises Busy."""
    with png_queue.turn():
        return png_queue.rendered(svg.encode())
