"""Ratings can't be raised with other accounts at the same address, however they send their forms."""

from __future__ import annotations

import json
import random
import secrets

import pytest

from games_app.games.rules import GAMES
from tests.faults.client import Client, new_cmd
from tests.faults.play import SEED, play
from tests.faults.visitor import Visitor, new_address
from tests.site import on_the_big_site

pytestmark = on_the_big_site

RATED = {"rated": "yes", "time": "real", "minutes": "30", "increment": "0"}


def with_account(url: str) -> tuple[Visitor, str]:
    visitor, name = Visitor(url), f"player {secrets.token_hex(4)}"
    assert visitor.send("/account", name=name, password="correct horse battery")[0] == 302
    return visitor, name


@pytest.mark.parametrize("together", [True, False])
async def test_a_match_whose_pages_are_open_at_one_address_does_not_count(site, together):
    """Its forms came from two addresses. The pages are those of different processes on the big site."""
    (alice, name), (bob, other) = with_account(site.first.url), with_account(site.last.url)
    match = alice.make_match("checkers", "black", **RATED, name=name)
    bob.join(match, other)
    assert json.loads(alice.get(f"/m/{match}/ratings")[1])["uncounted"] == ""
    if together:
        alice.address = bob.address = new_address()
    async with Client(alice, match) as black, Client(bob, match) as red:
        await play([black, red], random.Random(SEED), 2 * GAMES["checkers"].least_decisions)
        assert (await red.ask({"kind": "resign", "cmd": new_cmd()}))["ok"]
    told = json.loads(alice.get(f"/m/{match}/ratings")[1])
    assert ("the same internet address" in told["uncounted"]) == together, told
    assert bool(told["ratings"]) == (not together)
