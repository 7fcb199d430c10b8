"""Warnings of moderators for open pages: each page of the person gets them within a beat.

They are read from the database, so it does not matter which process stored the warning.
"""

from __future__ import annotations

import asyncio
import logging

from django.utils.translation import override

from games_app.lib.outage_log import OutageLog, repeat
from games_app.live import protocol
from games_app.live.db_threads import read
from games_app.live.hub import BEAT_SECONDS
from games_app.live.room import Connection
from games_app.services.people import sanctions

log = logging.getLogger(__name__)


class WarnedPages:
    """The open pages of people whom the site knows, in this process and in the event loop of the first."""

    def __init__(self) -> None:
        self._pages: set[Connection] = set()
        self._looking: asyncio.Task[None] | None = None
        self._log = OutageLog(log, "Warnings can't be read")

    def enter(self, page: Connection) -> None:
        if not page.known:
            return
        loop = asyncio.get_running_loop()
        if self._looking is None or self._looking.done() or self._looking.get_loop() is not loop:
            self._pages.clear()
            self._looking = loop.create_task(repeat(self.look_once, BEAT_SECONDS, self._log))
        self._pages.add(page)

    def leave(self, page: Connection) -> None:
        self._pages.discard(page)

    async def look_once(self) -> None:
        """Send warnings to their people's pages, once to each page."""
        people = {page.person for page in self._pages}
        found = await read(sanctions.pending_warnings, people) if people else {}
        for page in list(self._pages):
            reason = found.get(page.person, "")
            if page.seq is None or reason == page.warned:
                continue
            page.warned = reason
            if reason:
                await page.push(_text(reason, page.language))


def _text(reason: str, language: str) -> str:
    with override(language):
        warned = sanctions.warning_shown(reason)
    return protocol.encode(protocol.Warned(warned.title, warned.words))


warned_pages = WarnedPages()
