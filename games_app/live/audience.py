"""Audiences: pages in this process that a beat keeps up to date.

The smallest audience stands here too: the pages of people whom a moderator may warn.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from django.utils.translation import override

from games_app.lib.outage_log import OutageLog, repeat
from games_app.live import protocol
from games_app.live.db_threads import read
from games_app.live.room import Connection
from games_app.people import sanctions

log = logging.getLogger(__name__)

BEAT_SECONDS = 3.0


class Audience:
    """Pages of one kind, served in the event loop of the first of them.

    Subclasses say with which pages ``enter`` begins, and what ``beat_once`` does for all of them.
    """

    def __init__(self, outage: str) -> None:
        """Create an audience; ``outage`` says what fails if a beat does: "Warnings can't be read"."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._beat_log = OutageLog(log, outage)

    @property
    def seconds(self) -> float:
        """Seconds between two beats."""
        return BEAT_SECONDS

    async def beat_once(self) -> None:
        """Send the pages what has changed."""
        raise NotImplementedError

    def reset(self) -> None:
        """Begin anew in this event loop: forget the pages of one that has ended."""
        raise NotImplementedError

    def start(self) -> None:
        """Start the beat, unless this event loop has it. To be called before a page is added."""
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop = loop
        self.reset()
        self.spawn(repeat(self.beat_once, self.seconds, self._beat_log))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run ``work`` in the audience's event loop."""
        task = asyncio.ensure_future(work, loop=self._loop)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def push(pages: Iterable[Connection], text: str) -> None:
    """Send a text to pages."""
    for page in list(pages):
        await page.push(text)


async def push_translated(pages: Iterable[Connection], text: Callable[[], str]) -> None:
    """Send pages a text, which is encoded once for each of their languages."""
    readers = defaultdict(list)
    for page in pages:
        readers[page.language].append(page)
    for language, same in readers.items():
        with override(language):
            encoded = text()
        await push(same, encoded)


class WarnedPages(Audience):
    """The open pages of people whom the site knows: they get moderators' warnings within a beat.

    Warnings are read from the database, so it does not matter which process stored one.
    """

    def __init__(self) -> None:
        super().__init__("Warnings can't be read")
        self._pages: set[Connection] = set()

    def reset(self) -> None:
        self._pages.clear()

    def enter(self, page: Connection) -> None:
        if page.known:
            self.start()
            self._pages.add(page)

    def leave(self, page: Connection) -> None:
        self._pages.discard(page)

    async def beat_once(self) -> None:
        """Send warnings to their people's pages, once to each page."""
        people = {page.viewer for page in self._pages}
        reasons = await read(sanctions.pending_warnings, people) if people else {}
        for page in list(self._pages):
            reason = reasons.get(page.viewer, "")
            if page.seq is None or reason == page.warned:
                continue
            page.warned = reason
            if reason:
                await page.push(_warning(reason, page.language))


def _warning(reason: str, language: str) -> str:
    with override(language):
        warned = sanctions.warning_shown(reason)
    return protocol.encode(protocol.Warned(warned.title, warned.words))


warned_pages = WarnedPages()
