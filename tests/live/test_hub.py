"""The hub: one encoding for everybody, the record in order to each page, joining without a race."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable

import pytest
from asgiref.sync import sync_to_async

from games_app.live.db_threads import read
from games_app.live.hub import Hub
from games_app.live.room import MATCH_CLOSED
from games_app.match.match_state import load
from games_app.match.messages import Act, OpenTo
from games_app.models import Event
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer
from tests.cast import begun_match, guest, new_cmd
from tests.live import pages
from tests.live.pages import until

pytestmark = pytest.mark.django_db(transaction=True)


class Page(pages.Page):
    """A page of the match."""

    @property
    def seqs(self) -> list[int]:
        """Return the snapshot's seq, then those of the events, in order of arrival."""
        return [one["seq"] for one in self.messages if one["kind"] in ("snapshot", "event")]

    @property
    def company(self) -> tuple[int, list[str]]:
        """Return the number of watchers, and the names among them, as the page was last told."""
        told = json.loads(self.texts[-1])
        return told["watchers"], told["names"]

    async def join(self, hub: Hub, *, after: Awaitable[object] | None = None) -> None:
        await hub.enter(self.connection)
        seq = (await read(load, [self.connection.match]))[self.connection.match].row.seq
        if after:
            await after
        await hub.welcome(self.connection, json.dumps({"kind": "snapshot", "seq": seq}), seq)


@pytest.fixture
def no_beat(monkeypatch):
    """Hub without beats, for messages that must not wait for the beat, which would bring everything later."""
    monkeypatch.setattr("games_app.live.audience.BEAT_SECONDS", 3600)


async def test_one_event_to_100_watchers_is_encoded_once():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    pages = [Page(table.id, str(number)) for number in range(100)]
    for page in pages:
        await page.join(hub)
    await sync_to_async(table.act)("north", "pick p7")
    await until(lambda: all(page.seqs[-1] == 3 for page in pages))
    frames = {id(text) for page in pages for text in page.texts if json.loads(text)["kind"] == "event"}
    assert len(frames) == 1
    stored = await read(lambda: Event.objects.get(match__public_id=table.id, seq=3).frame)
    assert stored in pages[0].texts


@pytest.mark.usefixtures("no_beat")
async def test_events_during_a_snapshot_follow_it_at_once():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    page = Page(table.id, "carol")
    begun, made = asyncio.Event(), asyncio.Event()

    async def making():
        begun.set()
        await made.wait()

    joining = asyncio.create_task(page.join(hub, after=making()))
    await begun.wait()
    other = Page(table.id, "dave")
    await other.join(hub)
    await sync_to_async(table.act)("north", "pick p7")
    await until(lambda: other.seqs == [2, 3])
    assert page.seqs == []
    made.set()
    await joining
    assert page.seqs == [2, 3]


@pytest.mark.usefixtures("no_beat")
async def test_an_event_brings_with_it_what_was_stored_before_it_elsewhere():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    page = Page(table.id, "carol")
    await page.join(hub)
    elsewhere = Command(Act(new_cmd(), 2, "pick p7"), table.id, table.alice.pk)
    await sync_to_async(Writer().run)([elsewhere])
    await sync_to_async(table.act)("south", "pick p1")
    await until(lambda: page.seqs == [2, 3, 4])


async def test_watchers_are_sent_away_when_a_match_is_closed_to_them_and_its_players_stay():
    hubs, table = (Hub(), Hub()), await sync_to_async(begun_match)("mancala")
    player, watcher, elsewhere = (Page(table.id, person) for person in ("alice", "carol", "dave"))
    player.connection.roles = ("north",)
    for page, hub in ((player, hubs[0]), (watcher, hubs[0]), (elsewhere, hubs[1])):
        await page.join(hub)
    command = Command(OpenTo(new_cmd(), "seats"), table.id, table.alice.pk)
    await sync_to_async(Writer().run)([command])
    await sync_to_async(table.act)("north", "pick p7")
    for hub in hubs:
        await hub.beat_once()
    assert (player.code, player.seqs) == (None, [2, 3, 4])
    for page in (watcher, elsewhere):
        assert (page.code, page.seqs) == (MATCH_CLOSED, [2])


async def test_importer_still_sees_a_match_that_is_closed_to_watchers():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    page = Page(table.id, "alice")
    page.connection.brought = True
    await page.join(hub)
    command = Command(OpenTo(new_cmd(), "seats"), table.id, table.alice.pk)
    await sync_to_async(Writer().run)([command])
    await hub.beat_once()
    assert (page.code, page.seqs) == (None, [2, 3])


async def test_a_person_with_tabs_at_two_processes_counts_as_one_watcher_too():
    hubs, table = (Hub(), Hub()), await sync_to_async(begun_match)("mancala")
    carol = await read(guest, "carol")
    pages = [Page(table.id, str(carol.pk), name=carol.name) for _ in hubs]
    for hub, page in zip(hubs, pages, strict=True):
        await page.join(hub)
        await hub.beat_once()
    await until(lambda: not any(hub.presence.is_renewing for hub in hubs))
    for hub, page in zip(hubs, pages, strict=True):
        await hub.beat_once()
        assert page.company == (1, ["carol"])
