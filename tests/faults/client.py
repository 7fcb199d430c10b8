"""A page without a browser: it speaks the live protocol and keeps a model of the match."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Self
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.faults.visitor import Visitor

SEEN_EVERY = 5
"""Beats between two acknowledgements of a page,"""
UNSEEN = 64 * 1024
"""and bytes after which it acknowledges at once."""
ASK_AGAIN = 1.0
"""Seconds before it asks for the same missing events again."""
LONGEST = 300.0
"""Seconds that a test waits for what must come, unless it says otherwise."""
ANSWERS = {"answer", "chat_page", "events", "snapshot"}
LARGEST_FRAME = 4 * 1024 * 1024
CHANGES_THE_BOARD = {"created", "started", "opening", "acted", "sealed", "taken_back", "unsealed"}

_numbers = itertools.count()


class Disconnected(Exception):
    """Raised if the connection ended during a wait; the message says whose, and how."""


class Client:
    """One open page of a match: what it got, what it sent, and its answers."""

    query: ClassVar[dict[str, str]] = {}
    """Parameters of its address."""
    silence: float | None = None
    """Seconds without a message after which it treats its connection as dead; None: never."""
    unheard: float | None = None
    """Seconds without an answer after which it does so too: it hears the beats, and nobody hears it."""

    def __init__(
        self,
        visitor: Visitor,
        match: str,
        lose: Callable[[dict[str, Any]], bool] = lambda _: False,
        through: Any = None,
    ) -> None:
        """``lose`` selects messages from the server that get lost; ``through`` is a proxy."""
        self.visitor, self.match, self.lose, self.through = visitor, match, lose, through
        self.shown: dict[int, dict[str, Any]] = {}
        self.views: dict[int, str] = {}
        """Seq -> hash of the position as this person saw it then."""
        self.beside: dict[int, tuple[Any, Any]] = {}
        """Seq -> clocks and offers, as a snapshot told them."""
        self.told_at: dict[int, float] = {}
        """Seq -> what time it was, in seconds since 1970, when the event had come,"""
        self.shown_at: dict[int, float] = {}
        """and by the monotonic clock."""
        self.answers: dict[str | None, list[dict[str, Any]]] = {}
        self.words: set[str] = set()
        """Commands of the chat: an answer names the match's last event, and another one a later event."""
        self.seq = 0
        self.position: dict[str, Any] = {}
        self.status = ""
        self.you: list[str] = []
        self.syncs = 0
        self.closed_with: int | None = None
        self.says_seen = True
        self.longest = LONGEST
        self.beats = 0
        self._unseen = 0
        self._heard_at = time.monotonic()
        self._asked = (-1, 0.0)
        self._asked_since: float | None = None
        """Time since which no request on this connection was answered."""
        self._board = 0
        """The seq at which the board was last seen to change,"""
        self._mine: tuple[int, dict[str, Any]] = (0, {})
        """and that of the last sealed choice, with the facts as its sealer sees them."""
        self._news = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, after: bool = False) -> None:
        self._socket = await self._connect(after)
        self.position, self.seq = {}, 0
        self._reading = asyncio.create_task(self._read(self._socket))
        await self.until(lambda: bool(self.position))

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reading:
            await self._reading

    async def cut(self) -> None:
        """Drop the connection without a word, as in a tunnel."""
        if self._socket:
            self._socket.transport.abort()
        if self._reading:
            await self._reading

    async def until(self, condition: Callable[[], bool], seconds: float | None = None) -> None:
        """Wait until this client's knowledge meets ``condition``. Raises Disconnected and TimeoutError."""
        longest = seconds or self.longest
        try:
            async with asyncio.timeout(longest), self._news:
                await self._news.wait_for(lambda: condition() or self._is_lost())
        except TimeoutError:
            raise TimeoutError(f"What was waited for did not come in {longest:g} s: {self}") from None
        if not condition():
            if self._reading and self._reading.done():
                self._reading.result()  # raises what a test found wrong with a message
            raise Disconnected(str(self))

    def __str__(self) -> str:
        """Return where this client is, for readers of an error."""
        state = "connected" if self._socket else f"not connected, closed with {self.closed_with}"
        heard = f"heard nothing for {time.monotonic() - self._heard_at:.1f} s"
        asked = {cmd: len(answers) for cmd, answers in list(self.answers.items())[-1:]}
        who = "/".join(self.you) or "watcher"
        return f"{self.match} {who} at event {self.seq}, {state}, {heard}, last answers {asked}"

    async def hears_beats(self, number: int = 1) -> None:
        """Wait until so many more beats have come."""
        wanted = self.beats + number
        await self.until(lambda: self.beats >= wanted)

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        if self._socket is None:
            raise Disconnected(str(self))
        if isinstance(message, dict) and message.get("kind") != "seen" and self._asked_since is None:
            self._asked_since = asyncio.get_running_loop().time()
        try:
            await self._socket.send(json.dumps(message) if isinstance(message, dict) else message)
        except ConnectionClosed as error:
            raise Disconnected(str(self)) from error

    async def act(
        self, role: str, action: str, cmd: str | None = None, base: int | None = None
    ) -> dict[str, Any]:
        """Play and wait for the answer."""
        base = self.position["base"][role] if base is None else base
        return await self.ask({"kind": "act", "cmd": cmd or new_cmd(), "base": base, "action": action})

    async def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command and wait for its next answer."""
        cmd = command["cmd"]
        known = len(self.answers.get(cmd, ()))
        await self.send(command)
        await self.until(lambda: len(self.answers.get(cmd, ())) > known)
        return self.answers[cmd][-1]

    @property
    def connected(self) -> bool:
        return self._socket is not None

    def my_move(self) -> str | None:
        """Return the role that this client may act for now."""
        return next((role for role in self.position.get("to_move", ()) if role in self.you), None)

    def choice(self, dice: random.Random) -> tuple[str, str]:
        """Return one of the client's legal actions: (role, action)."""
        role = self.my_move()
        assert role
        return role, dice.choice(self.position["legal"][role])

    def _is_lost(self) -> bool:
        return self._socket is None

    async def _connect(self, after: bool) -> ClientConnection:
        url = self.through.url if self.through else self.visitor.url
        query = urlencode(self.query | ({"after": str(self.seq)} if after else {}))
        return await connect(
            f"ws://{url.removeprefix('http://')}/ws/m/{self.match}?{query}",
            origin=self.visitor.url,  # type: ignore[arg-type]
            additional_headers=self.visitor.cookie_header() | {"X-Forwarded-For": self.visitor.address},
            compression=None,
            max_size=LARGEST_FRAME,
        )

    async def _read(self, socket: ClientConnection) -> None:
        self._asked_since, self._heard_at = None, time.monotonic()
        try:
            with suppress(ConnectionClosed, Disconnected, TimeoutError):
                while not self._is_unheard():
                    async with asyncio.timeout(self.silence):
                        text = await socket.recv()
                    self._heard_at = time.monotonic()
                    self._unseen += len(text)
                    if self.says_seen and self._unseen > UNSEEN:
                        await self._seen()
                    message = json.loads(text)
                    if not self.lose(message):
                        await self._take(message)
        finally:
            socket.transport.abort()
            self.closed_with = socket.close_code
            async with self._news:
                self._socket = None
                self._news.notify_all()

    def _is_unheard(self) -> bool:
        if self.unheard is None or self._asked_since is None:
            return False
        return asyncio.get_running_loop().time() - self._asked_since > self.unheard

    async def _take(self, message: dict[str, Any]) -> None:
        """Before its first snapshot a page knows nothing that the rest could be added to: it tries again."""
        if not self.position and not self.seq and message["kind"] not in ("snapshot", "answer"):
            if message["kind"] == "beat" and self._socket:
                self._socket.transport.abort()
            return
        if message["kind"] in ANSWERS:
            self._asked_since = None
        match message["kind"]:
            case "snapshot":
                self._snapshot(message)
            case "answer":
                self._answer(message)
            case "event":
                await self._event(message)
            case "events":
                for event in message["events"]:
                    await self._event(event)
            case "beat":
                await self._beat(message["seq"])
        async with self._news:
            self._news.notify_all()

    def _snapshot(self, message: dict[str, Any]) -> None:
        for event in message["events"]:
            self._keep(event)
        self.you = message["you"]
        self.beside[message["seq"]] = (message["clocks"], message["offers"])
        if message["seq"] >= self.seq:
            self.status = message["match"]["status"]
            if message["seq"] > self.seq:
                self._board = message["seq"]
            self._show(message["seq"], message["position"])

    def _answer(self, message: dict[str, Any]) -> None:
        self.answers.setdefault(message["cmd"], []).append(message)
        if "mine" in message:
            self._mine = (message["seq"], message["mine"]["facts"])
            if message["seq"] == self._board:
                self._show(self.seq, self.position | {"facts": message["mine"]["facts"]})

    async def _event(self, event: dict[str, Any]) -> None:
        if event["seq"] > self.seq + 1:
            await self._sync()
        elif event["seq"] == self.seq + 1:
            self._keep(event)
            self.status = event["status"]
            self._show(event["seq"], event["position"] | {"facts": self._facts_after(event)})

    def _keep(self, event: dict[str, Any]) -> None:
        self.shown[event["seq"]] = event
        self.told_at.setdefault(event["seq"], time.time())
        self.shown_at.setdefault(event["seq"], time.monotonic())

    def _facts_after(self, event: dict[str, Any]) -> Any:
        """Return the board as this person sees it: a sealed choice stays visible until an event opens it."""
        if event["what"] not in CHANGES_THE_BOARD:
            return self.position["facts"]
        self._board = event["seq"]
        seq, mine = self._mine
        return mine if seq == event["seq"] else event["position"]["facts"]

    def _show(self, seq: int, position: dict[str, Any]) -> None:
        self.seq, self.position = seq, position
        self.views[seq] = view_hash(position)

    async def _beat(self, seq: int) -> None:
        self.beats += 1
        if self.says_seen and self.beats % SEEN_EVERY == 0:
            await self._seen()
        if seq > self.seq:
            await self._sync()

    async def _seen(self) -> None:
        self._unseen = 0
        await self.send({"kind": "seen", "seq": self.seq})

    async def _sync(self) -> None:
        """Request missing events, not more often than the answer may take."""
        now = asyncio.get_running_loop().time()
        if self._asked[0] == self.seq and now - self._asked[1] < ASK_AGAIN:
            return
        self._asked = (self.seq, now)
        self.syncs += 1
        await self.send({"kind": "sync", "after": self.seq})


def new_cmd() -> str:
    return f"client-{next(_numbers):08}"


def view_hash(position: dict[str, Any]) -> str:
    """Return an identifier of a position as somebody sees it."""
    return hashlib.sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()[:16]
