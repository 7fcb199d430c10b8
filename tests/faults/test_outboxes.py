"""R14: pages that never read, or never say that they have seen anything, cannot slow the players."""

from __future__ import annotations

import asyncio
import random
import time

from websockets.asyncio.client import connect

from games_app.live.room import TOO_SLOW, UNSEEN_LIMIT
from tests.faults.client import Client
from tests.faults.play import SEED, close_all, open_all, play, seated

DEAF = 20
SPARE = 24 * 1024 * 1024
"""Bytes that a process may grow by for other reasons."""


async def open_and_never_read(site, visitor, match):
    """A socket whose page does not take anything out of it: its small buffers fill up, then the server's."""
    host = visitor.url.removeprefix("http://")
    return await connect(
        f"ws://{host}/ws/m/{match}",
        origin=visitor.url,
        additional_headers=visitor.cookie_header(),
        compression=None,
        max_queue=1,
        ping_interval=None,
    )


async def test_watchers_who_never_read_are_let_go_while_the_players_go_on(site):
    match, (alice, bob, carol) = seated(site, "congkak")
    players = [Client(alice, match), Client(bob, match)]
    silent = Client(carol, match)
    silent.says_seen = False
    await open_all([*players, silent])
    deaf = [await open_and_never_read(site, carol, match) for _ in range(DEAF)]
    before = [server.memory() for server in site.servers]
    dice, slowest, sent = random.Random(SEED), 0.0, 0
    while silent.closed_with is None:
        started = time.monotonic()
        await play(players, dice, most=1)
        slowest = max(slowest, time.monotonic() - started)
        sent += 1
        assert sent < 1000, "nobody is ever let go"
        assert players[0].status == "playing", "choose another seed: this match ended early"
        await asyncio.sleep(0.06)
    assert silent.closed_with == TOO_SLOW
    assert slowest < 2.0
    for server, memory in zip(site.servers, before, strict=True):
        assert server.memory() - memory < DEAF * UNSEEN_LIMIT + SPARE
    codes = await asyncio.gather(*(how_it_ended(socket) for socket in deaf))
    assert set(codes) == {TOO_SLOW}
    await silent.open(after=True)
    await play(players, dice, most=2)
    await silent.until(lambda: silent.seq == players[0].seq)
    assert silent.position == players[0].position
    await close_all([*players, silent])


async def how_it_ended(socket) -> int | None:
    """Read at last what lies in the buffers: the close code behind it."""
    async with asyncio.timeout(20):
        async for _ in socket:
            pass
    return socket.close_code
