"""Pages of friends over a socket: who is here, asks and invites, within a beat; nothing for others."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games_app.lib import clock
from games_app.live import lobby as live_lobby
from games_app.live.lobby import POLLS_PER_BEAT, LobbyPages
from games_app.live.room import SESSION_ENDED
from games_app.match.messages import RANDOM, MatchConfig
from games_app.match.terms import CLOCK_PRESETS
from games_app.models import Account, Device, Match, Player
from games_app.people import friends
from games_app.people.client_marks import NO_CLIENT
from games_app.record import use_cases
from tests.cast import guest
from tests.live import pages as open_pages

pytestmark = pytest.mark.django_db(transaction=True)


class Page(open_pages.Page):
    """A page of friends, or of the lobby."""

    def __init__(self, player: Player, session: str = "") -> None:
        super().__init__(person=str(player.pk), seq=0, session=session)

    @property
    def contacts(self) -> list[dict[str, Any]]:
        return self.told("contacts")

    @property
    def here(self) -> dict[str, bool]:
        return {one["name"]: one["here"] for one in self.contacts[-1]["friends"]}


@pytest.fixture(autouse=True)
def _no_beats_of_its_own(monkeypatch):
    """Let the tests beat."""
    monkeypatch.setattr(live_lobby, "POLL_SECONDS", 1000.0)


def account(name: str) -> Player:
    player = guest(name)
    Account.objects.create(player=player, name=name, password="!", created_at=clock.now())
    return player


def befriend(one: Player, other: Player) -> None:
    for asker, asked in ((one, other), (other, one)):
        assert friends.ask(asker, asked, clock.now()) is None


async def beat(pages: LobbyPages) -> None:
    for _ in range(POLLS_PER_BEAT):
        await pages.beat_once()


async def opened(pages: LobbyPages, player: Player, session: str = "") -> Page:
    page = Page(player, session)
    await pages.enter_friends(page.connection)
    return page


@pytest.fixture
def alice():
    return account("alice")


@pytest.fixture
def bob():
    return account("bob")


async def test_a_friend_is_seen_to_come_and_to_leave_in_this_process_and_another(alice, bob):
    await sync_to_async(befriend)(alice, bob)
    pages, elsewhere = LobbyPages(), LobbyPages()
    page = await opened(pages, alice)
    assert page.here == {"bob": False}
    for there in (pages, elsewhere):
        other = Page(bob)
        await there.enter(other.connection)
        await beat(pages)
        assert page.here == {"bob": True}
        await there.leave(other.connection)
        await beat(pages)
        assert page.here == {"bob": False}
    other = await opened(pages, bob)
    assert other.here == {"alice": True}


async def test_player_who_hides_their_presence_is_never_seen(alice, bob):
    await sync_to_async(befriend)(alice, bob)
    own = await sync_to_async(lambda: bob.account)()
    await sync_to_async(friends.set_shows_presence)(own, shows=False)
    pages = LobbyPages()
    await pages.enter(Page(bob).connection)
    page = await opened(pages, alice)
    assert page.here == {"bob": False}


@pytest.mark.parametrize("asker", ["alice", "bob"])
async def test_presence_is_for_friends_alone(alice, bob, asker):
    people = {"alice": alice, "bob": bob}
    other = bob if asker == "alice" else alice
    await sync_to_async(friends.ask)(people[asker], other, clock.now())
    pages = LobbyPages()
    await pages.enter(Page(bob).connection)
    page = await opened(pages, alice)
    assert page.here == {}
    assert '"here"' not in page.texts[-1]


async def test_a_request_and_its_acceptance_appear_by_themselves_and_a_block_ends_both(alice, bob):
    pages = LobbyPages()
    mine, theirs = await opened(pages, alice), await opened(pages, bob)
    await sync_to_async(friends.ask)(alice, bob, clock.now())
    await beat(pages)
    assert [one["name"] for one in theirs.contacts[-1]["asking"]] == ["alice"]
    assert [one["name"] for one in mine.contacts[-1]["asked"]] == ["bob"]
    await sync_to_async(friends.ask)(bob, alice, clock.now())
    await beat(pages)
    assert (mine.here, theirs.here) == ({"bob": True}, {"alice": True})
    await sync_to_async(friends.block)(bob, alice)
    await beat(pages)
    assert (mine.here, theirs.here) == ({}, {})


async def test_an_invitation_appears_by_itself_but_none_of_somebody_blocked(alice, bob):
    await sync_to_async(befriend)(alice, bob)
    pages = LobbyPages()
    page = await opened(pages, bob)
    config = MatchConfig("mancala", {}, RANDOM, Match.Visibility.PUBLIC, CLOCK_PRESETS["days"])
    sender = use_cases.Sender(alice, NO_CLIENT)
    made = await sync_to_async(use_cases.invite)(sender, bob, config, "command-1")
    assert made.refusal is None
    await beat(pages)
    (invited,) = page.contacts[-1]["invitations"]
    assert (invited["id"], invited["name"], invited["game"]) == (made.match, "alice", "Mancala")
    assert timedelta(hours=23) < clock.moment(invited["until"]) - clock.now() <= timedelta(days=1)
    await sync_to_async(friends.block)(bob, alice)
    await beat(pages)
    assert page.contacts[-1]["invitations"] == []


async def test_a_device_that_was_signed_out_hears_nothing_more(alice, bob):
    pages = LobbyPages()
    page = await opened(pages, alice, "session")
    now = clock.now()
    await sync_to_async(Device.objects.create)(
        session_key="session", player=alice, begun_at=now, ended_at=now
    )
    await sync_to_async(friends.ask)(bob, alice, now)
    await beat(pages)
    assert page.code == SESSION_ENDED
    assert page.contacts[-1]["asking"] == []
