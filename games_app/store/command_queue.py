"""What waits for the writer, in two lines: players and the server before everybody else."""

from __future__ import annotations

from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")

LARGEST_BATCH = 256
SHARE = 16
"""So many of those without a seat go into each batch, however many players wait: they come to their turn, and
no batch takes long because of them."""


class CommandQueue(Generic[T]):
    """Filled from any thread, emptied by one."""

    def __init__(self) -> None:
        self._first: SimpleQueue[T | None] = SimpleQueue()
        """Nothing in it is None but a sign that one of the others has come."""
        self._others: SimpleQueue[T] = SimpleQueue()

    def put(self, item: T, *, first: bool) -> None:
        """``first``: it goes before all that are not."""
        if first:
            self._first.put(item)
        else:
            self._others.put(item)
            self._first.put(None)

    def batch(self, patience: float) -> list[T]:
        """What is next, in its order; nothing if nothing comes for so many seconds."""
        batch: list[T] = []
        with suppress(Empty):
            found = self._first.get(timeout=patience if self._others.empty() else 0)
            while found is None or len(batch) < LARGEST_BATCH - SHARE - 1:
                batch += [] if found is None else [found]
                found = self._first.get_nowait()
            batch.append(found)
        with suppress(Empty):
            for _ in range(SHARE):
                batch.append(self._others.get_nowait())
        return batch
