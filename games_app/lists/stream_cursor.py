"""The place in a player's stream up to which a client has its entries, as a text that the client sends back.

Entries are sent in the order of their keys, and only those of settled rows (see ``settled_rows``): none with
a smaller key can follow. So the last key of each table names the place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self

from games_app.lib import clock
from games_app.lists.settled_rows import Newest

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
        found = _FORM.fullmatch(text)
        if not found:
            return None
        at, events, chats = map(int, found.groups())
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
