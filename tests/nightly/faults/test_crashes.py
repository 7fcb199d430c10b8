"""R1, R2, R3, R9: the state after a killed server, and how play continues."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from games_app.games.rules import GAMES
from games_app.record.crash_points import Point
from tests.faults import test_crashes as each_run
from tests.faults.chatting import Chatter
from tests.faults.client import Client, Disconnected
from tests.faults.play import (
    SEED,
    close_all,
    open_all,
    play,
    seated,
)
from tests.faults.test_crashes import breakable_site  # noqa: F401  (fixture)
from tests.site import Site


@pytest.fixture
def own_site(breakable_site: Site) -> Site:
    """The same with all its processes."""
    for server in breakable_site.servers:
        if not server.running:
            server.env = breakable_site.env()
    breakable_site.start()
    return breakable_site


async def talk_until_the_server_dies(client: Chatter) -> list[str]:
    """Return the messages; the last was on its way at the end, under the id ``word-<number>``."""
    for number in range(5):
        try:
            await client.say("players", f"Word {number}", cmd=f"word-{number:04}")
        except Disconnected:
            return [f"Word {said}" for said in range(number + 1)]
    raise AssertionError("The server did not die")


@pytest.mark.parametrize("point", get_args(Point))
async def test_a_server_killed_at_any_other_point_shows_nothing_unstored_and_does_nothing_twice(
    breakable_site, point
):
    await each_run.test_a_server_killed_at_any_point_shows_nothing_unstored_and_does_nothing_twice(
        breakable_site, point
    )


@pytest.mark.parametrize("point", ["before commit", "after commit"])
async def test_a_word_said_as_the_server_dies_is_there_once_after_a_reload(breakable_site, point):
    """After the commit nobody has been told of it yet."""
    site = breakable_site
    site.first.restart(env=site.env(DEBUG="1", CRASH_AT=f"{point}:5"))
    match, people = seated(site, "mancala")
    alice, bob = (Chatter(visitor, match) for visitor in people[:2])
    await open_all([alice, bob])
    words = await talk_until_the_server_dies(alice)
    if site.kind == "small":
        site.first.restart(env=site.env())
    for visitor in people:
        visitor.url = site.last.url
    await close_all([alice, bob])
    reloaded = [Chatter(visitor, match) for visitor in people[:2]]
    await open_all(reloaded)
    answer = await reloaded[0].say("players", words[-1], cmd=f"word-{len(words) - 1:04}")
    assert (answer["ok"], answer["again"]) == (True, point == "after commit")
    for client in reloaded:
        page = await client.history("players")
        assert [message["text"] for message in page["messages"]] == words
    heard = bob.texts("players")
    assert heard == words[: len(heard)]
    await close_all(reloaded)


async def test_after_a_power_cut_the_same_player_owes_the_same_step(own_site):
    """R17 with restarts, all four games at once; every command cut: test_interruptions."""
    dice = random.Random(SEED)
    tables = [seated(own_site, game) for game in GAMES]
    games = [[Client(visitor, match) for visitor in people] for match, people in tables]
    for _ in range(2):
        for clients in games:
            await open_all(clients)
            await play(clients, dice, most=dice.randint(1, 5))
        before = [[client.position for client in clients] for clients in games]
        own_site.kill()
        own_site.start()
        for clients, positions in zip(games, before, strict=True):
            await close_all(clients)
            await open_all(clients)
            assert [client.position for client in clients] == positions
            await close_all(clients)
