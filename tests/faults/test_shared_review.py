"""A shared review on one process and on two: every page sees where the leader is, also after a restart."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.faults.client import Client
from tests.faults.play import seated
from tests.faults.pupils import send_json
from tests.faults.visitor import TIMEOUT_SECONDS, Visitor
from tests.site import Site


async def page(visitor: Visitor, match: str) -> ClientConnection:
    return await connect(
        f"{visitor.url.replace('http', 'ws', 1)}/ws/m/{match}?review=1",
        additional_headers={"X-Forwarded-For": visitor.address, **visitor.cookie_header()},
        origin=visitor.url,  # type: ignore[arg-type]
    )


async def hear(socket: ClientConnection, ply: int) -> dict[str, Any]:
    """Return the first state of the review in which the leader is at a ply."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["kind"] == "shared_review" and message["ply"] == ply:
                return message


async def finished(site: Site) -> tuple[str, list[Visitor]]:
    """Return a match of two plies that alice has resigned, with alice, bob and carol."""
    match, people = seated(site, "checkers")
    async with Client(people[0], match) as alice, Client(people[1], match) as bob:
        for mover in (alice, bob):
            await mover.until(lambda mover=mover: mover.my_move() is not None)
            role = mover.my_move()
            answer = await mover.act(role, mover.position["legal"][role][0])
            assert answer["ok"], answer
        assert (await alice.ask({"kind": "resign", "cmd": "resign-now-1"}))["ok"]
    await site.can_ring()
    return match, people


async def test_pages_of_two_processes_follow_the_leader_step_by_step(big_site):
    match, (alice, bob, carol) = await finished(big_site)
    together = f"/m/{match}/together"
    pages = [await page(visitor, match) for visitor in (alice, bob, carol)]
    assert send_json(alice, together, {"do": "start"}) == 200
    for ply in (0, 1, 2, 1):
        assert send_json(alice, together, {"do": "step", "ply": ply}) == 200
        for each in pages:
            assert (await hear(each, ply))["leader"]["name"] == "alice"
    assert send_json(bob, together, {"do": "ask"}) == 200
    assert send_json(bob, together, {"do": "step", "ply": 0}) == 409


async def test_restart_loses_nothing_of_a_shared_review(own_site):
    match, (alice, bob, carol) = await finished(own_site)
    together = f"/m/{match}/together"
    assert send_json(alice, together, {"do": "start"}) == 200
    assert send_json(alice, together, {"do": "step", "ply": 1}) == 200
    assert send_json(bob, together, {"do": "draw", "ply": 1, "annotation": "green:3 3"}) == 200
    own_site.restart()
    for visitor in (bob, carol):
        seen = await hear(await page(visitor, match), 1)
        assert (seen["leader"]["name"], seen["annotations"]) == ("alice", ["green:3 3"])
