"""R14: pages that take nothing out of their sockets cannot slow the players, nor fill the server's memory.

What the hub sends to watchers who never say what they have seen: tests/live/test_outbox.py.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from games_app.live.room import TOO_SLOW, UNSEEN_LIMIT
from tests.faults.client import Client, Disconnected
from tests.faults.play import SEED, close_all, open_all, play, seated

DEAF = 10
SLOWEST = 10.0
"""Seconds that a decision may take on a busy machine. A server that waits for the deaf waits for good."""
LONGEST = 60.0
"""Seconds until all that take nothing have been let go."""
SPARE = 24 * 1024 * 1024
"""Bytes that a process may grow by for other reasons."""


async def ask_and_never_read(site, visitor, match) -> ClientConnection:
    """A page that asks without end and reads no answer. Its own small buffer fills up, then the server's."""
    return await connect(
        f"ws://{visitor.url.removeprefix('http://')}/ws/m/{match}",
        origin=visitor.url,
        additional_headers=visitor.cookie_header(),
        compression=None,
        max_queue=1,
        ping_interval=None,
    )


async def keep_asking(socket: ClientConnection) -> None:
    while True:
        for _ in range(20):
            await socket.send('{"kind":"sync"}')
        await asyncio.sleep(0.01)


async def test_pages_that_never_read_are_let_go_while_the_players_go_on(site):
    match, (alice, bob, carol) = seated(site, "congkak")
    players = [Client(alice, match), Client(bob, match)]
    await open_all(players)
    deaf = [await ask_and_never_read(site, carol, match) for _ in range(DEAF)]
    before = [server.memory() for server in site.servers]
    asking = [asyncio.create_task(keep_asking(socket)) for socket in deaf]
    dice, slowest = random.Random(SEED), 0.0
    async with asyncio.timeout(LONGEST):
        while not all(task.done() for task in asking):
            started = time.monotonic()
            await play(players, dice, most=1)
            slowest = max(slowest, time.monotonic() - started)
            await asyncio.sleep(0.06)
    assert slowest < SLOWEST
    for server, memory in zip(site.servers, before, strict=True):
        assert server.memory() - memory < DEAF * UNSEEN_LIMIT + SPARE
    assert all(isinstance(task.exception(), ConnectionClosed) for task in asking)
    async with Client(carol, match) as back:
        await play([*players, back], dice, most=2)
        assert back.position == players[0].position
    await close_all(players)


async def test_a_page_that_never_says_what_it_has_seen_is_told_to_come_again(site):
    match, (alice, bob, carol) = seated(site, "checkers")
    silent = Client(carol, match)
    silent.says_seen = False
    async with Client(alice, match) as black, Client(bob, match) as red:
        await silent.open()
        async with asyncio.timeout(LONGEST):
            while silent.connected:
                with suppress(Disconnected):
                    for _ in range(50):
                        await silent.send('{"kind":"sync"}')
                await asyncio.sleep(0.02)
        assert silent.closed_with == TOO_SLOW
        await play([black, red], random.Random(SEED), most=3)
        await silent.open(after=True)
        await silent.until(lambda: silent.seq == red.seq)
        assert silent.position == red.position
    await silent.close()
