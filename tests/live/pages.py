"""A page with an open socket, without the socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from games_app.live.room import Connection


class Page:
    """An open page: all texts that it got, and the code with which the server closed it."""

    def __init__(self, match: str = "", person: str = "", roles: tuple[str, ...] = (), **about: Any) -> None:
        self.texts: list[str] = []
        self.code: int | None = None
        self.connection = Connection(match, person, roles, self.keep, self.drop, **about)

    async def keep(self, text: str) -> None:
        await asyncio.sleep(0)
        self.texts.append(text)

    async def drop(self, code: int) -> None:
        self.code = code

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.texts]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of this kind."""
        return [message for message in self.messages if message["kind"] == kind]


async def until(condition: Callable[[], object]) -> None:
    """Wait for this condition; the limit only guards against waiting for ever."""
    async with asyncio.timeout(120):
        while not condition():
            await asyncio.sleep(0.005)
