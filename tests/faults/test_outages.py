"""R9: time in which no player can act is charged to nobody, whatever still works meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from tests.faults.client import Client
from tests.faults.play import close_all, everybody_at, open_all, seated
from tests.site import Site

MINUTES = {"time": "real", "minutes": "5", "increment": "0"}
RETURN = 5.0
"""Seconds that pages get to come back."""


async def begun(site: Site) -> tuple[str, list[Client]]:
    """A match in which both have acted: black's time runs."""
    match, people = seated(site, "checkers", **MINUTES)
    clients = [Client(visitor, match) for visitor in people[:2]]
    await open_all(clients)
    for client, role, action in ((clients[0], "black", "move 3 3 4 4"), (clients[1], "red", "move 2 6 1 5")):
        answer = await client.act(role, action)
        assert answer["ok"], answer
        await everybody_at(clients, answer["seq"])
    return match, clients


def since(outage: dict) -> float:
    """Return when an outage began, in seconds since 1970."""
    return (outage["at"] - outage["delay"]) / 1000


def outages_after(moment: float, events: Iterable[dict]) -> list[dict]:
    """Outages that were over after a moment, in seconds since 1970: before, a busy machine may pause."""
    return [event for event in events if event["what"] == "outage" and event["at"] / 1000 > moment]


async def test_a_planned_restart_is_an_outage_from_the_moment_when_nobody_is_heard_any_more(own_site):
    match, clients = await begun(own_site)
    for server in own_site.servers:
        server.ask_to_end()
    black = clients[0]
    await black.until(lambda: not black.connected)
    sent_away = time.time()
    for server in own_site.servers:
        await asyncio.to_thread(server.stop)
    await asyncio.to_thread(own_site.start)
    await close_all(clients)
    await open_all(clients)
    answer = await black.act("black", "move 4 4 3 5")
    assert answer["ok"], answer
    await everybody_at(clients, answer["seq"])
    outages = outages_after(sent_away, black.visitor.record(match))
    assert min(map(since, outages)) <= sent_away
    assert outages[-1]["clocks"]["at"] / 1000 >= sent_away + RETURN, "pages have to come back first"
    await close_all(clients)
