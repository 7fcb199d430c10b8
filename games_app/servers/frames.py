"""Texts as websocket frames. An event goes to many sockets as the same frame, so that is made once."""

from __future__ import annotations

from functools import lru_cache

from websockets.frames import Frame, Opcode


@lru_cache(maxsize=1)
def text_frame(text: str) -> bytes:
    """Return the unmasked frame that carries ``text``, as servers send it (RFC 6455, 5.2)."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
