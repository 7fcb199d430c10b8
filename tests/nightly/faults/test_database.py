"""R2, R4: a database that stalls, fails, and comes back."""

from __future__ import annotations

import asyncio
import random

from tests.faults.client import Client
from tests.faults.page import Page
from tests.faults.play import SEED, close_all, differences, everybody_at, open_all, play, seated


async def test_a_database_that_stalls_too_long_is_told_and_the_same_command_done_later(site):
    """Somebody holds the record for longer than the server is patient. The heartbeat goes on meanwhile."""
    match, (alice, bob, carol) = seated(site, "mancala")
    async with Client(alice, match) as north, Client(bob, match) as south:
        command = {"kind": "act", "cmd": "while-stalled", "base": 2, "action": "pick p7"}
        with site.record_locked():
            await north.send(command)
            await north.until(lambda: "while-stalled" in north.answers, seconds=60)
            refused = north.answers["while-stalled"][0]
            assert (refused["ok"], refused["code"]) == (False, "unavailable")
            assert refused["retry_ms"] > 0
            assert south.seq == 2
            assert south.connected
        answer = await north.ask(command)
        assert (answer["ok"], answer["again"], answer["seq"]) == (True, False, 3)
        await south.until(lambda: south.seq == 3)
    assert [event["what"] for event in carol.record(match)] == ["created", "started", "acted"]


async def test_while_the_database_is_stopped_nothing_is_done_and_afterwards_everything_once(big_site):
    match, (alice, bob, carol) = seated(big_site, "checkers")
    dice = random.Random(SEED)
    pages = [Page(alice, match, patience=5.0), Page(bob, match, patience=5.0)]
    for page in pages:
        page.silence = 60  # There are no beats from a database that is stopped.
    await open_all(pages)
    await play(pages, dice, most=4)
    before = pages[0].seq
    # In a thread: a page that is held up meanwhile would take its connection for dead.
    await asyncio.to_thread(big_site.postgres.stop)
    try:
        mover = next(page for page in pages if page.my_move())
        role, action = mover.choice(dice)
        sent = {"kind": "act", "cmd": "while-stopped", "base": mover.position["base"][role], "action": action}
        asking = asyncio.create_task(mover.ask(sent))
        await mover.until(lambda: bool(mover.answers.get("while-stopped")), seconds=60)
        refused = mover.answers["while-stopped"][0]
        assert (refused["code"], refused["retry_ms"] > 0) == ("unavailable", True), refused
        assert all(page.seq == before for page in pages)
    finally:
        big_site.postgres.start()
    answer = await asking
    assert answer["ok"], answer
    await everybody_at(pages, answer["seq"])
    await play(pages, dice, most=4)
    record = carol.record(match)
    assert len(record) == before + 5
    assert sum(event["plies"][0]["action"] == action for event in record[before:][:1]) == 1
    assert [found for page in pages for found in differences(page, record)] == []
    await close_all(pages)
    assert carol.get("/")[0] == 200
    assert bob.get(f"/m/{match}")[0] == 200
