"""Warnings of moderators for open pages: each page of the person gets them within a beat.

They are read from the database, so it does not matter which process stored the warning.
"""

from __future__ import annotations

from django.utils.translation import override

from games_app.live import protocol
from games_app.live.audience import Audience
from games_app.live.db_threads import read
from games_app.live.room import Connection
from games_app.services.people import sanctions


class WarnedPages(Audience):
    """The open pages of people whom the site knows."""

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
        found = await read(sanctions.pending_warnings, people) if people else {}
        for page in list(self._pages):
            reason = found.get(page.viewer, "")
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
