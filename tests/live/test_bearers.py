"""Programs with a token at sockets: they are its player within its scope, and nobody once it ends."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings

from games_app.lib import clock, request_cookies
from games_app.live import audience
from games_app.live.joining import FOREIGN_ORIGIN, TOO_MANY, UNKNOWN_PLACE
from games_app.live.me import MOST_OF_PLAYER
from games_app.live.room import SESSION_ENDED
from games_app.live.routing import websockets
from games_app.models import Account, ApiToken, Bot, Device, Player, Presence, Sanction
from games_app.people import api_tokens, players, sanctions
from tests.cast import Table, begun_match, new_cmd

pytestmark = pytest.mark.django_db(transaction=True)

HOST = b"play.example"


@pytest.fixture(autouse=True)
def _our_site(settings, monkeypatch):
    """Serve a site whose beats come often: they close what has ended."""
    settings.ALLOWED_HOSTS = [HOST.decode()]
    monkeypatch.setattr(audience, "BEAT_SECONDS", 0.05)


@pytest.fixture
def table() -> Table:
    return begun_match("mancala")


class Socket(WebsocketCommunicator):
    """A program's socket."""

    def __init__(self, path: str, token: str = "", **more: str) -> None:
        sent = {"host": HOST.decode(), **more} | ({"authorization": f"Bearer {token}"} if token else {})
        headers = [(name.encode(), text.encode()) for name, text in sent.items()]
        super().__init__(URLRouter(websockets), path, headers)

    async def opened(self) -> Socket:
        assert (await self.connect(timeout=120))[0]
        return self

    async def get(self, kind: str) -> dict[str, Any]:
        """Return the next message of this kind."""
        while (message := await self.receive_json_from(timeout=120))["kind"] != kind:
            pass
        return message

    async def closed_with(self) -> int:
        async with asyncio.timeout(120):
            while (message := await self.receive_output(timeout=120))["type"] != "websocket.close":
                pass
        return message["code"]


def token_of(player: Player, scopes: str = "read") -> str:
    known = Account.objects.filter(player=player).first()
    account = known or Account.objects.create(
        player=player, name=player.name, password="!", created_at=clock.now()
    )
    token = api_tokens.make(account, "a program", clock.now())
    ApiToken.objects.filter(pk=api_tokens.tokens_of(account).last().pk).update(scopes=scopes)
    return token


def act(table: Table) -> dict[str, Any]:
    return {"kind": "act", "cmd": new_cmd(), "base": 2, "action": "pick p10"}


async def test_a_token_that_may_play_acts_as_its_player(table):
    token = await sync_to_async(token_of)(table.alice, "read play")
    socket = await Socket(f"/ws/m/{table.id}", token).opened()
    assert (await socket.get("snapshot"))["you"] == ["north"]
    await socket.send_json_to(act(table))
    answer = await socket.get("answer")
    assert (answer["ok"], answer["seq"]) == (True, 3)
    assert (await sync_to_async(lambda: table.now.pending.programs)()) == ("north",)
    await socket.disconnect()


async def test_a_token_that_may_only_read_watches_as_its_player_and_changes_nothing(table):
    token = await sync_to_async(token_of)(table.alice)
    await sync_to_async(table.send)(table.alice.pk, "open_to", who="seats")
    socket = await Socket(f"/ws/m/{table.id}?chat=1", token).opened()
    assert (await socket.get("snapshot"))["you"] == ["north"]
    say = {"kind": "say", "cmd": new_cmd(), "room": "players", "text": "Hello"}
    for command in (act(table), say, {"kind": "resign", "cmd": new_cmd()}):
        await socket.send_json_to(command)
        answer = await socket.get("answer")
        assert (answer["code"], answer["cmd"]) == ("out_of_scope", command["cmd"])
    await socket.send_json_to({"kind": "read_chat", "room": "players", "before": None})
    assert (await socket.get("chat_page"))["messages"] == []
    assert (await socket.get("beat"))["here"] == []
    assert (await sync_to_async(lambda: table.row.seq)()) == 3
    assert not await Presence.objects.aexists()
    await socket.disconnect()


async def test_a_player_who_leaves_a_program_behind_that_reads_is_away(table):
    tokens = [await sync_to_async(token_of)(table.alice, scopes) for scopes in ("read play", "read")]
    page, program = [await Socket(f"/ws/m/{table.id}", token).opened() for token in tokens]
    while (await program.get("beat"))["here"] != ["north"]:
        pass
    lease = Presence.objects.filter(person=str(table.alice.pk))
    until = (await lease.aget()).until
    await page.disconnect()
    async with asyncio.timeout(120):
        while (await program.get("beat"))["here"] or await lease.filter(until__gte=until).aexists():
            pass
    await program.disconnect()


@pytest.mark.parametrize("path", ["/ws/m/{match}", "/ws/me"])
@pytest.mark.parametrize("end", ["revoke", "expire", "bar"])
async def test_an_open_socket_closes_when_its_token_ends(table, path, end):
    token = await sync_to_async(token_of)(table.alice, "read play")
    socket = await Socket(path.format(match=table.id), token).opened()
    await socket.receive_json_from(timeout=120)
    if end == "revoke":
        await sync_to_async(ApiToken.objects.all().delete)()
    elif end == "expire":
        await sync_to_async(ApiToken.objects.update)(expires_at=clock.now())
    else:
        until = clock.now() + timedelta(days=1)
        await sync_to_async(sanctions.impose)(table.alice, Sanction.Kind.BAR, until)
    assert await socket.closed_with() == SESSION_ENDED


async def test_the_socket_of_a_bot_closes_when_its_owner_is_barred(table):
    token = await sync_to_async(token_of)(table.alice, "read play")
    await sync_to_async(token_of)(table.bob)
    given = {"made_at": clock.now(), "fastest": "3+2", "slowest": "days", "at_once": 4}
    owner = await Account.objects.aget(player=table.bob)
    await Bot.objects.acreate(player=table.alice, owner=owner, **given)
    socket = await Socket(f"/ws/m/{table.id}", token).opened()
    await socket.receive_json_from(timeout=120)
    until = clock.now() + timedelta(days=1)
    await sync_to_async(sanctions.impose)(table.bob, Sanction.Kind.BAR, until)
    assert await socket.closed_with() == SESSION_ENDED


@pytest.mark.parametrize("path", ["/ws/m/{match}", "/ws/me"])
async def test_an_unknown_token_and_one_in_the_address_open_nothing(table, path):
    token = await sync_to_async(token_of)(table.alice)
    path = path.format(match=table.id)
    for socket, code in (
        (Socket(path, f"{token}x"), "bad_token"),
        (Socket(path, authorization=f"Basic {token}"), "bad_token"),
        (Socket(f"{path}?token={token}"), "token_in_address"),
    ):
        await socket.opened()
        assert (await socket.get("answer"))["code"] == code
        assert await socket.closed_with() == SESSION_ENDED


async def test_a_token_opens_no_door_for_a_foreign_page_or_a_cookie_without_origin(table):
    token = await sync_to_async(token_of)(table.alice)
    for more in ({"origin": "http://mallory.example"}, {"cookie": "sessionid=abc"}):
        assert await Socket("/ws/me", token, **more).connect() == (False, FOREIGN_ORIGIN)


async def test_a_token_counts_instead_of_the_cookies(table):
    token = await sync_to_async(token_of)(table.bob)
    cookies = {"origin": "http://play.example", "cookie": "sessionid=abc"}
    socket = await Socket(f"/ws/m/{table.id}", token, **cookies).opened()
    assert (await socket.get("snapshot"))["you"] == ["south"]
    await socket.disconnect()


async def test_a_player_hears_of_their_matches_and_a_stranger_is_sent_away(table):
    token = await sync_to_async(token_of)(table.bob)
    socket = await Socket("/ws/me", token).opened()
    begin = (await socket.get("stream"))["id"]
    await sync_to_async(table.act)("north", "pick p10")
    turn = await socket.get("turn")
    assert (turn["match"], turn["role"], turn["seq"]) == (table.id, "south", 3)
    await socket.disconnect()
    again = await Socket(f"/ws/me?after={begin}", token).opened()
    assert (await again.get("turn"))["seq"] == 3
    await again.send_json_to(act(table))
    assert (await again.get("answer"))["code"] == "not_seated"
    await again.disconnect()
    for socket, refusal, code in (
        (Socket("/ws/me"), "nobody", SESSION_ENDED),
        (Socket("/ws/me?after=nonsense", token), "unknown_place", UNKNOWN_PLACE),
    ):
        await socket.opened()
        assert (await socket.get("answer"))["code"] == refusal
        assert await socket.closed_with() == code


async def test_a_session_opens_the_stream_of_its_player_from_a_page_of_the_site_until_it_is_signed_out():
    def begin() -> tuple[Player, str]:
        session = request_cookies.session_of({})
        player = players.newcomer(session, clock.now())
        session.save()
        assert session.session_key
        return player, session.session_key

    player, key = await sync_to_async(begin)()
    cookies = {"origin": f"http://{HOST.decode()}", "cookie": f"{settings.SESSION_COOKIE_NAME}={key}"}
    socket = await Socket("/ws/me", **cookies).opened()
    await socket.get("stream")
    ended = {"begun_at": clock.now(), "ended_at": clock.now()}
    await Device.objects.filter(session_key=key).adelete()
    await Device.objects.acreate(session_key=key, player=player, **ended)
    assert await socket.closed_with() == SESSION_ENDED


async def test_a_player_has_only_so_many_streams(table):
    token = await sync_to_async(token_of)(table.bob)
    sockets = [await Socket("/ws/me", token).opened() for _ in range(MOST_OF_PLAYER)]
    for socket in sockets:
        await socket.get("stream")
    one_more = await Socket("/ws/me", token).opened()
    assert (await one_more.get("answer"))["code"] == "too_many_streams"
    assert await one_more.closed_with() == TOO_MANY
    await sockets[0].disconnect()
    another = await Socket("/ws/me", token).opened()
    assert await another.get("stream")
    for socket in (another, *sockets[1:]):
        await socket.disconnect()
