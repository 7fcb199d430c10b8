"""Threads that make pages, one at a time, so that live play never waits long for Python's lock.

Everything in a process shares that lock: the event loop, the writer and the pages. Each further thread that
wants it makes the others wait longer, so only PAGES_AT_ONCE pages are made at a time and others queue up. A
page that takes longer than TURN_SECONDS waits for something else, such as the writer or a mail server: its
turn ends, and the next page begins beside it. While any page is in progress, its thread gives the lock to
others after SWITCH_SECONDS. Without pages that would cost play a sixth of the processor.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")

PAGES_AT_ONCE = 1
"""Number of pages made at the same time."""
TURN_SECONDS = 0.1
"""Several times what the dearest page takes."""
MAX_THREADS = 100
"""Maximum number of pages in progress, including those that wait for something else."""
SWITCH_SECONDS = 0.0005
"""Python's switch interval while a page is in progress; the usual one is 5 ms."""
USUAL_SWITCH_SECONDS = sys.getswitchinterval()


class PageThreads:
    """A queue of pages in front of threads, which keep their connections to the database."""

    def __init__(self, at_once: int = PAGES_AT_ONCE) -> None:
        self._free = at_once
        self._in_progress = 0
        self._queue: deque[asyncio.Future[None]] = deque()
        self._threads = ThreadPoolExecutor(MAX_THREADS, "page")

    async def run(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of ``make``, called in a thread when its turn has come."""
        await self._turn()
        loop = asyncio.get_running_loop()
        turn = Turn(self._end_turn)
        loop.call_later(TURN_SECONDS, turn.end)

        def made() -> T:
            try:
                return make(*args, **kwargs)
            finally:
                loop.call_soon_threadsafe(turn.end)

        self._in_progress += 1
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            return await self.run_now(made)
        finally:
            self._in_progress -= 1
            if not self._in_progress:
                sys.setswitchinterval(USUAL_SWITCH_SECONDS)

    async def run_now(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of ``make``, called in a thread at once: for what takes no time."""
        context = copy_context()

        def made() -> T:
            try:
                return context.run(make, *args, **kwargs)
            finally:
                give_back_connections()

        result = asyncio.get_running_loop().run_in_executor(self._threads, made)
        try:
            return await asyncio.shield(result)
        except asyncio.CancelledError:
            # The client has left. The thread may still use the request, which its caller closes.
            await asyncio.wait([result])
            raise

    async def _turn(self) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._end_turn()
            raise

    def _end_turn(self) -> None:
        while self._queue:
            following = self._queue.popleft()
            if not following.done():
                following.set_result(None)
                return
        self._free += 1


class Turn:
    """The right to run, which ends once."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._end = end
        self._ended = False

    def end(self) -> None:
        if not self._ended:
            self._ended = True
            self._end()


def give_back_connections() -> None:
    """Return connections to PostgreSQL's pool. Those to SQLite stay open unless they have failed."""
    for connection in connections.all(initialized_only=True):
        connection.close_if_unusable_or_obsolete()


page_threads = PageThreads()
