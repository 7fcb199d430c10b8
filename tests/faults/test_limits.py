"""R15: bounded input. A flood is told when to retry, and costs honest players nothing."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from games_app.lib.loop_limit import LoopLimit
from games_app.live.joining import SOCKETS_PER_ADDRESS, TOO_MANY
from games_app.live.protocol import LARGEST_MESSAGE
from games_app.live.socket_limits import ONE_SOCKET, PLAYER, REFUSING, UNSEATED
from games_app.views.limits import DOWNLOADS
from tests.faults.client import Client, Disconnected, new_cmd
from tests.faults.flood import Flood
from tests.faults.play import BUSY, SEED, beats_of_a_move, close_all, open_all, play, seated
from tests.faults.visitor import Visitor, new_address
from tests.site import on_the_big_site, on_the_big_site_in_each_run

COMMANDS = ONE_SOCKET.burst - 12
"""Commands that a watcher sends at once, with room for the page's own messages."""
ONLOOKERS = 10
FLOOD, FLOODS = 120, 4
"""Commands that mallory sends without waiting, and how often: not so many that she is cut off."""
CROWD = 150
"""Sockets without a seat at one address, each within the rate of one."""
PATIENCE = 120
"""Seconds after which somebody should have been refused: a busy machine takes long to read so much."""


def most(limit: LoopLimit, seconds: float, processes: int) -> float:
    """Return what one address or person gets in so many seconds from all processes together."""
    return limit.limit.burst + limit.limit.per_second * seconds + processes * limit.credit


@on_the_big_site
async def test_a_flood_is_answered_with_a_time_to_wait_and_honest_players_go_on(site):
    """All at one address, as in a classroom."""
    school = "192.0.2.1"
    tables = []
    for _ in range(5):
        match, people = seated(site, "checkers")
        tables.append([Client(person, match) for person in people[:2]])
    match, (mallory, _, _) = seated(site, "mancala")
    honest = [client for table in tables for client in table]
    flooding = Client(mallory, match)
    for client in (*honest, flooding):
        client.visitor.address = school
    await open_all([*honest, flooding])

    def answered() -> int:
        return sum(map(len, flooding.answers.values()))

    async def flood() -> None:
        for wave in range(FLOODS):
            for _ in range(FLOOD):
                await flooding.send({"kind": "act", "cmd": new_cmd(), "base": 2, "action": "pick p1"})
            # Otherwise a busy machine would read two waves as one, and cut her off.
            await flooding.until(lambda sent=FLOOD * (wave + 1): answered() >= sent)
            await asyncio.sleep(0.5)

    async def slowest_move(table: list[Client], dice: random.Random) -> int:
        return max([await beats_of_a_move(table, dice) for _ in range(12)])

    started = time.monotonic()
    pouring = asyncio.create_task(flood())
    beats = await asyncio.gather(
        *(slowest_move(table, random.Random(f"{SEED} {n}")) for n, table in enumerate(tables))
    )
    await pouring
    answers = [answer for many in flooding.answers.values() for answer in many]
    refused = [answer for answer in answers if answer["code"] == "too_fast"]
    assert len(answers) - len(refused) <= ONE_SOCKET.burst + ONE_SOCKET.per_second * (
        time.monotonic() - started
    )
    assert all(0 < answer["retry_ms"] <= 1000 and answer["message"] for answer in refused)
    one_each = {cmd: len(many) for cmd, many in flooding.answers.items() if cmd}
    assert set(one_each.values()) == {1}
    assert max(beats) <= BUSY, "the honest don't wait"
    await asyncio.sleep(max(answer["retry_ms"] for answer in refused) / 1000 + 0.2)
    await close_all([*honest, flooding])


@on_the_big_site
async def test_frames_that_are_too_large_are_refused_or_end_the_connection(site):
    match, (alice, _, carol) = seated(site, "mancala")
    async with Client(alice, match) as client:
        await client.send("x" * (LARGEST_MESSAGE + 1))
        await client.until(lambda: None in client.answers)
        assert client.answers[None][0]["code"] == "too_large"
        await client.send(b"\x00\x01")
        await client.until(lambda: len(client.answers[None]) == 2)
        assert client.answers[None][1]["code"] == "malformed"
        with suppress(Disconnected):
            await client.send("x" * 1024 * 1024)
        await client.until(lambda: client.closed_with is not None)
        assert client.closed_with in (1006, 1009)
    assert len(carol.record(match)) == 2


@on_the_big_site
async def test_one_address_opens_so_many_pages_and_then_as_many_as_it_closes(site):
    match, (alice, bob, _) = seated(site, "mancala")
    somewhere = "198.51.100.9"
    crowd = [Client(Visitor(site.first.url, somewhere), match) for _ in range(SOCKETS_PER_ADDRESS)]
    for start in range(0, SOCKETS_PER_ADDRESS, 50):
        await open_all(crowd[start : start + 50])
    late = Client(Visitor(site.first.url, somewhere), match)
    with pytest.raises(Disconnected):
        await late.open()
    assert late.closed_with == TOO_MANY
    (refusal,) = late.answers[None]
    assert (refusal["code"], refusal["retry_ms"] > 0) == ("too_many_pages", True)
    async with Client(alice, match) as north, Client(bob, match):
        assert (await north.act("north", "pick p7"))["ok"], "another address is not hurt"
    await crowd.pop().close()
    async with asyncio.timeout(30):
        while not late.connected:
            with suppress(Disconnected):
                await late.open()
    await close_all([*crowd, late])


@on_the_big_site_in_each_run
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


@on_the_big_site
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
        assert flood.answers["malformed"] < most(UNSEATED, flood.seconds, len(urls)), figures
        assert 0 < flood.answers["too_fast"] < len(urls) * most(REFUSING, flood.seconds, 1), figures
    # A socket that is closed while much is on its way to it may not come to hear why: more or fewer do, by
    # how busy the machine is.
    assert flood.closed[TOO_MANY] > 0, figures
    await play(players, dice, most=5)
    assert players[0].seq > began + 5
    assert max(beats) <= BUSY, "the players don't wait"
    await close_all(players)


@on_the_big_site
async def test_one_player_with_many_tabs_is_one_player(site):
    match, (alice, bob, _) = seated(site, "mancala")
    async with Client(bob, match) as south, Flood([alice] * 8, match, per_second=80) as tabs:
        while not tabs.answers["too_fast"] or tabs.sent <= most(PLAYER, tabs.seconds, 1):
            assert tabs.seconds < PATIENCE, (tabs.sent, tabs.answers)
            await asyncio.sleep(0.1)
        assert tabs.answers["malformed"] < most(PLAYER, tabs.seconds, 1), tabs.answers
        await south.ask({"kind": "offer", "cmd": new_cmd(), "what": "draw"})


@on_the_big_site_in_each_run
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
