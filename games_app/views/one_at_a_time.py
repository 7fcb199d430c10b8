"""Lock for work that takes seconds: each process does it for one request at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection

PATIENCE = 10.0
"""Seconds to wait for the lock."""


class OneAtATime:
    def __init__(self) -> None:
        self._lock = BoundedSemaphore(1)

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the lock; yield False if it was not free within PATIENCE.

        The database connection is closed first: a few waiting requests would leave none for other pages.
        """
        connection.close()
        mine = self._lock.acquire(timeout=PATIENCE)
        try:
            yield mine
        finally:
            if mine:
                self._lock.release()
