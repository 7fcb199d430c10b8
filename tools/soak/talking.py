"""A page that does not give up, with the chat open: what it sent, received, and should not have received."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, ClassVar

from tests.faults.client import Disconnected, new_cmd
from tests.faults.page import Page

ASKED_FOR = 3.0
"""Seconds after which a page of the chat is requested again."""


class TalkingPage(Page):
    """A page in a soak. Players belong to the players' room, all others to the watchers'."""

    query: ClassVar[dict[str, str]] = {"chat": "1"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.said: list[str] = []
        """Messages that were answered as stored."""
        self.heard: dict[str, list[dict[str, Any]]] = {"players": [], "watchers": []}
        """Messages of each room that arrived before the page knew of the end."""
        self._history: dict[str, list[dict[str, Any]]] = {}

    @property
    def room(self) -> str:
        return "players" if self.you else "watchers"

    async def say(self, text: str) -> None:
        self.words.add(cmd := new_cmd())
        answer = await self.ask({"kind": "say", "cmd": cmd, "room": self.room, "text": text})
        if answer["ok"]:
            self.said.append(text)

    async def history(self, room: str) -> list[str]:
        """Return the stored messages of a room that this page may read."""
        self._history.pop(room, None)
        async with asyncio.timeout(self.longest):
            while room not in self._history:
                with suppress(Disconnected, TimeoutError):
                    await self.send({"kind": "read_chat", "room": room, "before": None})
                    await self.until(lambda: room in self._history, ASKED_FOR)
                await asyncio.sleep(0.1)
        return [message["text"] for message in self._history[room]]

    async def _take(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "chat_message" if self.status == "playing":
                self.heard[message["room"]].append(message)
            case "chat_page":
                self._history[message["room"]] = message["messages"]
        await super()._take(message)


def overheard(pages: list[TalkingPage], ended_at: int) -> list[str]:
    """Return what a player got of the watchers' room before the end, or a watcher of the players' room."""
    found = []
    for page in pages:
        foreign = "watchers" if page.you else "players"
        early = [one for one in page.heard[foreign] if not page.you or one["at"] < ended_at]
        found += [f"{page} heard {one['text']!r} of the {foreign}" for one in early]
    return found


async def misheard(players: list[TalkingPage]) -> list[str]:
    """Check that each message of the players exists once, and that none disappeared."""
    said = sorted(text for page in players for text in page.said)
    found = []
    for page in players:
        stored = await page.history("players")
        if sorted(stored) != said:
            found.append(f"{page} reads {stored}, and {said} was said")
        known = set(stored)
        found += [
            f"{page} heard {one['text']!r}, which is not stored"
            for one in page.heard["players"]
            if one["text"] not in known
        ]
    return found
