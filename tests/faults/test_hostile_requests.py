"""R15: requests that are too large or never end, and their lines in the log."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from games_app.server.limits import LARGEST_BODY, LARGEST_HEAD
from tests.faults.raw_connection import (
    closing,
    connected,
    first_words,
    head,
    is_ended,
)
from tests.web_server import Server

WATCH = "/ws/watch?wall=all"
BEGUN = b"GET / HTTP/1.1\r\nHost: loc"
PATIENCE = 300.0
"""Seconds until a server must have ended it: tests/server/test_http.py has the exact times."""
USUAL_FILES = 1024
"""Number of open files that most systems allow by default."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that trusts no proxy: all requests come from one address."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (USUAL_FILES, hard))
    with Server(tmp_path_factory.mktemp("server")) as running:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        yield running


def asked(server: Server, request: bytes) -> bytes:
    """Return the head of the server's answer."""
    with connected(server.url) as connection:
        with suppress(ConnectionError):
            connection.sendall(request)
        return first_words(connection)


@pytest.mark.parametrize(
    ("method", "path", "size", "status"),
    [
        ("POST", "/import", LARGEST_BODY + 1, b"413"),
        ("POST", "/ws/x", 1, b"426"),
        ("GET", WATCH, 100_000_000, b"426"),
    ],
)
def test_a_body_that_nobody_wants_is_refused_before_it_is_sent(server, method, path, size, status):
    said = asked(server, head(method, path, f"Content-Length: {size}", "Expect: 100-continue"))
    assert said.startswith(b"HTTP/1.1 " + status), said
    assert b"connection: close" in said.lower()


def test_a_body_in_chunks_is_read_up_to_the_limit(server):
    chunk = b"10000\r\n" + bytes(0x10000) + b"\r\n"
    with connected(server.url) as connection:
        connection.sendall(head("POST", "/import", "Transfer-Encoding: chunked"))
        connection.settimeout(0.01)
        said, sent = b"", 0
        while not said and sent < 4 * LARGEST_BODY:
            connection.settimeout(20)
            connection.sendall(chunk)
            sent += len(chunk)
            connection.settimeout(0.005)
            with suppress(TimeoutError):
                said = connection.recv(4096)
        assert said.startswith(b"HTTP/1.1 413 "), (said, sent)


def test_a_head_is_read_up_to_the_limit(server):
    long = "x" * (LARGEST_HEAD // 2)
    assert asked(server, head("GET", "/healthz", f"Cookie: a={long}", "Connection: close")).startswith(
        b"HTTP/1.1 200 "
    )
    for sent in (head("GET", "/healthz", f"A: {long}", f"B: {long}"), BEGUN + b"x" * 10 * LARGEST_HEAD):
        assert asked(server, sent)[:12] in (b"", b"HTTP/1.1 400", b"HTTP/1.1 431")


def test_unfinished_request_is_not_waited_for(server):
    """Each sends a byte now and then, as long as the server bears it."""
    begun = {
        "a head": (BEGUN, b"a"),
        "empty lines": (b"\r\n", b"\r\n"),
        "a body": (head("POST", "/import", "Content-Length: 1000"), b"a"),
        "a body in chunks": (head("POST", "/import", "Transfer-Encoding: chunked"), b"1\r\na\r\n"),
        "another head": (head("GET", "/healthz") + BEGUN, b"a"),
    }
    going: dict[str, tuple[socket.socket, bytes]] = {}
    for name, (first, more) in begun.items():
        connection = connected(server.url)
        connection.sendall(first)
        going[name] = connection, more
    end = time.monotonic() + PATIENCE
    with closing(*(connection for connection, _ in going.values())):
        while going and time.monotonic() < end:
            for name, (connection, more) in list(going.items()):
                try:
                    connection.sendall(more)
                    ended = is_ended(connection, 0.01)
                except ConnectionError:
                    ended = True
                if ended:
                    del going[name]
            time.sleep(0.3)
    assert not going, f"still waited for: {list(going)}"
