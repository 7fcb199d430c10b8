"""R17: the player to move is the same, wherever the game was interrupted."""

from __future__ import annotations

import random

import pytest

from games_app.games.rules import GAMES
from tests.faults.client import Client
from tests.faults.play import SEED, close_all, differences, everybody_at, next_choice, open_all, seated

MOST = 10
"""Commands played of each game: the rest of a long one is like its beginning."""
BY_HAND = {"rounds": "1", "opening": "south", "sowing": "hand"}
GAMES_AND_OPTIONS = [(game, {}) for game in GAMES] + [("congkak", BY_HAND)]


@pytest.mark.parametrize(
    ("game", "options"), GAMES_AND_OPTIONS, ids=[*GAMES, "congkak sown by hand, cut after every drop"]
)
async def test_a_turn_goes_on_where_it_was_cut(site, game, options):
    dice = random.Random(f"{SEED} {game}")
    match, people = seated(site, game, **options)
    clients = [Client(visitor, match) for visitor in people]
    await open_all(clients)
    for number in range(MOST):
        if clients[0].status != "playing":
            break
        sent = next_choice(clients[:2], dice)
        answer = await sent.go()
        assert answer["ok"], answer
        await everybody_at(clients, answer["seq"])
        before = sent.client.position
        await sent.client.cut()
        await sent.client.open(after=number % 2 == 0)
        assert sent.client.position == before
        again = await sent.go()
        assert (again["ok"], again["again"], again["seq"]) == (True, True, answer["seq"])
    record = people[2].record(match)
    assert [found for client in clients for found in differences(client, record)] == []
    await close_all(clients)
