"""R3, R5: whole games over a network that loses, delays, doubles and reorders frames."""

from __future__ import annotations

import asyncio
import random

import pytest

from games_app.live.audience import BEAT_SECONDS
from tests.faults.client import Client
from tests.faults.page import Page
from tests.faults.play import SEED, close_all, differences, open_all, seated
from tests.faults.proxy import Faults, Proxy
from tests.faults.test_network import play_stubbornly

STUTTER = Faults(duplicate=0.3, delay=0.3, reorder=0.3, longest_delay=0.05)


@pytest.mark.parametrize("game", ["mancala", "checkers"])
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


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param(Faults(black_hole=0.1), id="hole"),
        pytest.param(Faults(half_close=0.1), id="half closed"),
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
