"""R7: the reaction of a process when another one rings. The layer here is a separate one in memory."""

from __future__ import annotations

import asyncio

from channels.layers import InMemoryChannelLayer
from django.db import OperationalError

from games_app.live import doorbell
from games_app.live.doorbell import GROUP, Doorbell


async def test_a_record_that_could_not_be_read_costs_one_ring_and_not_the_subscription(monkeypatch):
    heard = []

    async def rung(seqs: dict[str, int]) -> None:
        heard.append(seqs)
        if len(heard) == 1:
            raise OperationalError("the database is starting up")

    layer = InMemoryChannelLayer()
    bell = Doorbell(rung)
    bell._layer = layer
    listening = asyncio.create_task(bell.listen())
    while not layer.groups.get(GROUP):
        await asyncio.sleep(0)
    monkeypatch.setattr(doorbell, "RETRY_SECONDS", 0)
    async with asyncio.timeout(120):
        for seq in (1, 2):
            await layer.group_send(GROUP, {"type": "ring", "sender": "another", "seqs": {"m": seq}})
            while len(heard) < seq:
                await asyncio.sleep(0.001)
    assert heard == [{"m": 1}, {"m": 2}]
    assert len(layer.groups[GROUP]) == 1
    listening.cancel()
