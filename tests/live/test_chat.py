"""Chat in the hub: in order, each message once, and only to people who may read it at that moment."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import sync_to_async

from games_app.live.db_threads import read
from games_app.live.hub import Hub
from games_app.match.chat import allow_nearby, newest, talk
from games_app.match.match_state import load
from games_app.match.messages import AllowNearby, Say
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer, writer
from tests.cast import begun_match, guest, new_cmd
from tests.live import pages
from tests.live.pages import until

pytestmark = pytest.mark.django_db(transaction=True)


class Page(pages.Page):
    """A page of somebody who has the chat open."""

    def __init__(self, match: str, person: str, roles: tuple[str, ...] = (), network: str = "") -> None:
        super().__init__(match, person, roles)
        self.connection.network, self.connection.chats = network or person, True

    async def join(self, hub: Hub) -> None:
        await hub.enter(self.connection)
        match = (await read(load, [self.connection.match]))[self.connection.match]
        room = hub.opened(self.connection.match)
        room.learn(talk(match), over=False, chat=newest(match.row))
        room.learn_nearby(allow_nearby(match.pending.nearby), match.row.seq)
        await hub.welcome(
            self.connection, json.dumps({"kind": "snapshot", "seq": match.row.seq}), match.row.seq
        )

    @property
    def numbers(self) -> list[int]:
        return [one["number"] for one in self.told("chat_message")]

    @property
    def rooms(self) -> list[str]:
        """Return the rooms that it was last sent."""
        return list(self.told("chat")[-1]["rooms"])


@pytest.fixture
def no_beat(monkeypatch):
    monkeypatch.setattr("games_app.live.audience.BEAT_SECONDS", 3600)


async def say(table, person: int, room: str, *texts: str) -> None:
    """Store through another process; this one learns of it with the next beat."""
    for text in texts:
        said = Command(Say(cmd=new_cmd(), room=room, text=text), table.id, person)
        assert (await sync_to_async(Writer().run)([said]))[0].refusal is None


@pytest.mark.usefixtures("no_beat")
async def test_messages_of_another_process_come_in_order_with_the_beat():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    alice = Page(table.id, str(table.alice.pk), ("north",))
    await alice.join(hub)
    await say(table, table.bob.pk, "players", "One", "Two", "Three")
    await hub.beat_once()
    await hub.beat_once()
    assert alice.numbers == [1, 2, 3]
    late = Page(table.id, str(table.bob.pk), ("south",))
    await late.join(hub)
    await say(table, table.alice.pk, "players", "Four")
    await hub.beat_once()
    assert (alice.numbers, late.numbers) == ([1, 2, 3, 4], [4])


@pytest.mark.usefixtures("no_beat")
async def test_a_page_whose_room_is_closing_gets_nothing_more_and_holds_nobody_up():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    carol, dave = await sync_to_async(guest)("carol"), await sync_to_async(guest)("dave")
    watching = Page(table.id, str(carol.pk), network="home")
    other = Page(table.id, str(dave.pk), network="elsewhere")
    for page in (watching, other):
        await page.join(hub)
    assert watching.rooms == other.rooms == ["watchers"]
    await say(table, dave.pk, "watchers", "Seven is best")
    hub.opened(table.id).elsewhere.networks.add("home")
    await hub._rung({f"{table.id}/watchers": 1})
    assert (watching.numbers, other.numbers) == ([], [1])


@pytest.mark.usefixtures("no_beat")
async def test_the_end_opens_the_watchers_room_to_everybody():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    alice = Page(table.id, str(table.alice.pk), ("north",))
    stranger = Page(table.id, "~unknown")
    for page in (alice, stranger):
        await page.join(hub)
    assert (alice.rooms, stranger.rooms) == (["players"], [])
    await sync_to_async(table.send)(table.bob.pk, "resign")
    await sees(stranger, "watchers")
    await sees(alice, "players", "watchers")


async def allow(table, person: int, *, allowed: bool = True, elsewhere: bool = False) -> None:
    """Store here, or in another process, of which this one learns when the doorbell rings."""
    decided = Command(AllowNearby(new_cmd(), allowed=allowed), table.id, person)
    process = Writer() if elsewhere else writer
    assert (await sync_to_async(process.run)([decided]))[0].refusal is None


async def sees(page: Page, *rooms: str) -> None:
    await until(lambda: page.rooms == list(rooms))


@pytest.mark.usefixtures("no_beat")
@pytest.mark.parametrize("elsewhere", [False, True])
async def test_watchers_beside_a_player_chat_while_both_players_allow_it(elsewhere):
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    carol = await sync_to_async(guest)("carol")
    alice = Page(table.id, str(table.alice.pk), ("north",), network="home")
    beside = Page(table.id, str(carol.pk), network="home")
    unknown = Page(table.id, "~unknown", network="home")
    for page in (alice, beside, unknown):
        await page.join(hub)

    async def decide(player: int, *, allowed: bool = True) -> None:
        await allow(table, player, allowed=allowed, elsewhere=elsewhere)
        await hub._rung({table.id: (await sync_to_async(lambda: table.row)()).seq})

    await decide(table.alice.pk)
    assert beside.rooms == [], "one player is not enough"
    await decide(table.bob.pk)
    await sees(beside, "watchers")
    assert (alice.rooms, unknown.rooms) == (["players"], [])
    await say(table, carol.pk, "watchers", "Mine is the red one")
    await hub.beat_once()
    assert (beside.numbers, alice.numbers) == ([1], [])
    late = Page(table.id, str(carol.pk), network="home")
    await late.join(hub)
    assert late.rooms == ["watchers"], "as the match was when they came"
    await decide(table.alice.pk, allowed=False)
    await sees(beside)
    await sees(late)
    await say(table, carol.pk, "watchers", "Too late")
    await hub.beat_once()
    assert (beside.numbers, late.numbers) == ([1], [])


@pytest.mark.usefixtures("no_beat")
async def test_earlier_permission_does_not_hold_for_a_later_position():
    hub, table = Hub(), await sync_to_async(begun_match)("mancala")
    await Page(table.id, str(table.alice.pk), ("north",)).join(hub)
    room = hub.opened(table.id)
    room.learn_nearby(False, 9)
    room.learn_nearby(True, 8)
    assert room.nearby is False
