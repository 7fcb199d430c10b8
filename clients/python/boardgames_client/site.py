"""A site, as one account sees it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, cast
from urllib.parse import urlencode

from boardgames_client import schemas
from boardgames_client.calls import Calls
from boardgames_client.connection import Connection
from boardgames_client.match import Match

MATCH_SILENCE, STREAM_SILENCE = 10.0, 40.0
"""Seconds of silence after which a connection is dead: beats come every 3, and every 15 seconds."""
CLAIM: schemas.Claim = {"kind": "claim", "seconds": 120}
PRESETS: dict[str, schemas.WantedTerms] = {
    "3+2": {"time": {"kind": "real", "minutes": 3, "increment": 2}, "absence": CLAIM},
    "5+3": {"time": {"kind": "real", "minutes": 5, "increment": 3}, "absence": CLAIM},
    "10+5": {"time": {"kind": "real", "minutes": 10, "increment": 5}, "absence": CLAIM},
    "days": {"time": {"kind": "days", "days": 3}, "absence": {"kind": "wait"}},
}
"""Terms of a match by the names that the site's forms have for clocks. Bots take all of them by default."""


class Site(Calls):
    """A site: ``async with Site(address, token) as site``."""

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

    async def say(self, match: str, text: str, room: str = "players") -> schemas.Done:
        """Say something in a chat room of a match. Raises Refused."""
        answer: schemas.Done = await self.post(f"matches/{match}/chat", room=room, text=text)
        return answer

    def match(self, public_id: str) -> Match:
        """Return a match, to be played over its own socket."""
        return Match(self.connection, public_id)

    async def stream(self, after: str = "") -> AsyncGenerator[schemas.StreamLine]:
        """Yield what concerns the player in any match, for ever: invitations, turns, ends, chat.

        Every entry has an ``id``; with the last one as ``after``, another stream goes on from there. A new
        one begins with the kind "stream". Raises Closed.
        """
        place = after
        connection = self.connection(
            lambda: f"/ws/me?{urlencode({'after': place} if place else {})}", STREAM_SILENCE
        )
        async with aclosing(connection.messages()) as messages:
            async for message in messages:
                if message is None:
                    continue
                place = message.get("id", place)
                if message["kind"] != "beat":
                    yield cast("schemas.StreamLine", message)

    def connection(self, path: Callable[[], str], silence: float = MATCH_SILENCE) -> Connection:
        address = self._address.replace("http", "ws", 1)
        return Connection(lambda: f"{address}{path()}", self._token, silence)
