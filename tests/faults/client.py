"""A person without a browser: opens pages, speaks the live protocol, keeps a model of the match."""

from __future__ import annotations

import asyncio
import http.cookiejar
import itertools
import json
import random
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

_numbers = itertools.count()


class Disconnected(Exception):
    """The server went away while something was waited for."""


class Visitor:
    """Somebody with a cookie jar: one guest of the site."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page, redirects followed."""
        return self._open(urllib.request.Request(self.url + path))

    def post(self, path: str, form: str, **fields: str) -> tuple[int, str, str]:
        """Send the form found on the page ``form`` to ``path``: status, text, and where it led."""
        _, page = self.get(form)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        data = {"csrfmiddlewaretoken": token[1] if token else "", **fields}
        request = urllib.request.Request(self.url + path, urllib.parse.urlencode(data).encode())
        try:
            with self._opener.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode(), urllib.parse.urlparse(answer.url).path
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), path

    def make_match(self, game: str, side: str, **options: str) -> str:
        """A new match by the form; its id."""
        fields = {"side": side, "visibility": "public", "name": "alice", **options}
        status, text, path = self.post(f"/new/{game}", f"/new/{game}", **fields)
        assert status == 200, (status, text)
        return path.rsplit("/", 1)[1]

    def join(self, match: str, name: str) -> None:
        status, text, _ = self.post(f"/m/{match}/join", f"/m/{match}", name=name)
        assert status == 200, (status, text)

    def record(self, match: str) -> list[dict[str, Any]]:
        """All events of a match as anybody may read them."""
        events: list[dict[str, Any]] = []
        while True:
            before = f"&before={events[0]['seq']}" if events else ""
            page = json.loads(self.get(f"/m/{match}/events?limit=200{before}")[1])
            events = page["events"] + events
            if page["first"]:
                return events

    def _open(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self._opener.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


class Client:
    """One open page of a match: what it was shown, what it sent, what it was answered."""

    def __init__(
        self, visitor: Visitor, match: str, lose: Callable[[dict[str, Any]], bool] = lambda _: False
    ):
        """``lose`` says which messages from the server get lost on their way."""
        self.visitor, self.match, self.lose = visitor, match, lose
        self.shown: dict[int, dict[str, Any]] = {}
        self.answers: dict[str, list[dict[str, Any]]] = {}
        self.seq = 0
        self.position: dict[str, Any] = {}
        self.status = ""
        self.you: list[str] = []
        self.syncs = 0
        self._news = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, after: bool = False) -> None:
        host = self.visitor.url.removeprefix("http://")
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.visitor.cookies)
        query = f"?after={self.seq}" if after else ""
        self.position = {}
        self._socket = await connect(
            f"ws://{host}/ws/m/{self.match}{query}",
            origin=self.visitor.url,
            additional_headers={"Cookie": cookies},
        )
        self._reading = asyncio.create_task(self._read(self._socket))
        await self.until(lambda: bool(self.position))

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reading:
            await self._reading

    async def until(self, condition: Callable[[], bool], seconds: float = 20) -> None:
        """Wait until what this client knows fulfils ``condition``. Raises Disconnected."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: condition() or self._socket is None)
        if not condition():
            raise Disconnected

    async def send(self, message: dict[str, Any] | str) -> None:
        if self._socket is None:
            raise Disconnected
        try:
            await self._socket.send(message if isinstance(message, str) else json.dumps(message))
        except ConnectionClosed as error:
            raise Disconnected from error

    async def act(
        self, role: str, action: str, cmd: str | None = None, base: int | None = None
    ) -> dict[str, Any]:
        """Play and wait for the answer."""
        cmd = cmd or new_cmd()
        known = len(self.answers.get(cmd, ()))
        base = self.position["base"][role] if base is None else base
        await self.send({"kind": "act", "cmd": cmd, "base": base, "action": action})
        await self.until(lambda: len(self.answers.get(cmd, ())) > known)
        return self.answers[cmd][-1]

    def my_move(self) -> str | None:
        """The role that this client may act for now."""
        return next((role for role in self.position["to_move"] if role in self.you), None)

    def choice(self, dice: random.Random) -> tuple[str, str]:
        """One of my legal actions: (role, action)."""
        role = self.my_move()
        assert role
        return role, dice.choice(self.position["legal"][role])

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                message = json.loads(text)
                if not self.lose(message):
                    await self._take(message)
        except ConnectionClosed:
            pass
        async with self._news:
            self._socket = None
            self._news.notify_all()

    async def _take(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "snapshot":
                self.seq, self.you, self.position = message["seq"], message["you"], message["position"]
                self.status = message["match"]["status"]
                for event in message["events"]:
                    self.shown[event["seq"]] = event
            case "answer":
                self.answers.setdefault(message["cmd"], []).append(message)
            case "event":
                await self._event(message)
            case "events":
                for event in message["events"]:
                    await self._event(event)
            case "beat" if message["seq"] > self.seq:
                await self._sync()
        async with self._news:
            self._news.notify_all()

    async def _event(self, event: dict[str, Any]) -> None:
        if event["seq"] > self.seq + 1:
            await self._sync()
        elif event["seq"] == self.seq + 1:
            self.shown[event["seq"]] = event
            self.seq, self.position, self.status = event["seq"], event["position"], event["status"]

    async def _sync(self) -> None:
        self.syncs += 1
        await self.send({"kind": "sync", "after": self.seq})


def new_cmd() -> str:
    return f"client-{next(_numbers):08}"
