"""Database reads for the event loop.

A few threads with lasting connections of their own: ``database_sync_to_async`` would open the database anew
at each call (with CONN_MAX_AGE=0) or leak connections from the request threads (without).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")

_threads = ThreadPoolExecutor(2, "reader")
_visitors_thread = ThreadPoolExecutor(1, "visitors")
"""Of its own, so that however many of those come who have no seat, what players ask for is read meanwhile."""
_lease_thread = ThreadPoolExecutor(1, "leases")
"""Of its own, since a locked database makes writing wait, but not reading."""


async def read(query: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``query`` in a reader thread."""
    return await _run(_threads, lambda: query(*args, **kwargs))


async def read_for_visitor(query: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``query`` for somebody without a seat: one at a time, beside those of players."""
    return await _run(_visitors_thread, lambda: query(*args, **kwargs))


async def note(statement: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``statement``, which writes what is no part of a record: who is here."""
    return await _run(_lease_thread, lambda: statement(*args, **kwargs))


async def _run(threads: ThreadPoolExecutor, query: Callable[[], T]) -> T:
    def guarded() -> T:
        try:
            return query()
        except Exception:
            with suppress(Exception):
                connection.close()
            raise

    return await asyncio.get_running_loop().run_in_executor(threads, guarded)
