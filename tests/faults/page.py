"""A persistent page, like the site's own."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Any

from websockets.exceptions import WebSocketException

from tests.faults.client import Client, Disconnected
from tests.faults.visitor import Visitor

SILENCE, UNHEARD = 10.0, 25.0
"""Seconds without a message, or without an answer, after which it treats its connection as dead."""
LONGEST = 300.0
"""Seconds in which a page must have learned everything, whatever happens to it meanwhile."""


class Page(Client):
    """A client that reconnects with random back-off.

    It resends a command, under the same id, until its final answer.
    """

    def __init__(
        self,
        visitor: Visitor,
        match: str,
        *,
        through: Any = None,
        patience: float = 5.0,
        dice: random.Random | None = None,
    ) -> None:
        """``patience``: seconds after which an unanswered command is sent again."""
        super().__init__(visitor, match, through=through)
        self.patience, self.longest = patience, LONGEST
        self.silence, self.unheard = SILENCE, UNHEARD
        self.reconnects = 0
        self.resent = 0
        self._dice = dice or random.Random(0)
        self._leaving = False
        self._keeping: asyncio.Task[None] | None = None

    async def open(self, after: bool = False) -> None:
        self._keeping = asyncio.create_task(self._keep_open())
        await self.until(lambda: bool(self.position))

    async def close(self) -> None:
        self._leaving = True
        if self._socket:
            await self._socket.close()
        if self._keeping:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping

    async def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send until there is a final answer, which asks for no other attempt. Raises TimeoutError."""
        try:
            async with asyncio.timeout(self.longest):
                return await self._persist(command)
        except TimeoutError:
            last = (self.answers.get(command["cmd"]) or ["none"])[-1]
            raise TimeoutError(
                f"{command} had no final answer in {self.longest:g} s, the last one was {last}: {self}"
            ) from None

    async def _persist(self, command: dict[str, Any]) -> dict[str, Any]:
        known = len(self.answers.get(command["cmd"], ()))
        answer = await self._try(command, known)
        while answer is None or answer.get("retry_ms"):
            if answer:
                known = len(self.answers[command["cmd"]])
                await asyncio.sleep(answer["retry_ms"] / 1000)
            self.resent += 1
            answer = await self._try(command, known)
        return answer

    async def _try(self, command: dict[str, Any], known: int) -> dict[str, Any] | None:
        """Send once, and wait for an answer beyond the ``known`` ones.

        None if there is none in time, or on this connection.
        """
        answers, socket = self.answers.setdefault(command["cmd"], []), self._socket
        with suppress(Disconnected, TimeoutError):
            await self.send(command)
            await self.until(lambda: len(answers) > known or self._socket is not socket, self.patience)
        if len(answers) > known:
            return answers[-1]
        await asyncio.sleep(0.05)
        return None

    def _is_lost(self) -> bool:
        return self._leaving

    async def _keep_open(self) -> None:
        while not self._leaving:
            with suppress(OSError, WebSocketException, TimeoutError):
                self._socket = await self._connect(after=self.seq > 0)
                await self._read(self._socket)
                self.reconnects += 1
            await asyncio.sleep(self._dice.uniform(0.05, 0.5))
