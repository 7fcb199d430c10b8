"""Sockets of a closed site: the lists are for members, a match is for everybody with its link."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from games_app.live.routing import websockets
from tests.site_settings import set_site

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 120.0
"""Seconds for each step of a socket; Channels' own limit is too short on a busy machine."""
HOST = [(b"host", b"testserver"), (b"origin", b"http://testserver")]


async def first_answer(path: str) -> dict[str, object]:
    """Return the server's first action on a socket that it has accepted."""
    socket = WebsocketCommunicator(URLRouter(websockets), path, headers=HOST)
    assert (await socket.connect(timeout=PATIENCE))[0]
    try:
        return await socket.receive_output(timeout=PATIENCE)
    finally:
        await socket.disconnect(timeout=PATIENCE)


@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/watch?wall=all", "/ws/watch?follow=2222222222"])
async def test_the_lists_are_sent_to_members_only(path):
    await sync_to_async(set_site)(closed="1")
    assert await first_answer(path) == {"type": "websocket.close", "code": 4404}
    await sync_to_async(set_site)(closed="0")
    assert (await first_answer(path))["type"] == "websocket.send"
