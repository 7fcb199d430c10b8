"""R7: two processes whose Redis fails in every way; only delay grows, by at most one beat."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from tests.faults.client import Client
from tests.faults.play import BUSY, seated

ON_THE_WAY = 1
"""Beats that may have left before the move was stored."""


@contextmanager
def stopped(redis):
    redis.stop()
    try:
        yield
    finally:
        redis.start()


@pytest.mark.parametrize("trouble", [stopped])
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
