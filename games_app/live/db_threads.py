"""Threads that query the database for the event loop.

They keep their connections: ``database_sync_to_async`` would open a connection for each call (with
CONN_MAX_AGE=0) or leak connections from the request threads (without).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import ParamSpec, TypeVar

from django.db import connection

from games_app.lib.outage_log import OUT_OF_REACH
from games_app.record.sql import drain_pool

P = ParamSpec("P")
T = TypeVar("T")

BROKEN_CONNECTION_SECONDS = 1.0
"""Seconds in which a failing query must have met a connection that broke while it was idle."""

_threads = ThreadPoolExecutor(2, "reader")
_visitors_thread = ThreadPoolExecutor(1, "visitors")
"""Separate thread, so that queries for any number of watchers don't delay those for players."""
_work_thread = ThreadPoolExecutor(1, "work")
"""Separate thread for rooms, whose work may wait for the writer."""
_lease_thread = ThreadPoolExecutor(1, "leases")
"""Separate thread, since a locked database delays writes but not reads."""


async def read(query: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``query`` in a reader thread."""
    return await _run(_threads, lambda: query(*args, **kwargs))


async def read_for_visitor(query: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``query`` for a visitor without a seat, one at a time, apart from those for players."""
    return await _run(_visitors_thread, lambda: query(*args, **kwargs))


async def note(statement: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``statement``, which writes leases."""
    return await _run(_lease_thread, lambda: statement(*args, **kwargs))


async def work(statement: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``statement``, which writes and may wait for the writer."""
    return await _run(_work_thread, lambda: statement(*args, **kwargs))


async def _run(threads: ThreadPoolExecutor, query: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, _retried, query)


def _retried(query: Callable[[], T]) -> T:
    """Run ``query``, and again if its connection had broken before, as when the database was restarted."""
    began = time.monotonic()
    try:
        return _guarded(query)
    except OUT_OF_REACH:
        if time.monotonic() - began > BROKEN_CONNECTION_SECONDS:
            raise
        drain_pool()
        return _guarded(query)


def _guarded(query: Callable[[], T]) -> T:
    """Run ``query``; if it fails, close the connection."""
    try:
        return query()
    except Exception:
        # A broken connection may fail to close.
        with suppress(Exception):
            connection.close()
        raise
