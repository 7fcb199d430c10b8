"""R6, R7: a wall shows each match as in the record, whatever failed meanwhile."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.faults.client import Client
from tests.faults.play import SEED, play, seated
from tests.faults.visitor import Visitor

GAMES = ("mancala", "checkers", "morris", "congkak")
BEATS = 2
"""Beats of the wall in which everything must be on it: between two there is one of each match."""


class Wall:
    """An open wall: its view of each match after all messages."""

    def __init__(self) -> None:
        self.shown: dict[str, dict[str, Any]] = {}
        self.beats = 0

    def hear(self, text: str) -> None:
        told = json.loads(text)
        if told["kind"] == "wall":
            self.shown |= {board["id"]: board["standing"] for board in told["boards"]}
        if told["kind"] == "moved":
            self.shown[told["id"]] = told["standing"]
        self.beats += told["kind"] == "beat"

    async def listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            self.hear(str(text))


async def test_a_wall_at_another_process_loses_nothing_while_nobody_rings(big_site):
    tables = [seated(big_site, game) for game in GAMES]
    watching = Wall()
    address = big_site.last.url.replace("http", "ws", 1) + "/ws/watch?wall=all"
    async with AsyncExitStack() as opened:
        wall = await opened.enter_async_context(connect(address, origin=big_site.last.url))
        listening = asyncio.create_task(watching.listen(wall))
        big_site.redis.stop()
        try:
            # Each move comes to the other player with the next beat only, so all play at once.
            await asyncio.gather(*(some_moves(match, *people[:2]) for match, people in tables))
            last = {match: people[0].record(match)[-1] for match, people in tables}
            before = watching.beats
            async with asyncio.timeout(60):
                while any(differs(watching.shown.get(match), event) for match, event in last.items()):
                    assert watching.beats - before <= BEATS
                    await asyncio.sleep(0.05)
        finally:
            big_site.redis.start()
            listening.cancel()


async def some_moves(match: str, alice: Visitor, bob: Visitor) -> None:
    async with Client(alice, match) as one, Client(bob, match) as other:
        await play([one, other], random.Random(SEED), most=4)


def differs(shown: dict[str, Any] | None, last: dict[str, Any]) -> bool:
    """Return whether the wall shows anything other than the last event of the record."""
    told = ("seq", "status", "result")
    return (
        shown is None
        or any(shown[key] != last[key] for key in told)
        or shown["facts"] != last["position"]["facts"]
    )
