"""Work that is repeated in the event loop for as long as the process runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from games_app.lib.outage_log import OutageLog


async def repeat(work: Callable[[], Awaitable[None]], seconds: float, outages: OutageLog) -> None:
    """Call ``work`` every so many seconds, also after it has failed, which is logged."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
            outages.worked()
        except Exception as error:
            outages.failed(error)
