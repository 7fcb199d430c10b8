"""The wall: many small matches over one socket; nothing is lost, and only public things are shown."""

from __future__ import annotations

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async

from games_app.lib import clock
from games_app.live import wall as live_wall
from games_app.live.hub import Hub
from games_app.live.room import TOO_SLOW, UNSEEN_LIMIT
from games_app.live.wall import Walls
from games_app.match.messages import Act
from games_app.models import Account, Match, Player, Presence, Seat
from games_app.people.friends import block
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer
from tests.appointments.meeting import befriended
from tests.cast import Table, begun_match, new_cmd
from tests.live import pages as open_pages
from tests.live.pages import until

pytestmark = pytest.mark.django_db(transaction=True)


class Page(open_pages.Page):
    """A page of a wall: the boards that it shows after all messages so far."""

    def __init__(self) -> None:
        super().__init__(seq=0)

    @property
    def order(self) -> list[str]:
        return self.told("wall")[-1]["order"]

    @property
    def seqs(self) -> dict[str, int]:
        """Return the last seq of each match, as the page shows it."""
        seqs = {}
        for message in self.messages:
            for board in message.get("boards", []) if message["kind"] == "wall" else []:
                seqs[board["id"]] = board["standing"]["seq"]
            if message["kind"] == "moved":
                seqs[message["id"]] = message["standing"]["seq"]
        return seqs


async def a_table(game: str = "mancala") -> Table:
    return await sync_to_async(begun_match)(game)


async def opened(walls: Walls, game: str | None = "", follow: str = "") -> Page:
    page = Page()
    await walls.enter(page.connection, game, follow)
    return page


def watched(table: Table, *people: str) -> None:
    """Let these people have the match open, by the record."""
    leases = [
        Presence(match=table.row, process="p", person=one, until=clock.now() + timedelta(minutes=1))
        for one in people
    ]
    Presence.objects.bulk_create(leases)


def taken(table: Table, role: str, player: Player) -> None:
    Seat.objects.filter(match=table.row, role=role).update(player=player)


async def test_the_most_watched_come_first_and_then_the_liveliest():
    tables = [await a_table(game) for game in ("mancala", "checkers", "mancala", "morris")]
    await sync_to_async(watched)(tables[1], "carol", "dave")
    await sync_to_async(watched)(tables[0], "carol")
    walls = Walls(Hub())
    everything, mancala = await opened(walls), await opened(walls, "mancala")
    ids = [table.id for table in tables]
    assert everything.order == [ids[1], ids[0], ids[3], ids[2]]
    assert mancala.order == [ids[0], ids[2]]


async def test_a_page_hears_of_the_matches_that_it_shows_and_of_more_as_one_scrolls():
    tables = [await a_table() for _ in range(4)][::-1]
    walls, two, all_four = Walls(Hub()), Page(), Page()
    await walls.enter(two.connection, "", "", shown=2)
    await walls.enter(all_four.connection, "", "", shown=4)
    ids = [table.id for table in tables]
    assert (two.order, all_four.order) == (ids[:2], ids)
    await sync_to_async(tables[3].act)("north", "pick p7")
    await sync_to_async(tables[1].act)("north", "pick p7")
    await until(lambda: len(all_four.told("moved")) == 2 and two.told("moved"))
    assert [one["id"] for one in two.told("moved")] == [ids[1]]
    await walls.beat_once()
    assert [set(page.told("beat")[-1]["boards"]) for page in (two, all_four)] == [{ids[1], ids[3]}, set(ids)]
    assert [board["id"] for board in two.told("wall")[-1]["boards"]] == [ids[3]]


async def test_event_is_sent_at_once_small_and_encoded_once():
    walls, table = Walls(Hub()), await a_table()
    pages = [await opened(walls) for _ in range(20)]
    await sync_to_async(table.act)("north", "pick p7")
    await until(lambda: all(page.told("moved") for page in pages))
    (moved,) = pages[0].told("moved")
    assert moved["standing"]["facts"]["pits"]["p7"] == 0
    assert moved["standing"]["last"] == ["p7", "p10"]
    assert "trace" not in pages[0].texts[-1]
    assert len({id(page.texts[-1]) for page in pages}) == 1


async def test_a_beat_repairs_what_another_process_stored_and_nobody_rang_for():
    walls, table = Walls(hub := Hub()), await a_table()
    page = await opened(walls)
    elsewhere = Command(Act(new_cmd(), 2, "pick p7"), table.id, table.alice.pk)
    await sync_to_async(Writer().run)([elsewhere])
    assert page.seqs == {table.id: 2}
    await hub.beat_once()
    assert page.seqs == {table.id: 3}
    await walls.beat_once()
    assert page.told("beat")[-1]["boards"] == {table.id: [3, 0]}


async def test_a_match_that_began_comes_on_the_wall_with_the_next_beat_and_nothing_else_is_sent_again():
    walls, first = Walls(Hub()), await a_table()
    page = await opened(walls)
    second = await a_table()
    await walls.beat_once()
    assert page.order == [second.id, first.id]
    assert [board["id"] for board in page.told("wall")[-1]["boards"]] == [second.id]


async def test_a_match_that_has_ended_shows_its_result_for_a_while_and_gives_way(monkeypatch):
    walls, table, other = Walls(Hub()), await a_table(), await a_table()
    page = await opened(walls)
    await sync_to_async(table.send)(table.bob.pk, "resign")
    await until(lambda: page.told("moved"))
    assert page.told("moved")[-1]["standing"]["result"]["winner"] == "north"
    await walls.beat_once()
    assert table.id in page.order
    monkeypatch.setattr(live_wall, "RESULT_STAYS", 0)
    await walls.beat_once()
    assert page.order == [other.id]


@pytest.mark.parametrize("who", ["seats", "link"])
async def test_a_match_that_is_closed_leaves_the_wall_and_nothing_more_of_it_is_told(who):
    walls, table = Walls(Hub()), await a_table()
    page = await opened(walls)
    await sync_to_async(table.send)(table.alice.pk, "open_to", who=who)
    await sync_to_async(table.act)("north", "pick p7")
    await walls.beat_once()
    assert page.order == []
    assert page.seqs == {table.id: 2}
    await sync_to_async(table.send)(table.alice.pk, "open_to", who="public")
    await walls.beat_once()
    assert page.seqs == {table.id: 5}


async def test_visitor_of_the_wall_is_no_watcher_of_a_match():
    walls, table = Walls(hub := Hub()), await a_table()
    page = await opened(walls)
    await hub.beat_once()
    await walls.beat_once()
    assert page.told("beat")[-1]["boards"][table.id][1] == 0
    assert await sync_to_async(Presence.objects.count)() == 0


async def test_a_page_that_says_nothing_of_having_seen_anything_is_let_go():
    walls = Walls(Hub())
    await a_table()
    page = await opened(walls)
    for _ in range(UNSEEN_LIMIT // len(page.texts[0]) + 1):
        await walls.tell_all(page.connection, "")
    assert page.code == TOO_SLOW


async def test_follower_hears_of_a_players_next_public_match_once():
    walls, table = Walls(Hub()), await a_table()
    page = await opened(walls, None, table.alice.public_id)
    assert [one["match"] for one in page.told("next")] == [table.id]
    await walls.beat_once()
    secret, following = await a_table(), await a_table()
    for one in (secret, following):
        await sync_to_async(taken)(one, "south", table.alice)
    await sync_to_async(Match.objects.filter(public_id=secret.id).update)(visibility="link")
    await walls.beat_once()
    await walls.beat_once()
    assert [one["match"] for one in page.told("next")] == [table.id, following.id]
    assert page.order == []


async def test_wall_of_friends_shows_their_public_games_and_hides_those_who_hide():
    shown, hidden, strangers, private = [await a_table() for _ in range(4)]
    alice, friend = await sync_to_async(befriended)("alice", "carol")
    await sync_to_async(befriended)("alice", "dave")
    dave = await Player.objects.aget(name="dave")
    await sync_to_async(taken)(shown, "north", friend)
    await sync_to_async(taken)(private, "south", friend)
    await sync_to_async(taken)(hidden, "south", dave)
    await Account.objects.filter(player=dave).aupdate(shows_presence=False)
    await Match.objects.filter(public_id=private.id).aupdate(visibility="link")
    walls = Walls(Hub())
    page, others = await opened(walls, alice.pk), await opened(walls, strangers.alice.pk)
    assert (page.order, others.order) == ([shown.id], [])
    await sync_to_async(taken)(shown, "south", dave)
    await walls.beat_once()
    assert page.order == [], "a game against somebody who hides"
    await sync_to_async(taken)(shown, "south", alice)
    await walls.beat_once()
    assert page.order == [], "her own game"
    await Account.objects.filter(player=dave).aupdate(shows_presence=True)
    await walls.beat_once()
    assert page.order == [hidden.id]
    await sync_to_async(block)(alice, dave)
    await walls.beat_once()
    assert page.order == []
