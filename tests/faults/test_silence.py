"""R2, R4, R15: a silent database, with every connection to it still open."""

from __future__ import annotations

import json
import re
import signal
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from games_app.lib.shutdown import GRACE
from games_app.live.consumers import TRY_AGAIN
from tests.backing.postgres import Postgres
from tests.backing.silence import SilentWay
from tests.faults.client import Client, Disconnected
from tests.faults.visitor import Visitor
from tests.server import Server

RECOVERED = 100.0
"""Seconds in which the site continues. 20 hanging connections, tried in turn, would take 7 s each."""
NOTICED = 30.0
"""Seconds in which the database's silence is noticed; without a check, it never is."""
LONGEST = 30.0
"""Seconds that a page is waited for."""


@pytest.fixture
def way(postgres: Postgres) -> Iterator[SilentWay]:
    with SilentWay(postgres.port) as way:
        yield way


@pytest.fixture
def server(postgres: Postgres, way: SilentWay, tmp_path) -> Iterator[Server]:
    url = postgres.url(postgres.migrated_database())
    env = {
        "DATABASE_URL": url.replace(str(postgres.port), str(way.port)),
        "SECRET_KEY": "only for tests, " * 4,
        "TRUSTED_PROXIES": "127.0.0.1",
    }
    with Server(tmp_path / "web", env) as running:
        yield running


def health(server: Server) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"{server.url}/healthz", timeout=LONGEST) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def crowd(visitor: Visitor, path: str) -> None:
    """Request so many pages at once that the server opens more connections than it needs afterwards.

    On a busy machine some are refused: no connection was free in time.
    """
    with ThreadPoolExecutor(20) as asking:
        told = set(asking.map(lambda _: visitor.get(path)[0], range(40)))
    assert 200 in told
    assert told <= {200, 503}


def kinds(visitor: Visitor, match: str) -> list[str]:
    """Return the kinds of the match's events; an empty list while they can't be read."""
    status, text = visitor.get(f"/m/{match}/events?limit=200")
    return [event["what"] for event in json.loads(text)["events"]] if status == 200 else []


async def test_a_database_that_falls_silent_is_noticed_and_one_that_comes_back_is_used(server, way):
    alice, bob = Visitor(server.url), Visitor(server.url)
    match = alice.make_match("mancala", "north")
    bob.join(match, "bob")
    crowd(bob, f"/m/{match}")
    north = Client(alice, match)
    async with north:
        command = {"kind": "act", "cmd": "while-silent", "base": 2, "action": "pick p7"}
        # In the middle of a transaction, with the lock of the row that each process has to change.
        way.fall_silent_after(b'UPDATE "games_app_alive"')
        assert health(server) == (200, "ok")
        await north.send(command)
        await north.until(lambda: "while-silent" in north.answers, seconds=NOTICED)
        assert north.answers["while-silent"][0]["code"] == "unavailable"
        assert within(NOTICED, lambda: health(server)[0] == 503)
        assert health(server)[1].startswith("nothing could be stored for ")
        assert bob.get(f"/m/{match}")[0] == 503
        south = Client(bob, match)
        with pytest.raises(Disconnected):
            await south.open()
        assert south.closed_with == TRY_AGAIN

        way.come_back()
        assert within(RECOVERED, lambda: health(server) == (200, "ok"))
        answer = await north.ask(command)
        assert (answer["ok"], answer["again"], answer["seq"]) == (True, False, 3)
        assert within(NOTICED, lambda: bob.get(f"/m/{match}")[0] == 200)
        # Each thread that makes pages meets its broken connection once.
        assert within(NOTICED, lambda: kinds(alice, match) == ["created", "started", "acted"])
    said = server.log.read_text()
    assert "Traceback" not in said
    assert said.count("games_app.store.writer: Nothing can be stored: ") == 1
    assert re.search(r"games_app.store.writer: Over after \d+ s: Nothing can be stored$", said, re.MULTILINE)


async def test_a_process_whose_threads_wait_for_a_silent_database_ends_when_it_is_asked_to(server, way):
    alice = Visitor(server.url)
    match = alice.make_match("mancala", "north")
    async with Client(alice, match):
        way.fall_silent()
        with ExitStack() as stack:
            for path in ("/", f"/m/{match}", "/watch"):
                asking = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                asking.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            time.sleep(1.5)
            server._process.send_signal(signal.SIGTERM)
            assert within(GRACE, lambda: not server.running)
