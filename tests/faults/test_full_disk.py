"""R2, R4: a full disk. Unstorable commands are refused, and stored data can be read."""

from __future__ import annotations

import contextlib
import re
import resource
import time
from collections.abc import Callable, Iterator

import pytest

from tests.faults.client import Client
from tests.faults.visitor import Visitor
from tests.web_server import DATABASE, Server

SOON = 10.0
"""Seconds until the next sign of life, on a busy machine too."""


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    with Server(tmp_path / "data", {"TRUSTED_PROXIES": "127.0.0.1"}) as running:
        yield running


@contextlib.contextmanager
def full(server: Server) -> Iterator[None]:
    """Keep the database's log from growing meanwhile, as on a full disk."""
    pid = server._process.pid
    size = (server.data / f"{DATABASE}-wal").stat().st_size
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, before[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


async def test_while_the_disk_is_full_nothing_is_done_and_said_once_and_afterwards_everything_goes_on(server):
    alice, bob, carol = (Visitor(server.url) for _ in range(3))
    match = alice.make_match("mancala", "north")
    waiting = carol.make_match("mancala", "north")
    bob.join(match, "bob")
    async with Client(alice, match) as north:
        command = {"kind": "act", "cmd": "while-full", "base": 2, "action": "pick p7"}
        with full(server):
            for number in range(3):
                refused = await north.ask(command | {"cmd": f"while-full-{number}"})
                assert (refused["ok"], refused["code"]) == (False, "unavailable")
                assert refused["retry_ms"] > 0
            status, text, _ = carol.post(f"/m/{waiting}/cancel")
            assert (status, "Try again in a few seconds." in text) == (503, True)
            assert bob.get(f"/m/{match}")[0] == 200
        answer = await north.ask(command)
        assert (answer["ok"], answer["seq"]) == (True, 3)
    assert [event["what"] for event in alice.record(match)] == ["created", "started", "acted"]
    assert within(SOON, lambda: ": Over after " in server.log.read_text())
    said = re.findall(r"games_app.record.writer: (.*)", server.log.read_text())
    assert [re.sub(r"\d+", "8", line) for line in said] == [
        "Nothing can be stored: disk I/O error (said once, until it is over)",
        "Over after 8 s: Nothing can be stored",
    ]
    assert "Traceback" not in server.log.read_text()


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.05)
    return holds()
