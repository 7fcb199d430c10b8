"""R12: there is whose page says something; a page that sleeps or hangs behind a dead network is not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from games_app import clock
from games_app.live.hub import Hub
from games_app.live.reader import read
from games_app.live.room import Connection
from games_app.models import Presence
from games_app.services.presence import LEASE
from tests.cast import begun_match

pytestmark = pytest.mark.django_db(transaction=True)


async def opened(hub: Hub, match: str, role: str) -> Connection:
    async def nowhere(_: object) -> None:
        pass

    connection = Connection(match, role, (role,), nowhere, nowhere)
    await hub.enter(connection)
    await hub.welcome(connection, "{}", 2)
    return connection


async def leases() -> dict[str, float]:
    """For how many seconds each role is still there by the record, whatever its page does from now on."""
    rows = await read(lambda: list(Presence.objects.values_list("roles", "until")))
    return {roles: (until - clock.now()).total_seconds() for roles, until in rows}


async def until(enough: Callable[[dict[str, float]], object]) -> None:
    """Wait for leases of which this is true."""
    async with asyncio.timeout(30):
        while not enough(await leases()):
            pass


async def test_a_player_is_there_by_the_record_as_soon_as_the_page_is_open_and_until_it_is_closed():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    connection = await opened(hub, table.id, "north")
    await until(lambda left: left)
    assert LEASE.total_seconds() / 2 < (await leases())["north"] <= LEASE.total_seconds()
    await hub.leave(connection)
    await until(lambda left: left["north"] <= 0)


async def test_a_page_is_there_only_so_long_after_it_was_last_heard():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    pages = [await opened(hub, table.id, role) for role in ("north", "south")]
    pages[0].heard_at = time.monotonic() - LEASE.total_seconds() / 2
    await hub.beat_once()
    await until(lambda left: left.get("north", LEASE.total_seconds()) < left.get("south", 0) - 10)
    room = hub._rooms[table.id]
    assert room.attendance() == (0, ["north", "south"], [])
    pages[0].heard_at -= LEASE.total_seconds() / 2
    assert room.attendance() == (0, ["south"], [])
    pages[0].heard()
    assert room.attendance() == (0, ["north", "south"], [])
