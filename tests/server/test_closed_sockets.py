"""Closed sockets and answered pages leave nothing behind: the garbage collector seldom checks old objects."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.sync.client import connect

from tests.faults.visitor import Visitor
from tests.played import begin
from tests.server.uncollected_server import Uncollected
from tests.site import PROXIES

PAGES = 10


@pytest.fixture
def server(tmp_path) -> Iterator[Uncollected]:
    with Uncollected(tmp_path / "data", PROXIES) as running:
        yield running


def test_memory_of_a_closed_socket_is_freed_at_once(server):
    match = begin(server.url, "mancala")
    lobby = f"ws://{server.url.removeprefix('http://')}/ws/lobby"
    before = server.held()
    with ExitStack() as sockets:
        for _ in range(PAGES):
            sockets.enter_context(match.open("north"))
            sockets.enter_context(connect(lobby, origin=server.url))
        during = server.wait_until_opened(2 * PAGES)
        assert during["WebSocket"] >= 2 * PAGES
        # The request of an open socket may have gone already.
        assert all(during[name] for name in during.keys() - {"Request", "HttpResponse"}), (
            f"a class has another name: {during}"
        )
    server.wait_until_freed(before)


def test_an_answered_page_is_freed_at_once(server):
    page = Visitor(server.url)
    assert page.get("/")[0] == 200  # it is kept for strangers
    before = server.held()
    for _ in range(PAGES):
        page.get("/")
    server.wait_until_freed(before)
