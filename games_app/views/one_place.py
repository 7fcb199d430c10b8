"""Work that takes seconds: in each process it is done for one request at a time, and the others wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection

PATIENCE = 10.0
"""Seconds to wait for the place."""


class OnePlace:
    def __init__(self) -> None:
        self._place = BoundedSemaphore(1)

    @contextmanager
    def taken(self) -> Iterator[bool]:
        """Have the place; false if it did not become free in time.

        Who waits holds no connection to the database: a few who do would leave none for all other pages.
        """
        connection.close()
        mine = self._place.acquire(timeout=PATIENCE)
        try:
            yield mine
        finally:
            if mine:
                self._place.release()
