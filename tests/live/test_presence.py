"""R12: there is whose page says something; a page that sleeps or hangs behind a dead network is not."""

from __future__ import annotations

import time

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


async def test_a_player_is_there_by_the_record_as_soon_as_the_page_is_open_and_until_it_is_closed():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    connection = await opened(hub, table.id, "north")
    while not await leases():
        pass
    assert LEASE.total_seconds() - 5 < (await leases())["north"] <= LEASE.total_seconds()
    await hub.leave(connection)
    while (await leases())["north"] > 0:
        pass


async def test_a_page_is_there_only_so_long_after_it_was_last_heard():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    pages = [await opened(hub, table.id, role) for role in ("north", "south")]
    pages[0].heard_at = time.monotonic() - 30
    await hub.beat_once()
    while (await leases()).get("north", 99) > 6:
        pass
    while (await leases()).get("south", 0) <= 25:
        pass
    room = hub._rooms[table.id]
    assert room.attendance() == (0, ["north", "south"], [])
    pages[0].heard_at -= 10
    assert room.attendance() == (0, ["south"], [])
    pages[0].heard()
    assert room.attendance() == (0, ["north", "south"], [])
