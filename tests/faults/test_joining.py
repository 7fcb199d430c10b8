"""R8: watchers who join a fast game get a snapshot and everything after it, once."""

from __future__ import annotations

import asyncio
import random

from tests.faults.client import Client
from tests.faults.play import SEED, close_all, differences, open_all, play, seated
from tests.faults.visitor import Visitor

WATCHERS = 60
FEW = 5
"""Minimum number of watchers who join in either half of the game."""


async def test_watchers_who_join_at_random_moments_of_a_fast_game_miss_nothing(site):
    # Dice of their own: how often they are thrown must not change the game.
    dice = random.Random(SEED + 1)
    moments = [dice.randint(3, 50) for _ in range(WATCHERS)]
    match, people = seated(site, "checkers")
    players = [Client(person, match) for person in people[:2]]
    watchers = [Client(Visitor(site.servers[n % len(site.servers)].url), match) for n in range(WATCHERS)]
    await open_all(players)
    playing = asyncio.create_task(play(players, random.Random(SEED), most=60))

    async def arrive(watcher: Client, moment: int) -> None:
        while players[0].seq < moment and not playing.done():
            await asyncio.sleep(0.01)
        await watcher.open()

    first_seen = []
    await asyncio.gather(*map(arrive, watchers, moments))
    await playing
    record = people[2].record(match)
    for watcher in watchers:
        await watcher.until(lambda watcher=watcher: watcher.seq == len(record))
        first_seen.append(min(watcher.views))
        assert sorted(watcher.views) == list(range(first_seen[-1], len(record) + 1))
        assert watcher.syncs == 0, "nothing was missing, so nothing was asked for"
    half = len(record) / 2
    assert sum(seen < half for seen in first_seen) >= FEW, "hardly anybody came early"
    assert sum(half < seen < len(record) for seen in first_seen) >= FEW, "hardly anybody came late"
    assert [found for watcher in watchers for found in differences(watcher, record)] == []
    await close_all([*players, *watchers])
