"""R14: pages that read nothing from their sockets can't slow the players, nor fill the server's memory.

Messages of the hub to watchers who never acknowledge them: tests/live/test_unseen.py.
"""

from __future__ import annotations

import asyncio
import random
import socket
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from games_app.live.room import TOO_SLOW, UNSEEN_LIMIT
from tests.faults.client import Client, Disconnected
from tests.faults.play import BUSY, SEED, beats_of_a_move, close_all, open_all, play, seated

DEAF = 5
LONGEST = 300.0
"""Seconds until all pages that read nothing have been dropped."""
SPARE = 24 * 1024 * 1024
"""Bytes that a process may grow by for other reasons."""


EVERYTHING = '{"kind":"sync","after":0}'
"""A request with a long answer, which acknowledges everything so far."""


async def ask_and_never_read(visitor, match) -> ClientConnection:
    """A page that requests without end and reads no answer. First its buffer fills up, then the server's."""
    host, port = visitor.url.removeprefix("http://").split(":")
    own = socket.socket()
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 * 1024)
    own.connect((host, int(port)))
    return await connect(
        f"ws://{visitor.url.removeprefix('http://')}/ws/m/{match}",
        origin=visitor.url,
        additional_headers=visitor.cookie_header(),
        compression=None,
        max_queue=1,
        sock=own,
        ping_interval=None,
    )


async def keep_asking(page: ClientConnection) -> None:
    while True:
        await page.send(EVERYTHING)
        await asyncio.sleep(0.1)


async def test_pages_that_never_read_are_let_go_while_the_players_go_on(site):
    match, (alice, bob, carol) = seated(site, "congkak")
    players = [Client(alice, match), Client(bob, match)]
    dice, most_beats = random.Random(SEED), 0
    await open_all(players)
    await play(players, dice, most=40)
    deaf = [await ask_and_never_read(carol, match) for _ in range(DEAF)]
    before = [server.memory() for server in site.servers]
    asking = [asyncio.create_task(keep_asking(page)) for page in deaf]
    async with asyncio.timeout(LONGEST):
        while not all(task.done() for task in asking):
            most_beats = max(most_beats, await beats_of_a_move(players, dice))
            await asyncio.sleep(0.06)
    assert most_beats <= BUSY, "nobody waits for the deaf"
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
                    await silent.send('{"kind":"' + "x" * 3900 + '"}')
                await asyncio.sleep(0.11)
        assert silent.closed_with == TOO_SLOW
        await play([black, red], random.Random(SEED), most=3)
        await silent.open(after=True)
        await silent.until(lambda: silent.seq == red.seq)
        assert silent.position == red.position
    await silent.close()
