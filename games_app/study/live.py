"""Shared reviews on the open pages of their matches in this process.

The pages get them by the socket of the match. The database has all of a review; this module only knows since
when it misses a leader.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from games_app.lib import clock
from games_app.live import protocol
from games_app.live.audience import push
from games_app.live.db_threads import note, read_for_visitor
from games_app.live.hub import hub
from games_app.live.room import Connection, Room
from games_app.study.shared_reviews import AWAY, note_leader, replace_leader, shown_many, versions

PREFIX = "review:"
"""What the key of a shared review in announcements begins with; its match follows."""
NOTED_SECONDS = 5
"""Seconds between two notes that the leader is connected."""


class SharedReviewPages:
    """The pages of this process that show shared reviews."""

    def __init__(self) -> None:
        self._missed: dict[str, float] = {}
        """Match -> monotonic time since when its leader has no page here."""

    def hear(self, numbers: Mapping[str, int]) -> None:
        """Send the pages what any process has announced."""
        changed = [key.removeprefix(PREFIX) for key in numbers if key.startswith(PREFIX)]
        if here := [match for match in changed if hub.opened(match)]:
            hub.spawn(self._send(here))

    async def attend(self, rooms: Mapping[str, Room]) -> None:
        """Bring the pages up to date, and look for leaders who have gone."""
        looking = [match for match, room in rooms.items() if room.over]
        now, found = clock.now(), await read_for_visitor(versions, looking) if looking else {}
        await self._send([match for match in found if _behind(rooms.get(match), found[match][0])])
        for match, (version, leader, led_at) in found.items():
            present = _present(rooms.get(match))
            if leader is None or leader in present:
                self._missed.pop(match, None)
                if leader is not None and (now - led_at).total_seconds() >= NOTED_SECONDS:
                    await note(note_leader, match, leader, now)
            elif (
                self._is_missed(match)
                and now - led_at > AWAY
                and (changed := await note(replace_leader, match, version, present, now))
            ):
                announce(match, changed)
        for match in [match for match in self._missed if match not in found]:
            del self._missed[match]

    def _is_missed(self, match: str) -> bool:
        """Return whether the leader has had time to come back to this process, which may have just begun."""
        since = self._missed.setdefault(match, time.monotonic())
        return time.monotonic() - since >= AWAY.total_seconds()

    async def _send(self, matches: list[str]) -> None:
        reviews = await read_for_visitor(shown_many, matches) if matches else {}
        for match, review in reviews.items():
            if (room := hub.opened(match)) is None:
                continue
            behind = _behind(room, review.version)
            for page in behind:
                page.review = review.version
            await push(behind, protocol.encode(review))


def _behind(room: Room | None, version: int) -> list[Connection]:
    """Return the pages of a match that lack a version of its review."""
    readers = room.ready() if room else []
    return [page for page in readers if page.review is not None and page.review < version]


def _present(room: Room | None) -> list[int]:
    """Return the people whose pages of a match are open here."""
    return [int(page.viewer) for page in room.there() if page.known] if room else []


shared_review_pages = SharedReviewPages()
hub.listen(shared_review_pages.hear)
hub.attend(shared_review_pages.attend)


def announce(match: str, version: int) -> None:
    """Tell the pages in all processes that a shared review has changed."""
    hub.ring({f"{PREFIX}{match}": version})
