"""R16, R15: which pages may open a socket, from where, and how many."""

from __future__ import annotations

import json
from ipaddress import ip_network
from typing import Any

import pytest
from django.db import OperationalError
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from games_app.lib.client_ip import client_ip, rate_limit_key
from games_app.live import consumers, joining, protocol
from games_app.live.hub import Hub
from games_app.live.joining import OpenSockets, address_of, origin_allowed

OURS = "http://play.example:8000"


@pytest.fixture(autouse=True)
def our_site(settings):
    settings.ALLOWED_HOSTS = ["play.example"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://friend.example"]
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.0/8")]


def scope(origin: str | None, *, host: str = "play.example:8000", session: bool = False):
    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
    return {"headers": headers, "cookies": {"sessionid": "abc"} if session else {}}


@pytest.mark.parametrize(
    ("origin", "session", "allowed"),
    [
        (OURS, True, True),
        (OURS, False, True),
        ("https://friend.example", True, True),
        (None, False, True),
        (None, True, False),
        ("null", True, False),
        ("http://mallory.example", True, False),
        ("http://mallory.example", False, False),
        ("https://play.example:8000", True, False),
        ("http://play.example", True, False),
        ("http://play.example:8001", True, False),
        ("http://play.example:8000.mallory.example", True, False),
    ],
)
def test_only_our_own_pages_may_bring_a_session(origin, session, allowed):
    assert origin_allowed(scope(origin, session=session)) is allowed


def test_a_host_that_is_not_ours_vouches_for_nothing():
    assert not origin_allowed(scope("http://mallory.example", host="mallory.example", session=True))


@pytest.mark.parametrize("host", ["[::1]", "[::1]:8000", "PLAY.example"])
def test_a_page_is_ours_by_whatever_name_the_site_may_be_opened(settings, host):
    settings.ALLOWED_HOSTS = ["[::1]", "play.example"]
    assert origin_allowed(scope(f"http://{host}", host=host, session=True))


@pytest.mark.parametrize("host", ["[::1", "::1", "play.example:port", "play.example/", "[play.example]", ""])
def test_a_host_that_cannot_be_read_is_not_ours(host):
    assert not origin_allowed(scope(f"http://{host}", host=host, session=True))


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.5", "", "203.0.113.5"),
        ("203.0.113.5", "198.51.100.7", "203.0.113.5"),
        ("10.1.2.3", "198.51.100.7", "198.51.100.7"),
        ("10.1.2.3", "1.1.1.1, 198.51.100.7, 10.9.9.9", "198.51.100.7"),
        ("::ffff:10.1.2.3", "198.51.100.7, ::ffff:10.9.9.9", "198.51.100.7"),
        ("10.1.2.3", "", "10.1.2.3"),
        ("10.1.2.3", "what is this", "what is this"),
        ("", "", "unknown"),
    ],
)
def test_a_forwarded_address_counts_only_from_a_trusted_proxy(peer, forwarded, address):
    assert client_ip(peer, forwarded) == address


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.5", "203.0.113.5", True),
        ("203.0.113.5", "203.0.113.6", False),
        ("203.0.113.5", "::ffff:203.0.113.5", True),
        ("::ffff:203.0.113.5", "::ffff:203.0.113.6", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:aaaa:bbbb:cccc:dddd", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("what is this", "unknown", False),
    ],
)
def test_limits_count_a_whole_network_of_the_new_kind_as_one_address(one, other, same):
    assert (rate_limit_key(one) == rate_limit_key(other)) is same
    sockets = [address_of({"client": (address, 1), "headers": []}) for address in (one, other)]
    assert len(set(sockets)) == (1 if same else 2)


def test_one_address_opens_so_many_sockets_and_then_as_many_as_it_closes():
    sockets = OpenSockets(limit=2)
    assert [sockets.admit("a") for _ in range(3)] == [True, True, False]
    assert sockets.admit("b")
    sockets.release("a")
    assert sockets.admit("a")


async def test_a_socket_that_ends_by_a_failure_is_counted_no_more(monkeypatch):
    """Otherwise a database that is gone for a while would lock out everybody who tried again and again."""

    def gone(*_: object) -> None:
        raise OperationalError

    async def connecting() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    sent: list[dict[str, Any]] = []
    sockets, hub = OpenSockets(limit=1), Hub()
    monkeypatch.setattr(consumers, "open_sockets", sockets)
    monkeypatch.setattr(consumers, "hub", hub)
    monkeypatch.setattr(joining, "load", gone)
    about = scope(OURS) | {
        "client": ("203.0.113.5", 1),
        "url_route": {"kwargs": {"match": "2222222222"}},
        "query_string": b"",
    }
    await consumers.MatchConsumer()(about, connecting, send)
    assert sent[-1] == {"type": "websocket.close", "code": consumers.TRY_AGAIN}
    assert sockets.admit("203.0.113.5")
    assert not hub._rooms


def test_a_message_nested_without_end_is_answered_as_any_other_that_cannot_be_read():
    with pytest.raises(protocol.Malformed):
        protocol.decode('{"a":' + "[" * 4000)


@pytest.mark.parametrize(
    "path",
    [
        "/ws/m/nope",
        "/ws/m/2222222222",
        "/ws/elsewhere",
        "/ws/m/2222222222/more",
        "/ws/watch",
        "/ws/watch?wall=chess",
        "/ws/watch?follow=nobody",
    ],
)
async def test_a_socket_to_no_match_is_closed_with_a_code_that_says_so(server, path):
    socket = await connect(server.url.replace("http", "ws", 1) + path, origin=server.url)
    with pytest.raises(ConnectionClosed):
        await socket.recv()
    assert socket.close_code == 4404


async def test_a_wall_is_only_looked_at(server):
    address = server.url.replace("http", "ws", 1) + "/ws/watch?wall=all"
    async with connect(address, origin=server.url) as socket:
        assert json.loads(await socket.recv())["kind"] == "wall"
        for said, code in (('{"kind":"resign","cmd":"cmd-00000001"}', "not_seated"), ("[]", "malformed")):
            await socket.send(said)
            answer = json.loads(await socket.recv())
            assert (answer["kind"], answer["ok"], answer["code"]) == ("answer", False, code)
        await socket.send('{"kind":"sync","after":0}')
        assert json.loads(await socket.recv())["kind"] == "wall"
    for origin in ("http://mallory.example", "null"):
        with pytest.raises(InvalidStatus, match="403"):
            await connect(address, origin=origin)
