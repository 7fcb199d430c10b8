"""The client of docs/example_client.py does what docs/protocol.md asks of it, whatever a server sends."""

from __future__ import annotations

import random
import urllib.error
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedError
from websockets.frames import Close

from tests.example_client import example_client

ADDRESS = "http://play.example/m/7kq2mzc4xh"


def snapshot(seq: int, status: str = "playing") -> dict[str, Any]:
    return {
        "kind": "snapshot",
        "protocol": 3,
        "seq": seq,
        "you": [],
        "events": [],
        "position": {"to_move": []},
        "match": {"status": status},
    }


class Connections:
    """Replacement for `connect`: each connection brings what it is given, a message or a close code."""

    def __init__(self, *brings: list[dict[str, Any] | int]) -> None:
        self.brings = list(brings)

    @asynccontextmanager
    async def __call__(self, *_: Any, **__: Any) -> AsyncIterator[Connections]:
        assert self.brings, "The client connects once more."
        self.messages = self.brings.pop(0)
        yield self

    async def recv(self) -> str:
        assert self.messages, "The client waits for more."
        message = self.messages.pop(0)
        if isinstance(message, int):
            raise ConnectionClosedError(Close(message, ""), None)
        return msgspec.json.encode(message).decode()

    async def send(self, text: str) -> None:
        pass


async def test_a_client_that_may_not_see_the_match_gives_up_at_once(monkeypatch):
    module = example_client()
    monkeypatch.setattr(module, "connect", Connections([4423]))
    monkeypatch.setattr(random, "uniform", lambda low, high: 0)
    with pytest.raises(ConnectionClosed, match="4423"):
        await module.Client(ADDRESS).run()


async def test_a_client_ends_when_its_invitation_expires(monkeypatch):
    module = example_client()
    monkeypatch.setattr(module, "connect", Connections([snapshot(2, "expired")]))
    client = module.Client(ADDRESS)
    await client.run()
    assert client.status == "expired"


async def test_a_client_goes_on_from_a_backup_that_was_restored(monkeypatch):
    module = example_client()
    monkeypatch.setattr(module, "connect", Connections([snapshot(12), 1006], [snapshot(7, "over")]))
    monkeypatch.setattr(random, "uniform", lambda low, high: 0)
    client = module.Client(ADDRESS)
    await client.run()
    assert (client.seq, client.known) == (7, 7)


def test_a_form_whose_answer_is_lost_is_sent_again_with_the_same_id(monkeypatch):
    module, forms = example_client(), []

    class Opener:
        def open(self, address: str, form: bytes | None = None, timeout: float = 0) -> Any:
            if "/new/" in address and form:
                forms.append(parse_qs(form.decode()))
                if len(forms) == 1:
                    raise urllib.error.URLError("the connection was lost")
            return nullcontext(SimpleNamespace(url=address))

    monkeypatch.setattr(module.request, "build_opener", lambda *_: Opener())
    monkeypatch.setattr(module.time, "sleep", lambda _: None)
    module.Client("http://play.example/new/mancala", "alice")
    assert len(forms) == 2
    assert forms[0]["cmd"] == forms[1]["cmd"]
