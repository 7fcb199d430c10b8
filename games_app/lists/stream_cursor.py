"""The place in a player's stream of events up to which a client has it, as a text that the client sends back.

Rows are read in the order of their keys, but on PostgreSQL a row may be committed after one with a higher
key. So a place names a row before which none can follow any more, and the entries beyond it that were sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self

from games_app.lib import clock

KEPT = timedelta(days=7)
"""Time after which a place is forgotten."""
SLOTS = 4
"""Maximum number of entries of one row. The key of an entry is SLOTS * the row's + its slot."""
MOST_NAMED = 100
"""Maximum number of sent entries that a text names. Older ones would be sent again."""

_KEYS = r"(\d{1,17})((?:\.\d{1,9}){0,100})"
_FORM = re.compile(rf"(\d{{1,12}})-{_KEYS}-{_KEYS}", re.ASCII)


@dataclass(slots=True)
class Progress:
    """Entries taken of one table: all up to the row ``settled``, and those in ``taken`` beyond it."""

    settled: int = 0
    taken: set[int] = field(default_factory=set)

    def take(self, key: int) -> bool:
        """Mark an entry as taken; return False if it already was."""
        if key // SLOTS <= self.settled or key in self.taken:
            return False
        self.taken.add(key)
        return True

    def settle(self, row: int) -> None:
        """Note that everything up to this row was taken."""
        if row > self.settled:
            self.settled = row
            self.taken = {key for key in self.taken if key // SLOTS > row}

    def take_rows(self, rows: Iterable[int]) -> None:
        """Mark rows as read, with all their entries."""
        self.taken.update(SLOTS * row for row in rows if row > self.settled)

    def rows(self) -> set[int]:
        """Return the rows of the entries beyond ``settled``."""
        return {key // SLOTS for key in self.taken}

    def __str__(self) -> str:
        named = sorted(self.taken)[-MOST_NAMED:]
        return ".".join([str(self.settled), *(str(key - SLOTS * self.settled) for key in named)])

    @classmethod
    def read(cls, settled: str, taken: str) -> Self:
        row = int(settled)
        return cls(row, {SLOTS * row + int(after) for after in taken.split(".") if after})


@dataclass(slots=True)
class Cursor:
    """A client's place: in the events of matches, and in the messages of their chats."""

    at: datetime
    """Time when a client got it."""
    events: Progress
    chats: Progress

    def text(self, now: datetime) -> str:
        """Return the text for clients."""
        return f"{clock.ms(now) // 1000}-{self.events}-{self.chats}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the cursor with this text, or None if it isn't one."""
        found = _FORM.fullmatch(text)
        if not found:
            return None
        at, *numbers = found.groups()
        events, chats = Progress.read(*numbers[:2]), Progress.read(*numbers[2:])
        return cls(clock.moment(1000 * min(int(at), 10**11)), events, chats)

    def settle(self, other: Cursor) -> None:
        """Note that everything that is settled for another cursor was taken here too."""
        self.events.settle(other.events.settled)
        self.chats.settle(other.chats.settled)
