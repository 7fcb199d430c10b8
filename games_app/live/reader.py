"""Database reads for the event loop.

Two threads with lasting connections of their own: ``database_sync_to_async`` would open the database anew at
each call (with CONN_MAX_AGE=0) or leak connections from the request threads (without).
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


async def read(query: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``query`` in a reader thread."""

    def guarded() -> T:
        try:
            return query(*args, **kwargs)
        except Exception:
            with suppress(Exception):
                connection.close()
            raise

    return await asyncio.get_running_loop().run_in_executor(_threads, guarded)
