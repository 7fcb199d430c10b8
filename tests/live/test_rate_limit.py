"""R15: an address's permitted requests, counted at once, and over all processes."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import caches

from games_app.door import limits
from games_app.door.limits import SOCKET_MESSAGES
from games_app.lib import loop_limit
from games_app.lib.loop_limit import RETRY_MS, LoopLimit
from games_app.lib.rate_limit import RateLimit
from games_app.live import consumers, room
from games_app.live.joining import TOO_MANY
from games_app.server.websockets import ControlFrames
from tests.cast import begun_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def empty_buckets():
    caches["default"].clear()


async def test_two_processes_give_one_address_no_more_than_one_does():
    pace = RateLimit("two-processes", burst=400, per_second=0.001)
    one, other = LoopLimit(pace, shared=True), LoopLimit(pace, shared=True)
    given = 0

    async def ask_both() -> None:
        nonlocal given
        given += (one.wait_ms("mallory") == 0) + (other.wait_ms("mallory") == 0)
        await asyncio.sleep(0.002)

    async with asyncio.timeout(120):
        while given < 400 - one.credit:
            await ask_both()
    for _ in range(400):
        await ask_both()
    assert given <= 400 + 2 * one.credit
    assert one.wait_ms("mallory") > 0
    assert one.wait_ms("alice") == 0


async def test_debt_is_paid_before_there_are_more_tokens():
    pace = RateLimit("again", burst=40, per_second=100)
    one, other = LoopLimit(pace, shared=True), LoopLimit(pace, shared=True)
    for _ in range(40):
        assert one.wait_ms("school") == 0
        await asyncio.sleep(0)
    while other.wait_ms("school") == 0:
        await asyncio.sleep(0.001)
    async with asyncio.timeout(120):
        while other.wait_ms("school"):
            await asyncio.sleep(0.01)


async def test_a_common_cache_that_hangs_keeps_nobody_waiting(monkeypatch):
    works = threading.Event()

    def hangs(*_: object) -> int:
        works.wait(10)
        return 0

    monkeypatch.setattr(RateLimit, "wait", hangs)
    limit = LoopLimit(RateLimit("hanging", burst=400, per_second=0.001), shared=True)
    given = [limit.wait_ms("alice") for _ in range(limit.credit + 1)]
    assert given == [0] * limit.credit + [RETRY_MS], "on credit, and then it is waited"
    assert limit.wait_ms("bob") == 0
    works.set()
    async with asyncio.timeout(120):
        while limit.wait_ms("alice"):
            await asyncio.sleep(0.01)


async def test_whom_many_others_followed_is_not_forgotten(monkeypatch):
    monkeypatch.setattr(loop_limit, "LARGEST_TABLE", 100)
    limit = LoopLimit(RateLimit("narrow", burst=2, per_second=0.001), shared=True)
    assert [limit.wait_ms("mallory") > 0 for _ in range(3)] == [False, False, True]
    for n in range(1000):
        limit.wait_ms(f"passer-by-{n}")
    assert limit.wait_ms("mallory") > 0


async def test_full_bucket_is_forgotten(monkeypatch):
    monkeypatch.setattr(loop_limit, "LARGEST_TABLE", 100)
    limit = LoopLimit(RateLimit("wide", burst=2, per_second=100_000), shared=True)
    for n in range(1000):
        limit.wait_ms(f"passer-by-{n}")
        await asyncio.sleep(0.0001)
    assert len(limit._usages) <= 200


async def test_an_address_gets_no_new_budget_of_pings_with_a_new_socket():
    scope = {"client": ("203.0.113.9", 1), "headers": []}
    allowed = 0
    for _ in range(30):
        socket = ControlFrames(scope)
        allowed += sum(socket.allowed() for _ in range(SOCKET_MESSAGES.burst))
    assert allowed < 2 * limits.CONTROL_FRAMES.limit.burst
    assert ControlFrames({"client": ("203.0.113.10", 1), "headers": []}).allowed()


async def test_an_address_that_opens_too_many_sockets_is_held_and_then_told_when_to_come_back(monkeypatch):
    monkeypatch.setattr(
        limits, "SOCKETS_OPENED", LoopLimit(RateLimit("few", burst=2, per_second=0.01), shared=True)
    )
    monkeypatch.setattr(consumers, "HELD_SECONDS", 0.2)
    table = await sync_to_async(begun_match)("mancala")
    visits = [Visit(table.id, "203.0.113.66") for _ in range(3)] + [Visit(table.id, "203.0.113.67")]
    for visit in visits:
        await visit.told(1)
    assert [visit.kinds[0] for visit in visits] == ["snapshot", "snapshot", "answer", "snapshot"]
    await visits[2].told(2)
    refusal = json.loads(visits[2].said[1]["text"])
    assert (refusal["code"], refusal["retry_ms"] > 0) == ("too_fast", True)
    assert visits[2].said[2] == {"type": "websocket.close", "code": TOO_MANY}
    for visit in visits:
        visit.task.cancel()


async def test_each_page_sends_so_much_at_once_and_is_then_told_when_to_go_on(monkeypatch):
    monkeypatch.setattr(room, "SOCKET_MESSAGES", RateLimit("two", burst=2, per_second=0.01))
    table = await sync_to_async(begun_match)("mancala")
    visits = [Visit(table.id, "203.0.113.68") for _ in range(2)]
    for visit in visits:
        await visit.told(1)
        for _ in range(3):
            visit.say({"kind": "sync", "after": 0})
        while len(answers := [kind for kind in visit.kinds if kind in ("events", "answer")]) < 3:
            await visit.told(len(visit.said))
        assert answers == ["events", "events", "answer"]
        visit.task.cancel()


class Visit:
    """A visitor without a cookie who opens a match's socket and stays."""

    def __init__(self, match: str, address: str) -> None:
        self.said: list[dict[str, Any]] = []
        self._to_say: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_say.put_nowait({"type": "websocket.connect"})
        about = {
            "headers": [(b"host", b"localhost")],
            "cookies": {},
            "client": (address, 1),
            "url_route": {"kwargs": {"match": match}},
            "query_string": b"",
        }
        self.task = asyncio.create_task(consumers.MatchConsumer()(about, self._to_say.get, self._send))

    @property
    def kinds(self) -> list[str]:
        return [json.loads(one["text"])["kind"] for one in self.said if "text" in one]

    async def told(self, messages: int) -> None:
        async with asyncio.timeout(120):
            while len(self.said) <= messages:
                await asyncio.sleep(0.01)

    def say(self, message: dict[str, Any]) -> None:
        self._to_say.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def _send(self, message: dict[str, Any]) -> None:
        self.said.append(message)
