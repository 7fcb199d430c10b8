"""Settled rows of events and chat: no transaction can store one with a smaller key any more.

On PostgreSQL a row may be committed after one with a higher key. Until then, its transaction holds the lock
on the table that it took before it drew the key. SQLite has one writer at a time, so every row is settled.
"""

from __future__ import annotations

from collections import deque
from datetime import timedelta
from typing import NamedTuple

from django.db import connection

from games_app.models import ChatMessage, Event

LATE_COMMIT = timedelta(seconds=30)
"""Time after which no transaction stores a row with a smaller key."""

_TABLES = Event._meta.db_table, ChatMessage._meta.db_table
_KEYS = ", ".join(f"(SELECT coalesce(max(id), 0) FROM {table})" for table in _TABLES)  # noqa: S608
# The keys are those of a snapshot, which is older than the list of locks. The other way round, a transaction
# could store a row between the two.
_WRITING = """ARRAY(
    SELECT virtualtransaction FROM pg_locks
    WHERE mode = 'RowExclusiveLock' AND granted AND relation IN (%s::regclass, %s::regclass)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
)"""


class Newest(NamedTuple):
    """Keys of the newest rows of both tables, and the transactions that may store earlier ones."""

    events: int
    chats: int
    writing: frozenset[str] = frozenset()


def newest() -> Newest:
    """Read the newest rows. A row that is settled by then is visible to every later query."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"SELECT {_KEYS}, {_WRITING}", _TABLES)
            events, chats, writing = cursor.fetchone()
            return Newest(events, chats, frozenset(writing))
        cursor.execute(f"SELECT {_KEYS}")
        return Newest(*cursor.fetchone())


class SettledRows:
    """The rows that are settled, as far as one process has observed."""

    def __init__(self) -> None:
        self.newest = Newest(0, 0)
        self.last: Newest | None = None
        """The newest settled rows; None until the first are."""
        self._unsettled: deque[tuple[float, Newest]] = deque()
        """Rows observed since then, each with the time by the monotonic clock."""

    def observe(self, newest: Newest, now: float) -> None:
        """Note the newest rows. They are settled once the transactions of that moment have ended."""
        self.newest = newest
        self._unsettled.append((now, newest))
        while self._unsettled:
            since, earlier = self._unsettled[0]
            if earlier.writing & newest.writing and now - since < LATE_COMMIT.total_seconds():
                break
            self.last = earlier
            self._unsettled.popleft()

    def include(self, rows: Newest) -> bool:
        """Return whether these rows are settled."""
        return self.last is not None and self.last.events >= rows.events and self.last.chats >= rows.chats
