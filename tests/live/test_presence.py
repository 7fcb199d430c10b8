"""R12: a player is present while their page says something; a sleeping or disconnected page doesn't count."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games_app.lib import clock
from games_app.live import consumers
from games_app.live import presence as live_presence
from games_app.live.db_threads import read
from games_app.live.hub import Hub
from games_app.live.presence import LEASE_BEATS
from games_app.live.room import Connection
from games_app.models import Presence
from games_app.people import presence
from games_app.people.presence import LEASE, Here, release, renew
from games_app.record.commands.identity import erase
from tests.cast import begun_match, guest

pytestmark = pytest.mark.django_db(transaction=True)


async def opened(hub: Hub, match: str, role: str, person: str = "") -> Connection:
    """Open a page of the player of this role, or of a watcher if ``role`` is empty."""

    async def nowhere(_: object) -> None:
        pass

    connection = Connection(match, person or role, (role,) if role else (), nowhere, nowhere)
    await hub.enter(connection)
    await hub.welcome(connection, "{}", 2)
    return connection


def heard(connection: Connection, field: str) -> list[Any]:
    """Return a list that grows by this field of each message that the page gets from now on."""
    told: list[Any] = []

    async def hear(text: str) -> None:
        told.append(json.loads(text)[field])

    connection.send = hear
    return told


async def leases() -> dict[str, float]:
    """Return for how many seconds each role is still present by the record, whatever its page does now."""
    rows = await read(lambda: list(Presence.objects.values_list("roles", "until")))
    return {roles: (until - clock.now()).total_seconds() for roles, until in rows}


async def until(enough: Callable[[dict[str, float]], object]) -> None:
    """Wait for leases that meet this condition."""
    async with asyncio.timeout(120):
        while not enough(await leases()):
            pass


async def test_a_player_is_there_by_the_record_as_soon_as_the_page_is_open_and_until_it_is_closed():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    connection = await opened(hub, table.id, "north")
    await until(lambda left: left)
    assert LEASE.total_seconds() / 2 < (await leases())["north"] <= LEASE.total_seconds()
    await hub.leave(connection)
    await until(lambda left: left["north"] <= 0)


def test_the_leases_of_many_end_in_one_write_and_nobody_elses(django_assert_num_queries):
    first, second = (begun_match("mancala").id for _ in range(2))
    everybody = [(match, person) for match in (first, second) for person in ("7", "8")]
    renew("web", [Here(match, person, "", (), timedelta()) for match, person in everybody], clock.now())
    with django_assert_num_queries(2):
        release("web", {(first, "7"), (second, "8")}, clock.now())
    there = Presence.objects.filter(until__gt=clock.now()).values_list("match__public_id", "person")
    assert set(there) == {(first, "8"), (second, "7")}


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


async def test_beats_do_not_wait_for_leases_that_cannot_be_stored(monkeypatch):
    """A locked database can be read, and so told of, but not written."""
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    unlocked = threading.Event()
    monkeypatch.setattr(presence, "renew", lambda *_: unlocked.wait(60))
    told = heard(await opened(hub, table.id, "north"), "kind")
    try:
        async with asyncio.timeout(120):
            for _ in range(2 * LEASE_BEATS):
                await hub.beat_once()
    finally:
        unlocked.set()
    assert told.count("beat") >= 2 * LEASE_BEATS


async def test_a_player_with_another_tab_from_before_taking_the_seat_is_there_as_the_player():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    alice = str(table.alice.pk)
    await opened(hub, table.id, "north", alice)
    before = await opened(hub, table.id, "", alice)
    before.heard()
    await hub.presence.renew()
    assert list(await leases()) == ["north"]
    assert hub._rooms[table.id].attendance() == (0, ["north"], [])


async def test_a_name_that_was_withdrawn_is_told_no_longer_by_pages_that_are_still_open():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    carol = await sync_to_async(guest)("carol")
    watching = await opened(hub, table.id, "", str(carol.pk))
    watching.name = "carol"
    await hub.presence.renew()
    assert hub._rooms[table.id].attendance() == (1, [], ["carol"])
    await sync_to_async(erase)(carol)
    await hub.presence.renew()
    assert hub._rooms[table.id].attendance() == (1, [], [])
    assert await read(lambda: list(Presence.objects.values_list("name", flat=True))) == [""]


@pytest.mark.parametrize("made_up", ["the number of a player", "x" * 60])
async def test_a_session_that_was_made_up_stands_for_nobody_else_and_keeps_nobody_out(monkeypatch, made_up):
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    alice = str(table.alice.pk)
    monkeypatch.setattr(consumers, "hub", hub)
    await opened(hub, table.id, "north", alice)
    session = alice if made_up == "the number of a player" else made_up
    mallory = asyncio.create_task(visit(table.id, {"sessionid": session}))
    while len(hub._rooms[table.id].ready()) < 2:
        await asyncio.sleep(0.01)
    await hub.presence.renew()
    longest = Presence._meta.get_field("person").max_length
    people = await read(lambda: dict(Presence.objects.values_list("person", "roles")))
    assert sorted(people.values()) == ["", "north"]
    assert people[alice] == "north"
    assert all(len(person) <= longest for person in people)
    mallory.cancel()


async def test_visitors_whom_nobody_knows_are_counted_once_a_household(monkeypatch):
    """They may invent any cookies; and nothing reveals the address."""
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    monkeypatch.setattr(consumers, "hub", hub)
    homes = ["203.0.113.5"] * 3 + ["2001:db8:1:2::1", "2001:db8:1:2::2"]
    cookies = [{}, {}, {"sessionid": "made up"}, {}, {"sessionid": "made up too"}]
    visits = [
        asyncio.create_task(visit(table.id, cookie, home))
        for home, cookie in zip(homes, cookies, strict=True)
    ]
    while table.id not in hub._rooms or len(hub._rooms[table.id].ready()) < len(homes):
        await asyncio.sleep(0.01)
    assert hub._rooms[table.id].attendance() == (2, [], [])
    await hub.presence.renew()
    people = await read(lambda: list(Presence.objects.values_list("person", flat=True)))
    plain = {sha256(home.encode()).hexdigest()[:32] for home in {*homes, "2001:db8:1:2::/64"}}
    assert len(people) == 2
    assert not [one for one in people if "203" in one[:4] or "2001" in one[:5] or one[1:] in plain]
    for one in visits:
        one.cancel()


async def test_of_many_tabs_of_one_person_only_the_first_and_the_last_are_news(monkeypatch):
    monkeypatch.setattr(live_presence, "PRESENCE_SECONDS", 0)
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    told = heard(await opened(hub, table.id, "north"), "kind")
    tabs = [await opened(hub, table.id, "", "carol") for _ in range(20)]
    for tab in tabs[1:]:
        await hub.leave(tab)
    assert told == ["presence"]
    await hub.leave(tabs[0])
    assert told == ["presence", "presence"]


async def test_simultaneous_arrivals_are_announced_together(monkeypatch):
    """Telling everybody of each arrival would take as many messages as the square of the watchers."""
    over = asyncio.Event()
    held = SimpleNamespace(**vars(asyncio) | {"sleep": lambda _: over.wait()})
    monkeypatch.setattr(live_presence, "asyncio", held)
    monkeypatch.setattr(live_presence, "PRESENCE_SECONDS", 3600)
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    told = heard(await opened(hub, table.id, "north"), "watchers")
    for number in range(20):
        await opened(hub, table.id, "", f"carol {number}")
    assert len(told) <= 1
    over.set()
    while not told or told[-1] < 20:
        await asyncio.sleep(0)
    assert len(told) <= 2


async def test_newcomer_is_told_at_once_who_was_there():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    await opened(hub, table.id, "north")
    told: list[list[str]] = []

    async def hear(text: str) -> None:
        if text != "{}":
            told.append(json.loads(text)["here"])

    carol = Connection(table.id, "carol", (), hear, hear)
    await hub.enter(carol)
    await hub.welcome(carol, "{}", 2)
    assert told == [["north"]]


async def visit(match: str, cookies: dict[str, str], address: str = "203.0.113.5") -> None:
    """Open the match's socket and stay."""
    said = [{"type": "websocket.connect"}]

    async def receive() -> dict[str, str]:
        return said.pop() if said else await asyncio.Future()

    async def nowhere(_: object) -> None:
        pass

    about = {
        "headers": [(b"host", b"localhost"), (b"origin", b"http://localhost")],
        "cookies": cookies,
        "client": (address, 1),
        "url_route": {"kwargs": {"match": match}},
        "query_string": b"",
    }
    await consumers.MatchConsumer()(about, receive, nowhere)
