"""A player's stream as lines of JSON, the body of an endless response over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from games_app.lib.outage_log import OUT_OF_REACH
from games_app.live import protocol
from games_app.live.consumers import TRY_AGAIN
from games_app.live.joining import TOO_MANY, open_sockets
from games_app.live.me import my_streams
from games_app.live.room import Connection
from games_app.services.queries.stream_cursor import Cursor


async def lines(player: int, token: int, address: str, after: Cursor | None) -> AsyncIterator[str]:
    """Yield the lines of a new stream until the server or the client ends it.

    It counts as one of the sockets of the address. ``token``: primary key of the personal token.
    """
    if not open_sockets.admit(address):
        yield _closed(TOO_MANY)
        return
    waiting: asyncio.Queue[str] = asyncio.Queue()

    async def send(text: str) -> None:
        waiting.put_nowait(text)

    async def close(code: int) -> None:
        waiting.put_nowait(_closed(code))
        waiting.put_nowait("")

    stream = Connection("", str(player), (), send, close, seq=0, token=token)
    try:
        try:
            await my_streams.enter(stream, after)
        except OUT_OF_REACH:
            await stream.dismiss(TRY_AGAIN)
        while text := await waiting.get():
            stream.unseen -= len(text)
            yield f"{text}\n"
    finally:
        open_sockets.release(address)
        await my_streams.leave(stream)


def _closed(code: int) -> str:
    return protocol.encode(protocol.StreamClosed(code))
