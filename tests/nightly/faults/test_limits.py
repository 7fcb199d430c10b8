"""R15: bounded input. A flood is told when to retry, and costs honest players nothing."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress

from games_app.door.limits import SOCKET_MESSAGES
from games_app.live.protocol import LARGEST_MESSAGE
from tests.faults.client import Client, Disconnected, new_cmd
from tests.faults.play import BUSY, SEED, beats_of_a_move, close_all, open_all, seated
from tests.site import on_the_big_site

FLOOD, FLOODS = 120, 4
"""Commands that mallory sends without waiting, and how often: not so many that she is cut off."""


@on_the_big_site
async def test_a_flood_is_answered_with_a_time_to_wait_and_honest_players_go_on(site):
    """All at one address, as in a classroom."""
    school = "192.0.2.1"
    tables = []
    for _ in range(5):
        match, people = seated(site, "checkers")
        tables.append([Client(person, match) for person in people[:2]])
    match, (mallory, _, _) = seated(site, "mancala")
    honest = [client for table in tables for client in table]
    flooding = Client(mallory, match)
    for client in (*honest, flooding):
        client.visitor.address = school
    await open_all([*honest, flooding])

    def answered() -> int:
        return sum(map(len, flooding.answers.values()))

    async def flood() -> None:
        for wave in range(FLOODS):
            for _ in range(FLOOD):
                await flooding.send({"kind": "act", "cmd": new_cmd(), "base": 2, "action": "pick p1"})
            # Otherwise a busy machine would read two waves as one, and cut her off. She waits as she is told.
            await flooding.until(lambda sent=FLOOD * (wave + 1): answered() >= sent)
            told = [answer.get("retry_ms", 0) for many in flooding.answers.values() for answer in many]
            await asyncio.sleep(max(told) / 1000)

    async def slowest_move(table: list[Client], dice: random.Random) -> int:
        return max([await beats_of_a_move(table, dice) for _ in range(12)])

    started = time.monotonic()
    pouring = asyncio.create_task(flood())
    beats = await asyncio.gather(
        *(slowest_move(table, random.Random(f"{SEED} {n}")) for n, table in enumerate(tables))
    )
    await pouring
    answers = [answer for many in flooding.answers.values() for answer in many]
    refused = [answer for answer in answers if answer["code"] == "too_fast"]
    assert len(answers) - len(refused) <= SOCKET_MESSAGES.burst + SOCKET_MESSAGES.per_second * (
        time.monotonic() - started
    )
    assert all(0 < answer["retry_ms"] <= 1000 and answer["message"] for answer in refused)
    one_each = {cmd: len(many) for cmd, many in flooding.answers.items() if cmd}
    assert set(one_each.values()) == {1}
    assert max(beats) <= BUSY, "the honest don't wait"
    await close_all([*honest, flooding])


@on_the_big_site
async def test_frames_that_are_too_large_are_refused_or_end_the_connection(site):
    match, (alice, _, carol) = seated(site, "mancala")
    async with Client(alice, match) as client:
        await client.send("x" * (LARGEST_MESSAGE + 1))
        await client.until(lambda: None in client.answers)
        assert client.answers[None][0]["code"] == "too_large"
        await client.send(b"\x00\x01")
        await client.until(lambda: len(client.answers[None]) == 2)
        assert client.answers[None][1]["code"] == "malformed"
        with suppress(Disconnected):
            await client.send("x" * 1024 * 1024)
        await client.until(lambda: client.closed_with is not None)
        assert client.closed_with in (1006, 1009)
    assert len(carol.record(match)) == 2
