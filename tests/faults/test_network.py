"""R3, R5: whole games over a network that loses, delays, doubles and reorders frames."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack

import pytest

from games_app.live.audience import BEAT_SECONDS
from tests.faults.client import Client
from tests.faults.page import Page
from tests.faults.play import SEED, close_all, differences, next_choice, open_all, seated
from tests.faults.proxy import Faults, Proxy
from tests.nightly import nightly_except
from tests.site import on_the_big_site_in_each_run

STUTTER = Faults(duplicate=0.3, delay=0.3, reorder=0.3, longest_delay=0.05)
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


@on_the_big_site_in_each_run
@pytest.mark.parametrize("game", nightly_except(["mancala", "checkers"], "checkers"))
async def test_commands_that_come_late_doubled_and_out_of_order_take_effect_once(site, game):
    seed = f"{SEED} {site.kind} {game}"
    match, (alice, bob, carol) = seated(site, game)
    async with (
        Proxy(alice.url, seed, to_server=STUTTER) as one,
        Proxy(bob.url, seed, to_server=STUTTER) as two,
    ):
        pages = [
            Page(alice, match, through=one, patience=0.3, dice=random.Random(seed)),
            Page(bob, match, through=two, patience=0.3, dice=random.Random(seed)),
        ]
        await open_all(pages)
        made = await play_stubbornly(pages, random.Random(seed), most=60)
        await asyncio.sleep(4 * STUTTER.longest_delay)
        assert one.harmed > 10
        record = carol.record(match)
        assert [event["plies"][0]["action"] for event in record[2:]] == [action for _, action in made]
        assert [found for page in pages for found in differences(page, record)] == []
        assert any(answer.get("again") for page in pages for many in page.answers.values() for answer in many)
        await close_all(pages)


@on_the_big_site_in_each_run
async def test_whoever_lost_frames_knows_everything_after_five_quiet_seconds(site):
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


@on_the_big_site_in_each_run
@pytest.mark.parametrize(
    "faults",
    [
        pytest.param(Faults(black_hole=0.1), id="hole"),
        pytest.param(Faults(half_close=0.1), id="half closed", marks=pytest.mark.nightly),
    ],
)
async def test_a_page_whose_connection_is_dead_without_a_word_comes_back(site, faults):
    """The page has heard no beat for a while, opens another connection and repeats its command."""
    match, (alice, bob, carol) = seated(site, "mancala")
    async with Proxy(alice.url, SEED, to_server=faults, to_client=faults) as proxy:
        page = Page(alice, match, through=proxy, patience=1.0)
        page.silence = BEAT_SECONDS + 2
        async with Client(bob, match), page:
            answer = await page.act("north", "pick p7")
            while not proxy.harmed:
                await page.ask({"kind": "resign", "cmd": "gives-up", "unknown": 1})
            proxy.heal()
            assert answer["ok"]
            await page.until(lambda: page.reconnects > 0)
        assert [event["what"] for event in carol.record(match)] == ["created", "started", "acted"]


@on_the_big_site_in_each_run
async def test_a_page_that_hears_the_beats_but_is_not_heard_comes_back(site):
    """Its command has been answered by nobody for a while, whatever else arrives."""
    match, (alice, bob, carol) = seated(site, "mancala")
    async with Proxy(alice.url, SEED, to_server=Faults(black_hole=1.0)) as proxy:
        page = Page(alice, match, through=proxy, patience=1.0)
        page.unheard = BEAT_SECONDS + 2
        async with Client(bob, match), page:
            asking = asyncio.create_task(page.act("north", "pick p7"))
            await page.until(lambda: page.reconnects > 0)
            assert not asking.done()
            proxy.heal()
            assert (await asking)["ok"]
    assert [event["what"] for event in carol.record(match)] == ["created", "started", "acted"]
