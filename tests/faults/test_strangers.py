"""R16: the real server's checks of sockets with a session, and places where no secret may appear."""

from __future__ import annotations

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.faults.play import seated

OWN = "the page's own"
HANDSHAKES = [
    (OWN, True, True),
    (OWN, False, True),
    (None, False, True),
    (None, True, False),
    ("null", True, False),
    ("null", False, False),
    ("http://mallory.example", True, False),
    ("http://mallory.example", False, False),
    ("https://127.0.0.1", True, False),
    ("http://127.0.0.1", True, False),
    ("http://127.0.0.1:1", True, False),
    ("http://localhost", True, False),
    ("http://127.0.0.1.mallory.example", True, False),
    ("file://", True, False),
]


@pytest.mark.parametrize(("origin", "session", "welcome"), HANDSHAKES)
async def test_only_our_own_pages_may_open_a_socket_with_a_session(site, origin, session, welcome):
    match, (alice, _, _) = seated(site, "mancala")
    host = alice.url.removeprefix("http://")
    opening = connect(
        f"ws://{host}/ws/m/{match}",
        origin=alice.url if origin is OWN else origin,
        additional_headers=alice.cookie_header() if session else {},
    )
    if welcome:
        async with opening as socket:
            assert '"snapshot"' in str(await socket.recv())
    else:
        with pytest.raises(InvalidStatus) as refused:
            await opening
        assert refused.value.response.status_code == 403
