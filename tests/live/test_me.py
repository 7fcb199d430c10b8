"""A player's stream: what concerns them in any match, once, also after a gap, and nothing of others."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.lists import my_events, settled_rows
from games_app.lists.settled_rows import CURSOR_LIFETIME, Cursor
from games_app.live import audience, me
from games_app.live.hub import Hub
from games_app.live.me import MyStreams, place_of
from games_app.match.messages import Act, Cancel, Create, Join, MatchConfig, Message, TurnDown
from games_app.match.terms import CLOCK_PRESETS
from games_app.models import Account, ApiToken, Event, Player
from games_app.people import api_tokens, friends
from games_app.record.commands.registry import Command
from games_app.record.results import Answer
from games_app.record.writer import Writer, writer
from tests.cast import Table, guest, new_cmd
from tests.live.pages import Page, until

pytestmark = pytest.mark.django_db(transaction=True)


class Stream(Page):
    """A client of a player's stream, and all that it got."""

    def __init__(self, player: Player, **opened: Any) -> None:
        super().__init__(person=str(player.pk), seq=0, **opened)

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [one for one in self.messages if one["kind"] not in ("stream", "beat")]

    @property
    def kinds(self) -> list[str]:
        """Kinds of the events, then of the chat: which of two that come together is found first is chance."""
        return sorted((one["kind"] for one in self.entries), key="chat".__eq__)

    @property
    def said(self) -> list[str]:
        return [one["message"]["text"] for one in self.entries if one["kind"] == "chat"]


@pytest.fixture(autouse=True)
def _no_beats_of_its_own(monkeypatch):
    """Let the tests poll."""
    monkeypatch.setattr(audience, "BEAT_SECONDS", 1000.0)


@pytest.fixture
def streams():
    return MyStreams(Hub())


@pytest.fixture
def alice():
    return account("alice")


@pytest.fixture
def bob(alice):
    bob = account("bob")
    for asker, asked in ((alice, bob), (bob, alice)):
        assert friends.ask(asker, asked, clock.now()) is None
    return bob


def account(name: str) -> Player:
    player = guest(name)
    Account.objects.create(player=player, name=name, password="!", created_at=clock.now())
    return player


async def opened(streams: MyStreams, player: Player, after: Cursor | None = None, **about: Any) -> Stream:
    stream = Stream(player, **about)
    await streams.enter(stream.connection, after)
    return stream


def place(stream: Stream) -> Cursor:
    """Return the place that a client last heard of, as the server reads it."""
    cursor = Cursor.read(stream.messages[-1]["id"])
    assert cursor
    return cursor


def run(match: str, player: Player | None, message: Message) -> Answer:
    return writer.run([Command(message, match, player.pk if player else None, from_server=not player)])[0]


def offered(alice: Player, invited: Player | None = None, visibility: str = "public") -> str:
    config = MatchConfig("mancala", {}, "north", visibility, CLOCK_PRESETS["5+3"])
    answer = run("", alice, Create(config, alice.name, invited=invited.pk if invited else None))
    assert answer.refusal is None
    return answer.match


def joined(match: str, alice: Player, bob: Player) -> Table:
    assert run(match, bob, Join(bob.name)).refusal is None
    return Table(match, alice, bob)


def played(alice: Player, bob: Player) -> Table:
    """Let them play a short match to its end."""
    table = joined(offered(alice, bob), alice, bob)
    for role, action in (("north", "pick p10"), ("south", "pick p1")):
        assert table.act(role, action).refusal is None
    table.send(bob.pk, "say", room="players", text="I must go")
    table.send(bob.pk, "resign")
    return table


WHOLE = ["invitation_answered", "match_started", "turn", "turn", "match_over", "chat"]
"""The kinds of what alice hears of it."""


async def test_a_player_hears_of_the_beginning_of_each_turn_and_of_the_end(streams, alice, bob):
    match = await sync_to_async(offered)(alice)
    stream = await opened(streams, alice)
    assert stream.entries == []
    table = await sync_to_async(joined)(match, alice, bob)
    await until(lambda: len(stream.entries) == 2)
    started, turn = stream.entries
    assert (started["kind"], started["name"], started["role"]) == ("match_started", "bob", "north")
    assert started["player"] == bob.public_id
    assert (turn["kind"], turn["match"], turn["role"], turn["seq"]) == ("turn", match, "north", 2)
    answers = [await sync_to_async(table.act)(*act) for act in (("north", "pick p10"), ("south", "pick p1"))]
    await until(lambda: len(stream.entries) == 3)
    assert (stream.entries[-1]["kind"], stream.entries[-1]["seq"]) == ("turn", answers[-1].seq)
    await sync_to_async(table.send)(bob.pk, "resign")
    await until(lambda: len(stream.entries) == 4)
    over = stream.entries[-1]
    assert (over["kind"], over["result"]["winner"], over["result"]["how"]) == (
        "match_over",
        "north",
        "resignation",
    )


async def test_an_invitation_and_its_answer_reach_both_and_nobody_else(streams, alice, bob):
    carol = await sync_to_async(guest)("carol")
    mine, his, hers = [await opened(streams, one) for one in (alice, bob, carol)]
    match = await sync_to_async(offered)(alice, bob)
    await until(lambda: his.entries)
    (invited,) = his.entries
    assert (invited["kind"], invited["match"], invited["game"]) == ("invitation", match, "mancala")
    assert (invited["name"], invited["player"]) == ("alice", alice.public_id)
    await sync_to_async(run)(match, bob, TurnDown())
    await until(lambda: mine.entries and len(his.entries) == 2)
    for (answered,) in (mine.entries, his.entries[1:]):
        assert (answered["kind"], answered["match"]) == ("invitation_answered", match)
        assert answered["answer"] == "declined"
    withdrawn = await sync_to_async(offered)(alice, bob)
    await sync_to_async(run)(withdrawn, alice, Cancel())
    await until(lambda: len(his.entries) == 4)
    assert his.entries[-1]["answer"] == "withdrawn"
    await sync_to_async(played)(alice, bob)
    await streams.beat_once()
    assert hers.entries == []


async def test_blocked_player_is_not_heard(streams, alice, bob):
    table = await sync_to_async(joined)(await sync_to_async(offered)(alice, bob), alice, bob)
    mine, his = await opened(streams, alice), await opened(streams, bob)
    begin = place(his)
    await sync_to_async(friends.block)(bob, alice)
    invitation = await sync_to_async(offered)(alice, bob)
    await sync_to_async(run)(invitation, alice, Cancel())
    await sync_to_async(table.send)(alice.pk, "say", room="players", text="Hello")
    await sync_to_async(table.send)(bob.pk, "say", room="players", text="Good bye")
    await streams.beat_once()
    for stream in (his, await opened(streams, bob, begin)):
        assert (stream.kinds, stream.said) == (["chat"], ["Good bye"])
    assert mine.kinds == ["invitation_answered", "chat", "chat"]


async def test_the_watchers_room_is_not_heard_before_the_end(streams, alice, bob):
    carol = await sync_to_async(guest)("carol")
    table = await sync_to_async(joined)(await sync_to_async(offered)(alice), alice, bob)
    stream = await opened(streams, alice)
    begin = place(stream)
    await sync_to_async(table.send)(carol.pk, "say", room="watchers", text="Take p7")
    await sync_to_async(table.send)(bob.pk, "resign")
    await sync_to_async(table.send)(carol.pk, "say", room="watchers", text="Well played")
    await streams.beat_once()
    fresh = await opened(streams, alice, begin)
    assert stream.kinds == fresh.kinds == ["match_over", "chat"]
    assert stream.said == ["Well played"]


async def test_a_choice_in_secret_is_not_in_the_stream(streams, alice, bob):
    def begun() -> Table:
        config = MatchConfig(
            "congkak",
            {"rounds": "1", "sowing": "auto", "opening": "simultaneous"},
            "south",
            "seats",
            CLOCK_PRESETS["days"],
        )
        return joined(run("", alice, Create(config, "alice")).match, alice, bob)

    his = await opened(streams, bob)
    table = await sync_to_async(begun)()
    await until(lambda: his.kinds == ["match_started", "turn"])
    action = (await sync_to_async(lambda: table.now.state.legal_actions("south"))())[0]
    await sync_to_async(table.act)("south", action)
    await streams.beat_once()
    assert his.kinds == ["match_started", "turn"]
    assert action not in json.dumps(his.messages)


async def test_a_client_goes_on_after_any_entry_and_loses_and_doubles_nothing(streams, alice, bob):
    begin = (await opened(streams, alice)).messages[0]["id"]
    await sync_to_async(played)(alice, bob)
    # All in one look: chat that one look finds comes before the events that the next one finds.
    first = await opened(streams, alice, Cursor.read(begin))
    assert first.kinds == WHOLE
    elsewhere = MyStreams(Hub())
    for pages in (streams, elsewhere):
        for had, known in enumerate([begin, *(one["id"] for one in first.entries)]):
            again = await opened(pages, alice, Cursor.read(known))
            await pages.beat_once()
            assert [{**one, "id": ""} for one in again.entries] == [
                {**one, "id": ""} for one in first.entries[had:]
            ]


async def test_an_open_stream_keeps_its_token_in_use(streams, alice):
    own = await Account.objects.aget(player=alice)
    await sync_to_async(api_tokens.make)(own, "a program", clock.now())
    token = await ApiToken.objects.aget()
    await opened(streams, alice, token=token.pk)
    for _ in range(me.POLLS_PER_BEAT):
        await streams.beat_once()
    assert (await ApiToken.objects.aget()).used_at


async def test_a_long_gap_is_made_up_in_parts(streams, alice, bob, monkeypatch):
    monkeypatch.setattr(my_events, "MAX_ROWS", 2)
    begin = place(await opened(streams, alice))
    matches = [(await sync_to_async(played)(alice, bob)).id for _ in range(4)]
    stream = await opened(streams, alice, begin)
    for kinds in (set(WHOLE) - {"chat"}, {"chat"}):
        told = [(one["kind"], one["match"]) for one in stream.entries if one["kind"] in kinds]
        assert told == [(kind, match) for match in matches for kind in WHOLE if kind in kinds]


async def test_an_entry_waits_for_rows_before_it_and_comes_once_in_their_order(
    streams, alice, bob, monkeypatch
):
    """On PostgreSQL, an event may be committed after one with a higher key."""

    def act(table: Table, key: int) -> None:
        act = Act(cmd=new_cmd(), action="pick p10", base=2)
        assert Writer().run([Command(act, table.id, alice.pk)])[0].refusal is None
        Event.objects.filter(match__public_id=table.id, seq=3).update(id=key)

    tables = [await sync_to_async(lambda: joined(offered(alice), alice, bob))() for _ in range(2)]
    stream = await opened(streams, bob)
    places = [place(stream)]
    newest = settled_rows.newest
    last = (await sync_to_async(newest)()).events
    monkeypatch.setattr(settled_rows, "newest", lambda: newest()._replace(writing=frozenset({"3/7"})))
    await sync_to_async(act)(tables[1], last + 100)
    await streams.beat_once()
    fresh = await opened(streams, bob, places[0])
    assert stream.entries == fresh.entries == []
    monkeypatch.undo()
    await sync_to_async(act)(tables[0], last + 50)
    await streams.beat_once()
    assert [one["match"] for one in stream.entries] == [table.id for table in tables]
    assert fresh.entries == stream.entries
    places += [Cursor.read(one["id"]) for one in stream.entries]
    lacking = [[one["match"] for one in (await opened(streams, bob, known)).entries] for known in places]
    assert lacking == [[tables[0].id, tables[1].id], [tables[1].id], []]


async def test_many_entries_at_once_leave_ids_short(streams, alice, bob):
    stream = await opened(streams, bob)
    for _ in range(12):
        await sync_to_async(lambda: joined(offered(alice), alice, bob))()
    await streams.beat_once()
    ids = [one["id"] for one in stream.entries]
    assert len(ids) == 12
    assert max(map(len, ids)) <= 50
    longest = Cursor(clock.moment(10**14), 10**18 - 1, 10**18 - 1).text(clock.moment(10**14))
    assert Cursor.read(longest)
    assert len(longest) <= 50


async def test_a_place_that_is_unknown_or_too_old_is_refused(streams, alice):
    stream = await opened(streams, alice)
    at, _, rest = stream.messages[0]["id"].partition(".")
    old = int(at) - CURSOR_LIFETIME.total_seconds()
    for text in ("12", "x" * 5000, f"{old:.0f}.{rest}", f"{at}.999999999.0", f"{at}-1-0", f"{at}.١.0"):
        refusal = await sync_to_async(place_of)(text, alice.pk)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "unknown_place"
    assert isinstance(await sync_to_async(place_of)(f"{at}.{rest}", alice.pk), Cursor)
