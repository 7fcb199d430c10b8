"""A closed socket leaves nothing behind in Daphne, whose garbage collector seldom looks at what is old."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.sync.client import connect

from games_app.management.web_server import APPLICATION
from tests.faults.visitor import Visitor
from tests.played import begin
from tests.server import Server
from tests.site import PROXIES

pytestmark = pytest.mark.slow

PAGES = 10
LONGEST = 60.0
"""Seconds until all that was closed is gone. Daphne looks after it every second."""


class Uncollected(Server):
    """Daphne, where only what nobody refers to any more is freed."""

    def command(self, listener: int) -> list[str]:
        line = super().command(listener)
        assert line[-1] == APPLICATION
        return [*line[:-1], "tests.servers.uncollected:application"]


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    with Uncollected(tmp_path / "data", PROXIES) as running:
        yield running


def held(server: Server) -> dict[str, int]:
    status, text = Visitor(server.url).get("/held")
    assert status == 200
    found: dict[str, int] = json.loads(text)
    return found


def left(after: dict[str, int], before: dict[str, int]) -> dict[str, int]:
    """The classes of which there are more than before, with how many more."""
    return {name: count - before[name] for name, count in after.items() if count > before[name]}


def test_what_belonged_to_a_closed_socket_is_freed_at_once(server):
    match = begin(server.url, "mancala")
    lobby = f"ws://{server.url.removeprefix('http://')}/ws/lobby"
    before = held(server)
    with ExitStack() as sockets:
        for _ in range(PAGES):
            sockets.enter_context(match.open("north"))
            sockets.enter_context(connect(lobby, origin=server.url))
        during = held(server)
        assert during["WebSocket"] >= 2 * PAGES
        assert during["Connection"] >= 2 * PAGES
        assert all(during.values()), f"a class has another name now: {during}"
    deadline = time.monotonic() + LONGEST
    # Of what was held before, some may have gone meanwhile.
    while (more := left(held(server), before)) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not more
