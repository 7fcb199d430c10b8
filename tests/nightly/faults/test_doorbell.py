"""R7: two processes whose Redis fails in every way; only delay grows, by at most one beat."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager

import pytest

from tests.faults import test_doorbell as each_run
from tests.faults.client import Client, new_cmd
from tests.faults.play import seated
from tests.faults.test_doorbell import stopped
from tests.site import Site

LOGGED = 300.0
"""Seconds to wait for a line of the log."""


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


@pytest.mark.parametrize("trouble", [paused, flushed, restarted, cut_off])
async def test_a_move_reaches_the_other_process_within_a_beat_whatever_else_redis_does(big_site, trouble):
    await each_run.test_a_move_reaches_the_other_process_within_a_beat_whatever_redis_does(big_site, trouble)


@pytest.fixture(scope="module")
def beatless_site(postgres, tmp_path_factory):
    """A site whose processes learn from each other's writes only by the doorbell."""
    folder = tmp_path_factory.mktemp("beatless")
    with Site(folder, postgres, application="tests.faults.beatless:application") as running:
        yield running


async def test_with_redis_in_order_a_move_reaches_the_other_process_without_a_beat(beatless_site):
    match, (alice, bob, _) = seated(beatless_site, "checkers")
    async with Client(alice, match) as black, Client(bob, match) as red:
        await beatless_site.can_ring()
        await act(black, "black", "move 3 3 4 4", red)
        await act(red, "red", "move 2 6 1 5", black)


async def test_after_redis_has_come_back_the_doorbell_rings_again(beatless_site):
    match, (alice, bob, _) = seated(beatless_site, "checkers")
    async with Client(alice, match) as black, Client(bob, match) as red:
        with stopped(beatless_site.redis):
            answer = await black.act("black", "move 3 3 4 4")
            assert answer["ok"], answer
            assert red.seq == 2, "nothing has told it"
        await beatless_site.can_ring()
        await rings(black, red)
        await rings(red, black)


async def rings(one: Client, other: Client) -> None:
    """Store events in one process until the other's page knows: the first may go to a dead connection."""
    behind = other.seq
    async with asyncio.timeout(LOGGED):
        while other.seq == behind:
            offer = await one.ask({"kind": "offer", "cmd": new_cmd(), "what": "draw"})
            await one.ask({"kind": "withdraw", "cmd": new_cmd(), "what": "draw", "of": offer["seq"]})
            await asyncio.sleep(0.1)


async def act(mover: Client, role: str, action: str, other: Client) -> None:
    """Make a move, and wait until the other page knows of it."""
    answer = await mover.act(role, action)
    assert answer["ok"], answer
    await other.until(lambda: other.seq == answer["seq"])


async def test_pages_are_served_while_redis_is_gone(big_site):
    with stopped(big_site.redis):
        match, (alice, bob, carol) = seated(big_site, "morris")
        for visitor in (alice, bob, carol):
            for path in ("/", "/history", f"/m/{match}", f"/m/{match}/events", "/rules/morris"):
                assert visitor.get(path)[0] == 200, path
