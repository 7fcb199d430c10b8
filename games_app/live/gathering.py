"""Gathering of queries: those asked for while others are answered are answered together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from games_app.lib.outage_log import OUT_OF_REACH

Q = TypeVar("Q")
R = TypeVar("R")

MOST = 50
"""Most questions answered together, so that nobody waits for long behind them."""


class Gathering(Generic[Q, R]):
    """Questions to one reader, in the event loop.

    ``answer`` answers many questions, in their order. A question that raises an exception fails alone, unless
    the database is out of reach: then all fail.
    """

    def __init__(self, answer: Callable[[Sequence[Q]], Awaitable[Sequence[R]]]) -> None:
        self._answer = answer
        self._asked: deque[tuple[Q, asyncio.Future[R]]] = deque()
        self._answering: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def ask(self, question: Q) -> R:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # What was asked in a loop that has ended is answered no more.
            self._loop, self._answering = loop, None
            self._asked.clear()
        answered: asyncio.Future[R] = loop.create_future()
        self._asked.append((question, answered))
        if self._answering is None or self._answering.done():
            self._answering = loop.create_task(self._work())
        return await answered

    async def _work(self) -> None:
        while self._asked:
            await self._answer_all([self._asked.popleft() for _ in range(min(MOST, len(self._asked)))])

    async def _answer_all(self, asked: Sequence[tuple[Q, asyncio.Future[R]]]) -> None:
        """Answer these questions; who has gone meanwhile hears nothing."""
        try:
            answers = await self._answer([question for question, _ in asked])
        except Exception as error:
            if len(asked) > 1 and not isinstance(error, OUT_OF_REACH):
                for one in asked:
                    await self._answer_all([one])
                return
            for _, answered in asked:
                if not answered.done():
                    answered.set_exception(error)
            return
        for (_, answered), answer in zip(asked, answers, strict=True):
            if not answered.done():
                answered.set_result(answer)
