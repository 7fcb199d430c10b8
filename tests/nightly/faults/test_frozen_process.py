"""R9: one of two web processes is frozen; its players go to the other one and pay nothing for the silence."""

from __future__ import annotations

import asyncio
import random

from games_app.record.liveness import PAGES_WAIT
from tests.faults.play import SEED, close_all, open_all, seated
from tests.faults.roaming import Roaming
from tests.site import on_the_big_site


@on_the_big_site
async def test_the_silence_of_a_frozen_process_is_not_charged(own_site):
    match, people = seated(own_site, "mancala", time="5+3")
    urls = [server.url for server in own_site.servers]
    alice, bob = (
        Roaming(person, match, urls=urls, dice=random.Random(f"{SEED} {name}"))
        for person, name in zip(people, ("alice", "bob"), strict=False)
    )
    await open_all([alice, bob])
    assert (await alice.act("north", "pick p7"))["ok"]
    await bob.until(lambda: bob.seq == 3)
    assert (await bob.act("south", "pick p2"))["ok"]
    await alice.until(lambda: alice.seq == 4)
    own_site.first.pause()
    try:
        assert (await alice.act("north", "pick p8"))["ok"]
    finally:
        own_site.first.go_on()
    assert alice.reconnects == 1
    record = await asyncio.to_thread(people[2].record, match)
    (before, after) = (
        [event["clocks"]["left"]["north"] for event in record if event["what"] == "acted"][number]
        for number in (1, 2)
    )
    charged = before + 3000 - after
    assert charged < PAGES_WAIT.total_seconds() * 1000 / 2
    assert any(event["what"] == "outage" for event in record)
    await close_all([alice, bob])
