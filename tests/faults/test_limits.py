"""R15: bounded input. A flood is told when to retry, and costs honest players nothing."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from concurrent.futures import ThreadPoolExecutor

from games_app.door.limits import (
    DOWNLOADS,
    PLAYER_MESSAGES,
    REFUSED_MESSAGES,
    SOCKET_MESSAGES,
    UNSEATED_MESSAGES,
)
from games_app.lib.loop_limit import LoopLimit
from games_app.live.joining import TOO_MANY
from tests.faults.client import Client, new_cmd
from tests.faults.flood import Flood
from tests.faults.play import BUSY, SEED, beats_of_a_move, close_all, open_all, play, seated
from tests.faults.visitor import Visitor, new_address

COMMANDS = SOCKET_MESSAGES.burst - 12
"""Commands that a watcher sends at once, with room for the page's own messages."""
ONLOOKERS = 10
CROWD = 150
"""Sockets without a seat at one address, each within the rate of one."""
PATIENCE = 300
"""Seconds after which somebody should have been refused: a busy machine takes long to read so much."""


def most(limit: LoopLimit, seconds: float, processes: int) -> float:
    """Return what one address or person gets in so many seconds from all processes together."""
    return limit.limit.burst + limit.limit.per_second * seconds + processes * limit.credit


def test_of_sixty_requests_at_once_through_all_processes_only_a_burst_passes(site):
    somewhere = "198.51.100.10"
    doors = itertools.cycle(site.servers)
    crowd = [Visitor(next(doors).url, somewhere) for _ in range(60)]
    began = time.monotonic()
    with ThreadPoolExecutor(len(crowd)) as together:
        answers = [status for status, _ in together.map(lambda one: one.get("/download?form=ndjson"), crowd)]
    passed = answers.count(200)
    assert DOWNLOADS.burst <= passed <= DOWNLOADS.burst + DOWNLOADS.per_second * (time.monotonic() - began)
    assert answers.count(429) == len(crowd) - passed


async def test_a_crowd_at_one_address_gets_what_one_address_may_and_players_go_on(site):
    """Over all processes; players at this very address are counted apart."""
    match, (alice, bob, _) = seated(site, "checkers")
    await outlast_a_crowd([Client(alice, match), Client(bob, match)], [one.url for one in site.servers])


async def outlast_a_crowd(players: list[Client], urls: list[str]) -> None:
    """Alice's address is her own, bob's that of the crowd."""
    address, dice, beats = new_address(), random.Random(SEED), [0]
    players[1].visitor.address = address
    await open_all(players)
    began = players[0].seq
    crowd = [Visitor(urls[number % len(urls)], address) for number in range(CROWD)]
    async with Flood(crowd, players[0].match, per_second=10) as flood:
        while flood.closed.total() < CROWD * 0.9:
            assert flood.seconds < PATIENCE, (flood.sent, flood.answers, flood.closed)
            beats.append(await beats_of_a_move(players, dice))
            await asyncio.sleep(0.05)
        figures = flood.seconds, flood.sent, flood.answers, flood.closed
        assert flood.answers["malformed"] < most(UNSEATED_MESSAGES, flood.seconds, len(urls)), figures
        assert 0 < flood.answers["too_fast"] < len(urls) * most(REFUSED_MESSAGES, flood.seconds, 1), figures
    # A socket that is closed while much is on its way to it may not come to hear why: more or fewer do, by
    # how busy the machine is.
    assert flood.closed[TOO_MANY] > 0, figures
    await play(players, dice, most=5)
    assert players[0].seq > began + 5
    assert max(beats) <= BUSY, "the players don't wait"
    await close_all(players)


async def test_one_player_with_many_tabs_is_one_player(site):
    match, (alice, bob, _) = seated(site, "mancala")
    async with Client(bob, match) as south, Flood([alice] * 8, match, per_second=80) as tabs:
        while not tabs.answers["too_fast"] or tabs.sent <= most(PLAYER_MESSAGES, tabs.seconds, 1):
            assert tabs.seconds < PATIENCE, (tabs.sent, tabs.answers)
            await asyncio.sleep(0.1)
        assert tabs.answers["malformed"] < most(PLAYER_MESSAGES, tabs.seconds, 1), tabs.answers
        await south.ask({"kind": "offer", "cmd": new_cmd(), "what": "draw"})


async def test_a_players_command_passes_those_of_everybody_else(site):
    """While nothing can be stored commands wait. Then alice's is among the first, though it came last."""
    match, (alice, *_) = seated(site, "mancala")
    # So many that they take many batches: the answer to alice must be read before the last of them. Each
    # has an address of its own, since one address has to wait while a slow Redis counts its messages.
    onlookers = [Client(Visitor(alice.url, new_address()), match) for _ in range(ONLOOKERS)]
    async with Client(alice, match) as north:
        await open_all(onlookers)
        with site.record_locked():
            for onlooker in onlookers:
                for _ in range(COMMANDS):
                    await onlooker.send({"kind": "resign", "cmd": new_cmd()})
                await all_is_read(onlooker)
            playing = asyncio.create_task(north.act("north", "pick p7"))
            await asyncio.sleep(0)
            await all_is_read(north)
        answer = await playing
        assert answer["ok"]
        for onlooker in onlookers:
            await onlooker.until(lambda onlooker=onlooker: len(onlooker.answers) > COMMANDS)
    answers = [answer for onlooker in onlookers for many in onlooker.answers.values() for answer in many]
    carried_out = [answer["seq"] for answer in answers if answer.get("code") == "not_seated"]
    # An answer names the match's last event, of which alice's is the third.
    before = carried_out.count(2)
    assert before < 0.9 * len(carried_out), (before, len(carried_out))
    await close_all(onlookers)


async def all_is_read(page: Client) -> None:
    """Wait until the server has read what the page sent: it answers nonsense at once."""
    known = len(page.answers.get(None, ()))
    await page.send("nonsense")
    await page.until(lambda: len(page.answers.get(None, ())) > known)
