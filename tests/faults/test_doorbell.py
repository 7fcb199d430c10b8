"""R7: two processes whose Redis fails in every way; only delay grows, by one beat at most."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager

import pytest

from games_app.live.hub import BEAT_SECONDS
from tests.faults.client import Client
from tests.faults.play import seated
from tests.site import Site

ON_THE_WAY = 1
"""Beats that may have left before the move was stored."""
LOST = "Redis is out of reach; "
LOGGED = 60.0
"""Seconds that a line of the log is waited for."""
BUSY = 3
"""Beats that a move may take on a busy machine. Redis is gone, or says nothing, until it has been seen."""


@contextmanager
def stopped(redis):
    redis.stop()
    try:
        yield
    finally:
        redis.start()


@contextmanager
def paused(redis):
    redis.pause()
    try:
        yield
    finally:
        redis.go_on()


@contextmanager
def flushed(redis):
    redis.flush()
    yield


@contextmanager
def restarted(redis):
    redis.stop()
    redis.start()
    yield


@contextmanager
def cut_off(redis):
    redis.drop_clients()
    yield


@pytest.mark.parametrize("trouble", [stopped, paused, flushed, restarted, cut_off])
async def test_a_move_reaches_the_other_process_within_a_beat_whatever_redis_does(big_site, trouble):
    match, (alice, bob, carol) = seated(big_site, "checkers")
    async with Client(alice, match) as black, Client(bob, match) as red, Client(carol, match) as watcher:
        with trouble(big_site.redis):
            asked = black.beats
            answer = await black.act("black", "move 3 3 4 4")
            stored = {one: one.beats for one in (red, watcher)}
            assert answer["ok"], answer
            assert black.beats - asked <= BUSY, "the mover waits for nobody's doorbell"
            for one in (red, watcher):
                await one.until(lambda one=one: one.seq == answer["seq"])
                assert one.beats - stored[one] <= ON_THE_WAY, "the next beat brings it"
        assert red.position == black.position


async def time_to_the_other(mover: Client, other: Client, role: str, action: str) -> float:
    """Seconds until the page at the other process knows of a move that is made just after that page's beat:
    nearly those of a beat where no doorbell rings."""
    beats = other.beats
    await other.until(lambda: other.beats > beats)
    answer = await mover.act(role, action)
    assert answer["ok"], answer
    began = time.monotonic()
    await other.until(lambda: other.seq == answer["seq"])
    return time.monotonic() - began


LONG_BEFORE = BEAT_SECONDS * 2 / 3


async def test_with_redis_in_order_a_move_reaches_the_other_process_long_before_the_beat(big_site):
    match, (alice, bob, _) = seated(big_site, "checkers")
    async with Client(alice, match) as black, Client(bob, match) as red:
        took = [
            await time_to_the_other(black, red, "black", "move 3 3 4 4"),
            await time_to_the_other(red, black, "red", "move 2 6 1 5"),
        ]
        assert min(took) < LONG_BEFORE, took


async def test_after_redis_has_come_back_the_doorbell_rings_again(big_site):
    match, (alice, bob, _) = seated(big_site, "checkers")
    async with Client(alice, match) as black, Client(bob, match) as red:
        with stopped(big_site.redis):
            await black.act("black", "move 3 3 4 4")
        await red.until(lambda: red.seq == 3)
        took = [
            await time_to_the_other(red, black, "red", "move 2 6 1 5"),
            await time_to_the_other(black, red, "black", "move 1 3 2 4"),
        ]
        assert min(took) < LONG_BEFORE, took


async def test_the_loss_of_redis_is_one_line_in_the_log_and_its_return_another(postgres, tmp_path):
    with Site(tmp_path / "site", postgres) as site:
        match, (alice, bob, _) = seated(site, "checkers")
        async with Client(alice, match) as black, Client(bob, match) as red:
            with stopped(site.redis):
                await black.act("black", "move 3 3 4 4")
                await red.until(lambda: red.seq == 3)
                for server in site.servers:
                    await logged(server, LOST)
            await red.act("red", "move 2 6 1 5")
            await black.until(lambda: black.seq == 4)
            await black.act("black", "move 4 4 3 5")
            for server in site.servers:
                await logged(server, "Over after ")
    for server in site.servers:
        said = server.log.read_text()
        assert said.count(f"WARNING games_app.lib.redis_log: {LOST}") == 1, said
        assert "Traceback" not in said


async def logged(server, line):
    async with asyncio.timeout(LOGGED):
        while line not in server.log.read_text():
            await asyncio.sleep(0.05)


async def test_pages_are_served_while_redis_is_gone(big_site):
    with stopped(big_site.redis):
        match, (alice, bob, carol) = seated(big_site, "morris")
        for visitor in (alice, bob, carol):
            for path in ("/", "/history", f"/m/{match}", f"/m/{match}/events", "/rules/morris"):
                assert visitor.get(path)[0] == 200, path
