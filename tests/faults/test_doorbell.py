"""R7: two processes whose Redis fails in every way; only delay grows, by one beat at most."""

from __future__ import annotations

import time
from contextlib import contextmanager

import pytest

from games_app.live.hub import BEAT_SECONDS
from tests.faults.client import Client
from tests.faults.play import seated

ON_THE_WAY = 1.5
"""Seconds that a busy machine may add to a beat."""


@contextmanager
def stopped(redis):
    redis.stop()
    yield
    redis.start()


@contextmanager
def paused(redis):
    redis.pause()
    yield
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
            asked = time.monotonic()
            answer = await black.act("black", "move 3 3 4 4")
            assert answer["ok"], answer
            assert time.monotonic() - asked < 1.0, "the mover waits for nobody's doorbell"
            for one in (red, watcher):
                await one.until(lambda one=one: one.seq == answer["seq"], BEAT_SECONDS + ON_THE_WAY)
        assert red.position == black.position


async def test_with_redis_in_order_a_move_reaches_the_other_process_long_before_the_beat(big_site):
    match, (alice, bob, _) = seated(big_site, "checkers")
    async with Client(alice, match) as black, Client(bob, match) as red:
        for role, action in [("black", "move 3 3 4 4"), ("red", "move 2 6 1 5"), ("black", "move 1 3 2 4")]:
            mover, other = (black, red) if role == "black" else (red, black)
            answer = await mover.act(role, action)
            started = time.monotonic()
            await other.until(lambda other=other, seq=answer["seq"]: other.seq == seq)
            assert time.monotonic() - started < BEAT_SECONDS / 3


async def test_after_redis_has_come_back_the_doorbell_rings_again(big_site):
    match, (alice, bob, _) = seated(big_site, "mancala")
    async with Client(alice, match) as north, Client(bob, match) as south:
        big_site.redis.stop()
        await north.act("north", "pick p8")
        big_site.redis.start()
        await south.until(lambda: south.seq == 3)
        quick = []
        for pit in ("p6", "p7", "p9", "p10"):
            if north.my_move() is None or f"pick {pit}" not in north.position["legal"]["north"]:
                break
            time.sleep(2.2)
            answer = await north.act("north", f"pick {pit}")
            started = time.monotonic()
            await south.until(lambda seq=answer["seq"]: south.seq == seq)
            quick.append(time.monotonic() - started < 0.5)
        assert quick[-1], quick


async def test_pages_are_served_while_redis_is_gone(big_site):
    big_site.redis.stop()
    try:
        match, (alice, bob, carol) = seated(big_site, "morris")
        for visitor in (alice, bob, carol):
            for path in ("/", "/history", f"/m/{match}", f"/m/{match}/events", "/rules/morris"):
                assert visitor.get(path)[0] == 200, path
    finally:
        big_site.redis.start()
