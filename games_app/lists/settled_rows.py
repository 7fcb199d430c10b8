"""Settled rows of events and chat, and places among them: cursors of players' streams.

A row is settled once no transaction can store one with a smaller key any more. On PostgreSQL a row may be
committed after one with a higher key. Until then, its transaction holds the lock on the table that it took
before it drew the key. SQLite has one writer at a time, so every row is settled.

A cursor says up to which row a client has the entries of a stream. Entries are sent in the order of their
keys, and only those of settled rows: none with a smaller key can follow. So the last key of each table names
the place.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple, Self

from django.db import connection

from games_app.lib import clock
from games_app.models import ChatMessage, Event

LATE_COMMIT = timedelta(seconds=30)
"""Time after which no transaction stores a row with a smaller key."""
SETTLING_SECONDS = 0.02
"""Seconds between two looks whether a row is settled; mostly, a transaction takes a few milliseconds."""

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


CURSOR_LIFETIME = timedelta(days=7)
"""Time after which a place is forgotten."""
SLOTS = 4
"""Maximum number of entries of one row. The key of an entry is SLOTS * the row's + its slot."""

_FORM = re.compile(r"(\d{1,12})\.(\d{1,18})\.(\d{1,18})", re.ASCII)
"""At most 50 characters. Until version 0.11, places had a minus sign."""


@dataclass(slots=True)
class Cursor:
    """A client's place: the last entries of the events of matches, and of the messages of their chats."""

    at: datetime = field(compare=False)
    """Time when a client got it."""
    events: int
    chats: int

    @classmethod
    def after(cls, rows: Newest, at: datetime) -> Self:
        """Return the place after all entries of these rows."""
        return cls(at, end_of(rows.events), end_of(rows.chats))

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the cursor with this text, or None if it isn't one."""
        parsed = _FORM.fullmatch(text)
        if not parsed:
            return None
        at, events, chats = map(int, parsed.groups())
        return cls(clock.moment(1000 * min(at, 10**11)), events, chats)

    def text(self, now: datetime) -> str:
        """Return the text for clients."""
        return f"{clock.ms(now) // 1000}.{self.events}.{self.chats}"

    def advance(self, events: int, chats: int) -> None:
        """Move on after the entries with these keys, never back."""
        self.events, self.chats = max(self.events, events), max(self.chats, chats)


def end_of(row: int) -> int:
    """Return the largest key that an entry of the row can have."""
    return SLOTS * row + SLOTS - 1


def rows_between(after: int, until: int) -> tuple[int, int]:
    """Return the first and last row that may have entries after one key and up to another."""
    return (after + 1) // SLOTS, until // SLOTS
