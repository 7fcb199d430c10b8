"""Between processes: "match M has reached seq S". Only a bell: what happened is read from the database.

A ring that gets lost, or a Redis that is gone, costs nothing but time: the next beat finds the same out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from games_app.lib.outage_log import OutageLog

log = logging.getLogger(__name__)

GROUP = "doorbell"
AGAIN_AFTER = 2.0
"""Seconds before another try when the layer fails."""
PATIENCE = 2.0
"""Seconds that one ring may take."""

Rung = Callable[[dict[str, int]], Awaitable[None]]


def ring_once(seqs: dict[str, int]) -> None:
    """Ring from a process without an event loop and without pages."""
    layer: Any = get_channel_layer()
    if not seqs or isinstance(layer, InMemoryChannelLayer):
        return
    try:
        async_to_sync(layer.group_send)(GROUP, {"type": "ring", "sender": "", "seqs": seqs})
    except Exception:
        log.exception("The channel layer fails; other processes learn of events with the next beat")


class Doorbell:
    """This process's one subscription to the channel layer. Silent where there is only one process."""

    def __init__(self, rung: Rung) -> None:
        layer = get_channel_layer()
        self._layer: Any = None if isinstance(layer, InMemoryChannelLayer) else layer
        self._rung = rung
        self._channel = ""
        self._to_tell: dict[str, int] = {}
        self._ringing: asyncio.Task[None] | None = None
        self._out_of_order = False
        self._read_log = OutageLog(log, "What other processes stored can't be read")

    async def listen(self) -> None:
        """Call ``rung`` with what other processes stored, for ever."""
        while self._layer:
            try:
                self._channel = await self._layer.new_channel()
                await self._layer.group_add(GROUP, self._channel)
                while True:
                    message = await self._layer.receive(self._channel)
                    if message["sender"] != self._channel:
                        await self._hear(message["seqs"])
            except Exception:
                self._complain()
                await asyncio.sleep(AGAIN_AFTER)

    async def _hear(self, seqs: dict[str, int]) -> None:
        """That the record can't be read is no fault of the layer: the subscription stays as it is."""
        try:
            await self._rung(seqs)
            self._read_log.worked()
        except Exception as error:
            self._read_log.failed(error)

    def ring(self, seqs: dict[str, int]) -> None:
        """Tell the other processes how far these matches are; what comes during a ring goes into the next."""
        if not self._layer or not seqs:
            return
        self._to_tell |= seqs
        if self._ringing is None or self._ringing.done():
            self._ringing = asyncio.create_task(self._ring())

    async def _ring(self) -> None:
        while self._to_tell:
            seqs, self._to_tell = self._to_tell, {}
            message = {"type": "ring", "sender": self._channel, "seqs": seqs}
            try:
                await asyncio.wait_for(self._layer.group_send(GROUP, message), PATIENCE)
                self._out_of_order = False
            except Exception:
                self._complain()

    def _complain(self) -> None:
        if not self._out_of_order:
            log.exception("The channel layer fails; other processes learn of events with the next beat")
        self._out_of_order = True
