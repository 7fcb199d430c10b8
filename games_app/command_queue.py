"""What waits for the writer, in two lines: players and the server before everybody else."""

from __future__ import annotations

import threading
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")

LARGEST_BATCH = 256
SHARE = 16
"""So many of those without a seat go into each batch, however many players wait: they come to their turn, and
no batch takes long because of them."""


class CommandQueue(Generic[T]):
    """Filled from any thread, emptied by one."""

    def __init__(self) -> None:
        self._first: deque[T] = deque()
        self._others: deque[T] = deque()
        self._arrived = threading.Condition()

    def put(self, item: T, *, first: bool) -> None:
        """``first``: it goes before all that are not."""
        with self._arrived:
            (self._first if first else self._others).append(item)
            self._arrived.notify()

    def batch(self, patience: float) -> list[T]:
        """What is next, in its order; nothing if nothing comes for so many seconds."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._first or self._others, timeout=patience)
            others = _taken(self._others, SHARE)
            return _taken(self._first, LARGEST_BATCH - len(others)) + others


def _taken(line: deque[T], most: int) -> list[T]:
    return [line.popleft() for _ in range(min(most, len(line)))]
