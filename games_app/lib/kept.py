"""Small parts of the database that each process keeps in memory, so that no page has to ask for them."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Generic, TypeVar

from django.core.exceptions import SynchronousOnlyOperation
from django.db import DatabaseError, InterfaceError

T = TypeVar("T")

KEPT_SECONDS = 5.0
"""Age from which a reader reads again. A web process doesn't wait for that: its writer renews each second."""


class Kept(Generic[T]):
    """A value that every process follows within seconds after it has changed."""

    everything: ClassVar[list[Kept[Any]]] = []

    def __init__(self, read: Callable[[], T], first: T) -> None:
        """``read`` asks the database; ``first`` is the value while the database has never answered."""
        self._read, self._first, self._value = read, first, first
        self._read_at = -KEPT_SECONDS
        self.everything.append(self)

    def value(self) -> T:
        """Return the value; the last known one while the database is out of reach."""
        if time.monotonic() - self._read_at >= KEPT_SECONDS:
            self._read_at = time.monotonic()  # also if it fails: pages must not wait one after another
            # The event loop may not wait for the database, and takes the last value.
            with suppress(DatabaseError, InterfaceError, SynchronousOnlyOperation):
                self.renew()
        return self._value

    def renew(self) -> None:
        """Read the value now. Raises the database's errors."""
        self._value = self._read()
        self._read_at = time.monotonic()

    def forget(self) -> None:
        """Return to the first value as if it were just read. For tests, which begin without rows."""
        self._value, self._read_at = self._first, time.monotonic()


def renew_all() -> None:
    """Read everything that is kept. Raises the database's errors."""
    for kept in Kept.everything:
        kept.renew()
