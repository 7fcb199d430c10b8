"""R2, R4, R15: a silent database, with every connection to it still open."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from games_app.live.consumers import TRY_AGAIN
from tests.backing.postgres import Postgres
from tests.backing.silence import SilentWay
from tests.faults.client import Client, Disconnected
from tests.faults.visitor import Visitor
from tests.web_server import Server

LONGEST = 300.0
"""Seconds for any wait: without its protections, the site would wait without end."""


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
        await north.until(lambda: "while-silent" in north.answers, seconds=LONGEST)
        assert north.answers["while-silent"][0]["code"] == "unavailable"
        assert within(LONGEST, lambda: health(server)[0] == 503)
        assert health(server)[1].startswith("nothing could be stored for ")
        assert bob.get(f"/m/{match}")[0] == 503
        south = Client(bob, match)
        with pytest.raises(Disconnected):
            await south.open()
        assert south.closed_with == TRY_AGAIN

        way.come_back()
        assert within(LONGEST, lambda: health(server) == (200, "ok"))
        answer = await north.ask(command)
        assert (answer["ok"], answer["again"], answer["seq"]) == (True, False, 3)
        assert within(LONGEST, lambda: bob.get(f"/m/{match}")[0] == 200)
        # Each thread that makes pages meets its broken connection once.
        assert within(LONGEST, lambda: kinds(alice, match) == ["created", "started", "acted"])
    said = server.log.read_text()
    assert "Traceback" not in said
    assert said.count("games_app.record.writer: Nothing can be stored: ") == 1
    assert re.search(r"games_app.record.writer: Over after \d+ s: Nothing can be stored$", said, re.MULTILINE)
