"""Notification between processes that a match has reached a seq; the events are read from the database.

If a notification is lost or Redis is down, the next beat finds the events, a little later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from games_app.lib.outage_log import OutageLog, redis_log
from games_app.record.results import BatchResult

log = logging.getLogger(__name__)

GROUP = "doorbell"
RETRY_SECONDS = 2.0
"""Seconds until the next attempt after the channel layer failed."""
RING_PATIENCE = 2.0
"""Timeout of one notification, in seconds."""

Rung = Callable[[dict[str, int]], Awaitable[None]]


def ring_once(seqs: dict[str, int]) -> None:
    """Notify the other processes from one without an event loop."""
    layer: Any = get_channel_layer()
    if not seqs or isinstance(layer, InMemoryChannelLayer):
        return
    try:
        async_to_sync(layer.group_send)(GROUP, {"type": "ring", "sender": "", "seqs": seqs})
        redis_log.worked()
    except Exception as error:
        redis_log.failed(error)


def ring_for(result: BatchResult) -> None:
    """Notify the other processes of the events of a batch, from one without an event loop."""
    ring_once({match: seq for match, seq, _ in result.events})


class Doorbell:
    """Subscription of this process to the channel layer. Inactive with the in-memory layer."""

    def __init__(self, rung: Rung) -> None:
        layer = get_channel_layer()
        self._layer: Any = None if isinstance(layer, InMemoryChannelLayer) else layer
        self._rung = rung
        self._channel = ""
        self._unsent: dict[str, int] = {}
        self._ringing: asyncio.Task[None] | None = None
        self._read_log = OutageLog(log, "What other processes stored can't be read")

    async def listen(self) -> None:
        """Call ``rung`` with the seqs that other processes announce, for ever."""
        while self._layer:
            try:
                self._channel = await self._layer.new_channel()
                await self._layer.group_add(GROUP, self._channel)
                while True:
                    message = await self._layer.receive(self._channel)
                    if message["sender"] != self._channel:
                        await self._hear(message["seqs"])
            except Exception as error:
                redis_log.failed(error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, seqs: dict[str, int]) -> None:
        """Call ``rung``. A database error is logged here, since it must not end the subscription."""
        try:
            await self._rung(seqs)
            self._read_log.worked()
        except Exception as error:
            self._read_log.failed(error)

    def ring(self, seqs: dict[str, int]) -> None:
        """Announce the seqs of these matches to the other processes; calls during a send are merged."""
        if not self._layer or not seqs:
            return
        self._unsent |= seqs
        if self._ringing is None or self._ringing.done():
            self._ringing = asyncio.create_task(self._ring())

    async def _ring(self) -> None:
        while self._unsent:
            seqs, self._unsent = self._unsent, {}
            message = {"type": "ring", "sender": self._channel, "seqs": seqs}
            try:
                await asyncio.wait_for(self._layer.group_send(GROUP, message), RING_PATIENCE)
                redis_log.worked()
            except Exception as error:
                redis_log.failed(error)
