"""A server that is asked to end answers running requests, closes every socket, and is gone."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.sync.client import ClientConnection

from tests.played import Seat, begin
from tests.site import PROXIES
from tests.web_server import Server

PATIENCE = 180
"""Seconds; they only guard against waiting for ever."""


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "data", PROXIES) as running:
        yield running


def rest(socket: ClientConnection) -> tuple[list[dict], int | None]:
    """Return the remaining messages until the socket is closed, and the close code."""
    messages = []
    try:
        while True:
            messages.append(json.loads(socket.recv(timeout=PATIENCE)))
    except ConnectionClosed as closed:
        return messages, closed.rcvd.code if closed.rcvd else None


def ended(server: Server) -> bool:
    """Return whether it ends by itself."""
    until = time.monotonic() + PATIENCE
    while server.running and time.monotonic() < until:
        time.sleep(0.05)
    return not server.running


def ready(url: str) -> int:
    """Return the status of `/readyz`."""
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_a_command_under_way_is_answered_and_every_socket_is_told_to_come_back(server):
    match = begin(server.url, "mancala")
    with ExitStack() as sockets:
        pages = [sockets.enter_context(match.open(role)) for role in ("north", "south") * 5]
        mover = Seat(pages[0])
        mover.see(2)
        base = mover.position["base"]["north"]
        mover.socket.send(json.dumps({"kind": "act", "cmd": "last-words", "action": "pick p7", "base": base}))
        mover.socket.ping().wait(PATIENCE)
        server.ask_to_end()
        messages, code = rest(mover.socket)
        answers = [message for message in messages if message.get("cmd") == "last-words"]
        assert [answer["ok"] for answer in answers] == [True], answers
        assert {code, *(rest(page)[1] for page in pages[1:])} == {CloseCode.SERVICE_RESTART}
    assert ended(server)


def test_proxies_learn_that_visitors_are_better_sent_elsewhere(server):
    assert ready(server.url) == 200
    server.ask_to_end()
    while (status := ready(server.url)) == 200:
        pass
    assert status == 503
    assert ended(server)
