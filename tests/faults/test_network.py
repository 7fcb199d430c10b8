"""R3, R5: whole games over a network that loses, delays, doubles and reorders frames."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack

from tests.faults.client import Client
from tests.faults.page import Page
from tests.faults.play import SEED, close_all, differences, next_choice, open_all, seated
from tests.faults.proxy import Faults, Proxy

QUIET = 2
"""Beats after which everybody must know everything.

The first may have left before the network was in order; the second arrives within five seconds.
"""


async def play_stubbornly(pages: list[Page], dice: random.Random, most: int) -> list[tuple[str, str]]:
    """Play as pages do, resending unanswered commands; return (cmd, action) of each decision in order."""
    made = []
    for _ in range(most):
        await pages[0].until(lambda: pages[0].status != "playing" or any(page.my_move() for page in pages))
        if pages[0].status != "playing":
            break
        sent = next_choice(pages, dice)
        answer = await sent.go()
        if answer["ok"]:
            made.append((sent.cmd, sent.action))
        else:
            assert answer["code"] in ("stale", "not_your_turn"), answer
        for page in pages:
            await page.until(lambda page=page, answer=answer: page.seq >= answer["seq"])
    return made


async def test_client_that_lost_frames_knows_everything_after_five_quiet_seconds(site):
    dice = random.Random(f"{SEED} {site.kind}")
    match, people = seated(site, "congkak")
    losses = [0.01, 0.1, 0.3]
    async with AsyncExitStack() as stack:
        proxies = [
            await stack.enter_async_context(Proxy(person.url, f"{SEED} {loss}", to_client=Faults(drop=loss)))
            for person, loss in zip(people, losses, strict=True)
        ]
        pages = [
            Page(person, match, through=proxy, patience=0.5, dice=dice)
            for person, proxy in zip(people, proxies, strict=True)
        ]
        await open_all(pages)
        await play_stubbornly(pages[:2], dice, most=12)
        for proxy in proxies:
            proxy.heal()
        beats = [page.beats for page in pages]
        record = people[2].record(match)
        for page, before in zip(pages, beats, strict=True):
            await page.until(lambda page=page: page.seq == len(record))
            assert page.beats - before <= QUIET
        assert sum(proxy.harmed for proxy in proxies) > 3
        assert [found for page in pages for found in differences(page, record)] == []
        for page, person in zip(pages, people, strict=True):
            async with Client(person, match) as reloaded:
                assert page.views[page.seq] == reloaded.views[reloaded.seq]
        await close_all(pages)
