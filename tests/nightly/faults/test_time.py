"""R9, R11: time ends matches that nobody watches, and stands still while the server is away."""

from __future__ import annotations

import asyncio
import time

import pytest

from games_app.record.commands.outages import PAGE_RETURN
from tests.faults.client import Client, new_cmd
from tests.faults.play import close_all, everybody_at, open_all, seated
from tests.site import Site
from tests.turning import TurningClock

MINUTE = {"time": "real", "minutes": "1", "increment": "0"}
AWAY = 20
"""Seconds that pass while no server runs."""


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    return TurningClock(tmp_path_factory.mktemp("clock"))


@pytest.fixture(scope="module")
def timed_site(cluster, clock, tmp_path_factory):
    """A site without beats: a page learns everything when it happens."""
    beatless = "tests.faults.beatless:application"
    with Site(tmp_path_factory.mktemp("timed"), cluster, clock.env, beatless) as running:
        yield running


@pytest.fixture
def turn(timed_site, clock):
    """Let so many seconds pass."""
    return lambda seconds: clock.turn(seconds, timed_site.rows, postgres=timed_site.kind == "big")


async def begun(site):
    """A match of one minute each in which both have acted: black's time runs."""
    match, people = seated(site, "checkers", **MINUTE)
    clients = [Client(visitor, match) for visitor in people]
    await open_all(clients)
    await site.can_ring()
    for client, role, action in ((clients[0], "black", "move 3 3 4 4"), (clients[1], "red", "move 2 6 1 5")):
        answer = await client.act(role, action)
        assert answer["ok"], answer
        await everybody_at(clients, answer["seq"])
    return match, clients


def told(client, what):
    """Return the first event of this kind that the client got; None if there is none yet."""
    return next((frame for _, frame in sorted(client.shown.items()) if frame["what"] == what), None)


def longest_outage(events):
    """The one that a test makes; a busy machine pauses too, but not for so long."""
    outages = [event for event in events if event["what"] == "outage"]
    return max(outages, key=lambda event: abs(event["delay"]), default={"delay": 0})


def both_acted(client):
    """Return the event of the second action; a busy machine's pause may come before it."""
    return [frame for _, frame in sorted(client.shown.items()) if frame["what"] == "acted"][1]


def since(moment):
    """Return the milliseconds since a moment of the monotonic clock."""
    return (time.monotonic() - moment) * 1000


async def sign_of_life(site):
    """Wait until the servers have stored the next sign of life: the time before it is no outage."""
    asked = "SELECT max(at) FROM games_app_alive"
    last = site.rows(asked)
    async with asyncio.timeout(30):
        while site.rows(asked) == last:
            await asyncio.sleep(0.02)


async def test_a_match_ends_on_time_with_nobody_connected(timed_site, turn):
    match, clients = await begun(timed_site)
    acted = both_acted(clients[0])
    deadline = acted["clocks"]["at"] + 60_000
    carol = clients[2].visitor
    await close_all(clients)
    turn(90)
    async with asyncio.timeout(30):
        while (last := (record := carol.record(match))[-1])["status"] == "playing":
            await asyncio.sleep(0.05)
    assert (last["what"], last["result"]["winner"], last["result"]["how"]) == ("flagged", "red", "time")
    # A busy machine pauses, which is given back.
    assert last["at"] == deadline + sum(
        event.get("delay", 0) for event in record if event["seq"] > acted["seq"]
    )


async def test_a_restart_in_the_middle_costs_nobody_time(timed_site, clock, turn):
    began = time.monotonic()
    match, clients = await begun(timed_site)
    turn(50)
    signed = time.monotonic()
    await sign_of_life(timed_site)
    before = time.monotonic()
    timed_site.kill()
    clock.turn_unnoticed(AWAY)
    timed_site.start()
    away = AWAY + time.monotonic() - signed
    await close_all(clients)
    await open_all(clients)
    outage = longest_outage(clients[2].visitor.record(match))
    back = PAGE_RETURN.total_seconds()
    assert AWAY <= outage["delay"] / 1000 <= away + back, "from the last sign of life to the first"
    left = outage["clocks"]["left"]["black"] - (outage["at"] - outage["clocks"]["at"])
    assert 60 - 50 - (before - began) - 1 <= left / 1000 <= 60 - 50 + back
    assert clients[0].status == "playing"
    await close_all(clients)


@pytest.mark.parametrize("seconds", [30, 3600])
async def test_a_clock_put_forward_charges_nobody_not_even_who_moves_before_the_next_sign_of_life(
    timed_site, clock, seconds
):
    began = time.monotonic()
    _, clients = await begun(timed_site)
    before = both_acted(clients[0])["clocks"]["left"]["black"]
    clock.turn_unnoticed(seconds)
    answer = await clients[0].act("black", "move 4 4 3 5")
    assert answer["ok"], answer
    await everybody_at(clients, answer["seq"])
    told = [clients[1].shown[answer["seq"] + n] for n in (-1, 0)]
    assert [event["what"] for event in told] == ["outage", "acted"]
    assert before - told[-1]["clocks"]["left"]["black"] <= since(began), "what has really passed"
    assert told[-1]["at"] == told[-1]["clocks"]["at"], "red's time runs from now on"
    await close_all(clients)


async def test_a_clock_set_back_takes_the_deadlines_with_it_and_hides_no_outage(timed_site, clock):
    began = time.monotonic()
    match, clients = await begun(timed_site)
    before = both_acted(clients[0])["clocks"]["left"]["black"]
    clock.turn_unnoticed(-3600)
    await clients[2].until(lambda: longest_outage(clients[2].shown.values())["delay"] < 0)
    told = longest_outage(clients[2].shown.values())
    assert abs(told["delay"] + 3600_000) <= since(began), "what has really passed"
    assert before - told["clocks"]["left"]["black"] <= since(began)
    timed_site.kill()
    clock.turn_unnoticed(120)
    timed_site.start()
    assert clients[2].visitor.record(match)[-1]["status"] == "playing"
    await close_all(clients)


async def test_player_who_closes_the_page_on_the_own_turn_is_waited_for_and_the_return_is_seen_at_once(site):
    match, people = seated(site, "checkers", absence="claim", claim="30")
    black, red = (Client(visitor, match) for visitor in people[:2])
    await open_all([black, red])
    await black.close()
    await red.until(lambda: told(red, "gone"))
    gone = told(red, "gone")
    assert gone["gone"]["black"] == gone["at"] + 30_000
    early = await red.ask({"kind": "claim", "cmd": new_cmd(), "result": "win"})
    assert early["code"] == "not_away_long"
    people[0].url = site.last.url
    await black.open()
    # Whatever the page says first, its return was submitted before.
    answer = await black.ask({"kind": "offer", "cmd": new_cmd(), "what": "draw"})
    await red.until(lambda: answer["seq"] in red.shown)
    came_back = told(red, "came_back")
    assert came_back["seq"] < answer["seq"]
    assert "gone" not in came_back
    await close_all([black, red])
