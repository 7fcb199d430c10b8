"""A site and its HTTP API, as one account sees it."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

import httpx

from boardgames_client.connection import Connection, Message
from boardgames_client.match import Match

ATTEMPTS = 6
"""Attempts of a call whose answer is lost, or that the site asks to repeat."""
MATCH_SILENCE, STREAM_SILENCE = 10.0, 40.0
"""Seconds of silence after which a connection is dead: beats come every 3, and every 15 seconds."""
CLAIM = {"kind": "claim", "seconds": 120}
PRESETS: dict[str, dict[str, Any]] = {
    "3+2": {"time": {"kind": "real", "minutes": 3, "increment": 2}, "absence": CLAIM},
    "5+3": {"time": {"kind": "real", "minutes": 5, "increment": 3}, "absence": CLAIM},
    "10+5": {"time": {"kind": "real", "minutes": 10, "increment": 5}, "absence": CLAIM},
    "days": {"time": {"kind": "days", "days": 3}, "absence": {"kind": "wait"}},
}
"""Terms of a match by the names that the site's forms have for clocks. Bots take all of them by default."""
PASSING = (429, 502, 503, 504)
"""Statuses of refusals that pass by themselves."""


class Refused(Exception):
    """Raised for a call that the site refuses for good. The message says what to do."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class Site:
    """A site, over one pool of connections: ``async with Site(address, token) as site``."""

    def __init__(self, address: str, token: str) -> None:
        self._address, self._token = address.rstrip("/"), token
        self._http = httpx.AsyncClient(
            base_url=f"{self._address}/api/v1/", headers={"Authorization": f"Bearer {token}"}, timeout=30
        )

    async def __aenter__(self) -> Self:
        await self._http.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.__aexit__(kind, error, trace)

    async def get(self, path: str, **query: str | int) -> Any:
        """Return the answer of the API at a path such as "players/k7w2ptx9ab". Raises Refused."""
        return (await self._call("GET", path, query=query)).json()

    async def post(self, path: str, **body: Any) -> Any:
        """Send a call that acts, which takes effect once; return its answer. Raises Refused."""
        return (await self._call("POST", path, body={"cmd": secrets.token_urlsafe(12), **body})).json()

    async def lines(self, path: str, **query: str | int) -> AsyncGenerator[Message]:
        """Yield the lines of a list, such as "matches", over all of its pages. Raises Refused."""
        page = await self._call("GET", path, query=query)
        while True:
            for line in page.iter_lines():
                yield json.loads(line)
            if "next" not in page.links:
                return
            page = await self._call("GET", page.links["next"]["url"])

    async def make_match(self, game: str, **wanted: Any) -> str:
        """Make a match and return its id; ``wanted`` are the other keys of the call. Raises Refused."""
        return str((await self.post("matches", game=game, **wanted))["match"])

    async def challenge(self, player: str, game: str, preset: str = "5+3", **wanted: Any) -> str:
        """Invite a player to a match and return its id. Raises Refused.

        ``preset`` names the clock, one of PRESETS; ``terms`` among the other keys of the call replace it.
        """
        wanted.setdefault("terms", PRESETS[preset])
        sent = await self.post(f"players/{player}/invitations", game=game, **wanted)
        return str(sent["match"])

    async def join(self, match: str) -> None:
        """Take the free seat of a match, or accept a challenge. Raises Refused."""
        await self.post(f"matches/{match}/join")

    async def decline(self, match: str, **reason: str) -> None:
        """Decline a challenge. Raises Refused."""
        await self.post(f"matches/{match}/decline", **reason)

    def open_offers(self) -> AsyncGenerator[Message]:
        """Yield the open offers of the lobby, those that wait longest first; ``join`` takes one."""
        return self.lines("lobby")

    async def say(self, match: str, text: str, room: str = "players") -> None:
        """Say something in a chat room of a match. Raises Refused."""
        await self.post(f"matches/{match}/chat", room=room, text=text)

    def match(self, public_id: str) -> Match:
        """Return a match, to be played over its own socket."""
        return Match(self._connection, public_id)

    async def stream(self, after: str = "") -> AsyncGenerator[Message]:
        """Yield what concerns the player in any match, for ever: invitations, turns, ends, chat.

        Every entry has an ``id``; with the last one as ``after``, another stream goes on from there. A new
        one begins with the kind "stream". Raises Closed.
        """
        place = after
        connection = self._connection(
            lambda: f"/ws/me?{urlencode({'after': place} if place else {})}", STREAM_SILENCE
        )
        async with aclosing(connection.messages()) as messages:
            async for message in messages:
                if message is None:
                    continue
                place = message.get("id", place)
                if message["kind"] != "beat":
                    yield message

    def _connection(self, path: Callable[[], str], silence: float = MATCH_SILENCE) -> Connection:
        address = self._address.replace("http", "ws", 1)
        return Connection(lambda: f"{address}{path()}", self._token, silence)

    async def _call(
        self, method: str, path: str, query: dict[str, str | int] | None = None, body: Message | None = None
    ) -> httpx.Response:
        """Send a call until it is answered for good."""
        for attempt in range(1, ATTEMPTS + 1):
            pause = random.uniform(0.3, 0.6 * 2**attempt)
            try:
                answer = await self._http.request(method, path, params=query or None, json=body)
            except httpx.TransportError:
                if attempt == ATTEMPTS:
                    raise
            else:
                if answer.is_success:
                    return answer
                if answer.status_code not in PASSING or attempt == ATTEMPTS:
                    raise _refused(answer)
                pause += float(answer.headers.get("Retry-After", 0))
            await asyncio.sleep(pause)
        raise AssertionError("The last attempt returns or raises.")


def _refused(answer: httpx.Response) -> Refused:
    try:
        told = answer.json()
        return Refused(answer.status_code, told["code"], told["message"])
    except (ValueError, KeyError, TypeError):
        return Refused(answer.status_code, "unknown", f"The site answered with {answer.status_code}.")
