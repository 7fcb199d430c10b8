"""The stream of a player in the HTTP API. It holds no thread: the event loop writes its lines of JSON."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import cast

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.cache import patch_cache_control

from games_app.api.door import NDJSON, Endpoint, endpoint
from games_app.door.http import refused
from games_app.door.visitors import Request
from games_app.lib.outage_log import OUT_OF_REACH
from games_app.lib.refusals import Refusal
from games_app.lists.settled_rows import Cursor
from games_app.live import protocol
from games_app.live.consumers import TRY_AGAIN
from games_app.live.joining import TOO_MANY, open_sockets
from games_app.live.me import my_streams, place_of
from games_app.live.room import Connection
from games_app.people import membership
from games_app.record.writer import RETRY_MS

AFTER = {"after": "The id of the last line that you have."}


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


@endpoint(
    Endpoint(
        "What happens in your matches, for as long as you read",
        protocol.StreamMessage,
        NDJSON,
        AFTER,
        needs_token=True,
    )
)
def stream(request: Request) -> HttpResponse:
    """Return a response that goes on until the client closes it."""
    player, token, address = request.visitor.player_id, request.visitor.token, request.visitor.client.address
    assert player  # noqa: S101  (the call needs a token)
    assert token  # noqa: S101
    if membership.is_closed_to(player):
        return refused(Refusal("members_only"), 403)
    place = place_of(request.GET.get("after"), player)
    if isinstance(place, Refusal):
        return refused(place, 429 if place.retry_ms else 400)
    if open_sockets.is_full_for(address):
        return refused(Refusal("too_many_pages", retry_ms=RETRY_MS), 429)
    if request.method == "HEAD":
        return HttpResponse(content_type=NDJSON)
    response = StreamingHttpResponse(lines(player, token, address, place), content_type=NDJSON)
    # Neither a proxy nor the site's own compression may hold lines back.
    response["X-Accel-Buffering"] = "no"
    patch_cache_control(response, private=True, no_store=True)
    return cast("HttpResponse", response)  # which decorators of views leave as it is
