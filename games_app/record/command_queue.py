"""Queue of commands for the writer, with priority for players and the server."""

from __future__ import annotations

from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")

LARGEST_BATCH = 256
SHARE = 16
"""Maximum number of commands without priority in each batch.

Players don't starve them, and no batch takes long because of them.
"""


class CommandQueue(Generic[T]):
    """Two-priority queue, filled from any thread and emptied by one."""

    def __init__(self) -> None:
        self._first: SimpleQueue[T | None] = SimpleQueue()
        """Items with priority; None signals an item in ``_others``."""
        self._others: SimpleQueue[T] = SimpleQueue()

    def put(self, item: T, *, first: bool) -> None:
        """Add an item; those with ``first`` go before those without."""
        if first:
            self._first.put(item)
        else:
            self._others.put(item)
            self._first.put(None)

    def __len__(self) -> int:
        """Return the number of waiting items: exactly, unless both queues hold some."""
        return max(self._first.qsize(), self._others.qsize())

    def batch(self, patience: float) -> list[T]:
        """Return the next items in order; an empty list if none arrives within ``patience`` seconds."""
        batch: list[T] = []
        with suppress(Empty):
            item = self._first.get(timeout=patience if self._others.empty() else 0)
            while item is None or len(batch) < LARGEST_BATCH - SHARE - 1:
                batch += [] if item is None else [item]
                item = self._first.get_nowait()
            batch.append(item)
        with suppress(Empty):
            for _ in range(SHARE):
                batch.append(self._others.get_nowait())
        return batch
