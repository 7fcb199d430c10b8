"""Two processes act on one match at the same moment: one wins.

The other learns why not: the position has changed, the turn has passed, or the match is over.
"""

from __future__ import annotations

import asyncio
import random

from tests.faults.client import Client, new_cmd
from tests.faults.play import SEED, close_all, differences, everybody_at, flaws, open_all, seated
from tests.faults.visitor import Visitor
from tests.web_server import Server

RACES = 60
FORMS = 6
"""Number of matches: so many of one person may wait."""


async def test_of_two_actions_on_one_position_exactly_one_is_done(big_site):
    """Tabs of alice and bob on each process; both tabs of the player to move act at once."""
    dice = random.Random(SEED)
    run = won_by_first = 0
    while run < RACES:
        match, (alice, bob, carol) = seated(big_site, "checkers")
        tabs = {"black": two_tabs(big_site, alice, match), "red": two_tabs(big_site, bob, match)}
        everybody = [*tabs["black"], *tabs["red"]]
        await open_all(everybody)
        while run < RACES and everybody[0].status == "playing":
            role = everybody[0].position["to_move"][0]
            legal = everybody[0].position["legal"][role]
            answers = await asyncio.gather(*(tab.act(role, dice.choice(legal)) for tab in tabs[role]))
            assert sorted(answer["ok"] for answer in answers) == [False, True], answers
            winner, loser = sorted(answers, key=lambda answer: not answer["ok"])
            assert loser["code"] in ("stale", "not_your_turn", "wrong_phase"), loser
            assert loser["seq"] == winner["seq"]
            won_by_first += answers[0]["ok"]
            run += 1
            await everybody_at(everybody, winner["seq"])
        record = carol.record(match)
        assert flaws(record, "checkers", {}) == []
        assert [found for client in everybody for found in differences(client, record)] == []
        await close_all(everybody)
    assert 0 < won_by_first < RACES, "it was no race"


async def test_one_form_sent_to_both_processes_at_once_makes_one_match(big_site):
    alice = Visitor(big_site.first.url)
    alice.make_match("mancala", "north")
    doors = [known_at(server, alice) for server in big_site.servers]
    fields = {"name": "alice", "side": "north", "visibility": "public"}
    for _ in range(FORMS):
        sent = fields | {"cmd": new_cmd()}
        made = await asyncio.gather(*(asyncio.to_thread(door.send, "/new/mancala", **sent) for door in doors))
        assert {status for status, _, _ in made} == {302}
        assert len({path for _, _, path in made}) == 1


def two_tabs(site, person: Visitor, match: str) -> list[Client]:
    """Open one page of a person on each process."""
    return [Client(known_at(server, person), match) for server in site.servers]


def known_at(server: Server, person: Visitor) -> Visitor:
    """Return the same person at this process."""
    again = Visitor(server.url, person.address)
    for cookie in person.cookies:
        again.cookies.set_cookie(cookie)
    return again
