"""R14: the maximum on its way to a page that doesn't acknowledge it."""

from __future__ import annotations

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async

from games_app.live.hub import Hub
from games_app.live.room import TOO_SLOW, UNSEEN_LIMIT, Connection
from games_app.models import Event
from tests.cast import Table, begun_match

pytestmark = pytest.mark.django_db(transaction=True)

WATCHERS, SILENT = 1000, 100


class Watcher:
    """A page; a silent one never acknowledges what it has seen."""

    def __init__(self, match: str, number: int, *, silent: bool) -> None:
        self.silent = silent
        self.bytes = self.events = 0
        self.code: int | None = None
        self.connection = Connection(match, str(number), (), self.take, self.drop)

    async def take(self, text: str) -> None:
        self.bytes += len(text)
        self.events += '"kind":"event"' in text
        if not self.silent:
            self.connection.unseen = 0

    async def drop(self, code: int) -> None:
        self.code = code


def newest_frame(table: Table, padding: int = 0) -> str:
    """Return the frame of the match's last event, made longer by so many letters."""
    frame = json.loads(Event.objects.filter(match__public_id=table.id).latest("seq").frame)
    frame["position"]["facts"]["padding"] = "x" * padding
    return json.dumps(frame, separators=(",", ":"))


async def test_a_hundred_silent_ones_of_a_thousand_watchers_are_let_go_and_the_others_get_everything():
    hub, table = Hub(), await sync_to_async(begun_match)("checkers")
    watchers = [Watcher(table.id, number, silent=number < SILENT) for number in range(WATCHERS)]
    for watcher in watchers:
        await hub.enter(watcher.connection)
        watcher.connection.seq = 2
    frame = await sync_to_async(newest_frame)(table, padding=8000)
    sent = UNSEEN_LIMIT // len(frame) + 3
    for seq in range(3, 3 + sent):
        await hub._push(table.id, seq, frame)
        await asyncio.sleep(0)
    for watcher in watchers:
        if watcher.silent:
            assert watcher.code == TOO_SLOW
            assert watcher.bytes <= UNSEEN_LIMIT
        else:
            assert (watcher.code, watcher.events) == (None, sent)


async def test_a_socket_that_fails_keeps_nobody_else_from_the_event():
    hub, table = Hub(), await sync_to_async(begun_match)("checkers")
    watchers = [Watcher(table.id, number, silent=False) for number in range(20)]

    async def fail(text: str) -> None:
        raise OSError("the socket is gone")

    for watcher in watchers[::2]:
        watcher.connection.send = fail
    for watcher in watchers:
        await hub.enter(watcher.connection)
        watcher.connection.seq = 2
    await hub._push(table.id, 3, await sync_to_async(newest_frame)(table))
    assert [watcher.events for watcher in watchers] == [0, 1] * 10
