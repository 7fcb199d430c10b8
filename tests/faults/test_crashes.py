"""R1, R2, R3, R9: the state after a killed server, and how play continues."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.backing.postgres import Postgres
from tests.faults.client import Client, Disconnected
from tests.faults.play import (
    SEED,
    Sent,
    close_all,
    differences,
    everybody_at,
    next_choice,
    open_all,
    play,
    seated,
)
from tests.site import Site

STORED_BY_THEN = {"after commit", "before answer", "amid fan-out"}
GOES_ON = 10
"""Decisions after a crash."""


@pytest.fixture(scope="module")
def breakable_site(cluster: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose processes these tests end, one test after the other."""
    with Site(tmp_path_factory.mktemp("breakable"), cluster) as running:
        yield running


async def play_until_the_server_dies(clients: list[Client], dice: random.Random) -> Sent:
    """Let the first two clients play at random; return the command that was on its way at the end."""
    while True:
        sent = next_choice(clients[:2], dice)
        try:
            answer = await sent.go()
            assert answer["ok"], answer
            await everybody_at(clients, answer["seq"])
        except Disconnected:
            return sent


@pytest.mark.parametrize("point", ["before commit"])
async def test_a_server_killed_at_any_point_shows_nothing_unstored_and_does_nothing_twice(
    breakable_site, point
):
    """On the big site the other process goes on, and alice comes back through it."""
    dice = random.Random(f"{SEED} {point}")
    site = breakable_site
    site.first.restart(env=site.env(DEBUG="1", CRASH_AT=f"{point}:{dice.randint(4, 9)}"))
    match, people = seated(site, "mancala")
    clients = [Client(visitor, match) for visitor in people]
    await open_all(clients)
    cut_off = await play_until_the_server_dies(clients, dice)
    if site.kind == "small":
        site.first.restart(env=site.env())
    for visitor in people:
        visitor.url = site.last.url
    record = people[2].record(match)
    assert [found for client in clients for found in differences(client, record)] == []
    await close_all(clients)
    await open_all(clients, after=True)
    answer = await cut_off.go()
    assert answer["ok"], answer
    assert answer["again"] == (point in STORED_BY_THEN)
    again = await cut_off.go()
    assert (again["ok"], again["again"], again["seq"]) == (True, True, answer["seq"])
    await everybody_at(clients, answer["seq"])
    await play(clients, dice, most=GOES_ON)
    record = people[2].record(match)
    assert [event["seq"] for event in record] == list(range(1, len(record) + 1))
    assert [found for client in clients for found in differences(client, record)] == []
    assert all(client.seq == len(record) for client in clients)
    await close_all(clients)
