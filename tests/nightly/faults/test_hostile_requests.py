"""R15: requests that are too large or never end, and their lines in the log."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress

import pytest

from games_app.server.limits import CONNECTIONS_PER_ADDRESS
from tests.faults.raw_connection import (
    PING,
    TEXT,
    answered,
    closing,
    connected,
    first_words,
    frame,
    head,
    is_ended,
    reset,
    upgrade,
    websocket,
)
from tests.faults.test_hostile_requests import (
    BEGUN,
    WATCH,
    asked,
    server,  # noqa: F401  (fixtures)
)
from tests.server.uncollected_server import Uncollected
from tests.web_server import healthy

UNREAD = 10
"""Number of connections whose client reads nothing."""
UNREAD_MEMORY = 40 * 1024 * 1024
"""Maximum growth of the server by these connections, in bytes."""


@pytest.fixture
def uncollected(tmp_path) -> Iterator[Uncollected]:
    with Uncollected(tmp_path) as running:
        yield running


def test_a_request_that_opens_a_websocket_brings_no_body(server):
    for header in ("Content-Length: 100000000", "Transfer-Encoding: chunked"):
        assert asked(server, upgrade(WATCH, header)).startswith(b"HTTP/1.1 400 ")


def test_of_one_address_those_who_have_waited_longest_make_room(server):
    slow = []
    for _ in range(CONNECTIONS_PER_ADDRESS + 20):
        slow.append(connected(server.url))
        slow[-1].sendall(BEGUN)
    with closing(*slow):
        assert healthy(server.url)
        assert sum(is_ended(connection, 0.01) for connection in slow[:20]) == 20
        assert not any(is_ended(connection, 0.001) for connection in slow[-100:])


def test_requests_sent_ahead_of_their_answers_are_few_or_answered_in_turn(server):
    with connected(server.url) as connection:
        connection.sendall(head("GET", "/healthz") * 5 + head("GET", "/healthz", "Connection: close"))
        said = answered(connection)
    assert said.count(b"HTTP/1.1 200 ") == 6
    before = server.memory()
    several = [connected(server.url) for _ in range(10)]
    with closing(*several):
        for connection in several:
            connection.setblocking(False)
            with suppress(BlockingIOError):
                connection.send(head("GET", "/healthz") * 6000)
        for connection in several:
            for _ in range(20):
                assert b"HTTP/1.1 200 " in first_words(connection)
        assert server.memory() - before < 30 * 1024 * 1024


def test_pages_that_are_asked_for_and_never_read_take_little_memory(server):
    """The first pages of a process take more than later ones."""
    for _ in range(100):
        asked(server, head("GET", "/", "Connection: close"))
    before = server.memory()
    several = [connected(server.url) for _ in range(UNREAD)]
    with closing(*several):
        going = list(several)
        for connection in several:
            connection.setblocking(False)
        while going:
            for connection in list(going):
                try:
                    connection.send(head("GET", "/") * 50)
                except BlockingIOError:
                    continue
                except OSError:
                    going.remove(connection)
            assert healthy(server.url)
            assert server.memory() - before < UNREAD_MEMORY
    assert server.memory() - before < UNREAD_MEMORY


@pytest.mark.parametrize("path", ["/", "/new/mancala", "/site.webmanifest"])
def test_no_client_says_where_the_site_is_mounted(server, path):
    def page(**headers: str) -> bytes:
        with urllib.request.urlopen(urllib.request.Request(server.url + path, headers=headers)) as answer:
            return bytes(answer.read())

    names = ("Daphne-Root-Path", "Script-Name", "X-Script-Name", "X-Forwarded-Prefix")
    pages = [page(**{name: "/mallory"}) for name in names]
    assert not [name for name, text in zip(names, pages, strict=True) if b"mallory" in text]


def test_no_client_says_where_the_sockets_are_mounted(server):
    with websocket(server.url, WATCH, "Daphne-Root-Path: /ws"):
        pass


NONSENSE = {
    "no request": b"\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03" + bytes(range(256)),
    "odd version": b"GET / HTTP/9.\xff\r\nHost: localhost\r\n\r\n",
    "odd host": b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    "two hosts": head("GET", "/", "Host: localhost"),
    "odd root path": b"GET / HTTP/1.1\r\nHost: localhost\r\nDaphne-Root-Path: \xff\r\n\r\n",
    "odd length": head("POST", "/", "Content-Length: x"),
    "odd chunk": head("POST", "/", "Transfer-Encoding: chunked") + b"zz\r\n\r\n",
    "half a body": head("POST", "/", "Content-Length: 50") + b"abc",
    "too many fields": head(
        "POST",
        "/import",
        f"Cookie: csrftoken={'a' * 32}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {4 * 3000 - 1}",
    )
    + b"&".join([b"a=1"] * 3000),
    "many at once": head("GET", "/") * 30,
    "odd protocol": upgrade(WATCH)[:-2] + b"Sec-WebSocket-Protocol: \xff\r\n\r\n",
    "no key": head("GET", WATCH, "Upgrade: websocket", "Connection: Upgrade"),
    "too early": upgrade(WATCH) + frame(TEXT, b"\r\n\r\n"),
    "opened": upgrade(WATCH),
}
FRAMES = {
    "no mask": b"\x81\x01a",
    "no text": frame(TEXT, b"\xff"),
    "no opcode": frame(3),
    "long ping": frame(PING, b"a" * 126),
    "odd close": frame(8, b"\x00\x01"),
    "too long": frame(TEXT, b"a" * 30_000),
    "half": frame(TEXT, b"a" * 100)[:20],
    "too many": frame(PING) * 100,
    "questions": frame(TEXT, b'{"kind":"sync"}') * 300,
}


def test_clients_that_leave_or_talk_nonsense_leave_no_traceback_in_the_log(uncollected):
    server = uncollected
    for wait in (0.0, 0.02):
        for said in NONSENSE.values():
            connection = connected(server.url)
            with suppress(ConnectionError):
                connection.sendall(said)
            time.sleep(wait)
            reset(connection)
        for said in FRAMES.values():
            page = websocket(server.url, WATCH)
            with suppress(ConnectionError):
                page.sendall(said)
            time.sleep(wait)
            reset(page)
    # Told to go while the site was telling it something: it takes some luck to hit upon that.
    pages = []
    for _ in range(150):
        pages.append(websocket(server.url, WATCH))
        pages[-1].sendall(FRAMES["no mask"])
    for page in pages:
        reset(page)
    assert healthy(server.url)
    server.wait_until_forgotten()
    words = server.log.read_text(errors="replace")
    assert "Traceback" not in words, words[-4000:]
