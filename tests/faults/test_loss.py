"""R2, R3, R6: a particular answer or frame gets lost."""

from __future__ import annotations

import json
import random

import pytest

from games_app.management.web_server import LARGEST_MESSAGE
from tests.faults.client import Client
from tests.faults.play import SEED, close_all, open_all, play, seated


async def test_a_command_whose_answer_was_lost_is_done_once_however_often_it_is_sent(site):
    match, (alice, bob, _) = seated(site, "mancala")
    lost = []

    def lose_first_answer(message):
        losing = message["kind"] == "answer" and not lost
        lost.extend([message] if losing else [])
        return losing

    async with Client(alice, match, lose_first_answer) as deaf, Client(bob, match) as other:
        first = {"kind": "act", "cmd": "keeps-the-turn", "base": 2, "action": "pick p8"}
        await deaf.send(first)
        await other.until(lambda: other.seq == 3)
        assert other.position["to_move"] == ["north"], "north keeps the turn after pick p8"
        again = await deaf.act("north", "pick p8", "keeps-the-turn", 2)
        assert (again["ok"], again["again"], again["seq"]) == (True, True, lost[0]["seq"])
        async with Client(alice, match) as other_tab:
            third = await other_tab.act("north", "pick p8", "keeps-the-turn", 2)
            assert (third["again"], third["seq"]) == (True, 3)
        assert other.seq == 3


async def test_the_same_choice_under_a_new_id_is_stale_where_the_mover_kept_the_turn(site):
    match, (alice, _, _) = seated(site, "mancala")
    async with Client(alice, match) as client:
        assert (await client.act("north", "pick p8", base=2))["ok"]
        assert (await client.act("north", "pick p9", base=2))["code"] == "stale"


async def test_a_client_that_lost_exactly_the_last_frame_learns_of_it_with_the_next_beat(site):
    match, (alice, bob, _) = seated(site, "mancala")
    deaf = Client(bob, match, lambda message: message["kind"] == "event")
    async with Client(alice, match) as client, deaf:
        await client.act("north", "pick p7")
        assert deaf.seq == 2
        beats = deaf.beats
        await deaf.until(lambda: deaf.seq == 3)
        assert deaf.beats - beats <= 2, "one may have been on its way"
        assert deaf.position == client.position


async def test_a_client_that_comes_back_is_given_what_it_missed(site):
    match, (alice, bob, _) = seated(site, "mancala")
    async with Client(alice, match) as client:
        away = Client(bob, match)
        await away.open()
        await away.close()
        for action in ("pick p8", "pick p6"):
            answer = await client.act("north", action)
            assert answer["ok"], answer
            await client.until(lambda seq=answer["seq"]: client.seq == seq)
        await away.open(after=True)
        assert [away.shown[seq]["plies"][0]["action"] for seq in (3, 4)] == ["pick p8", "pick p6"]
        await away.close()


@pytest.mark.parametrize("again", ["by coming back", "by asking"])
async def test_however_much_a_client_has_missed_it_is_given_at_once(site, again):
    """More than a browser may send in one message."""
    match, people = seated(site, "congkak")
    alice, bob, away = (Client(person, match) for person in people)
    await open_all((alice, bob, away))
    if again == "by coming back":
        await away.close()
    else:
        away.lose = lambda message: message["kind"] in ("event", "beat")
    await play((alice, bob), random.Random(SEED), most=40)
    if again == "by coming back":
        await away.open(after=True)
    else:
        await away.send({"kind": "sync", "after": away.seq})
    await away.until(lambda: len(away.shown) > 25, seconds=5)
    missed = [event for seq, event in away.shown.items() if seq > 2]
    assert len(json.dumps(missed)) > LARGEST_MESSAGE
    await close_all((alice, bob, away))


async def test_nothing_is_answered_before_it_is_stored(site):
    """The database is held by somebody else during the commit: no answer, until it lets go."""
    match, (alice, _, _) = seated(site, "mancala")
    async with Client(alice, match) as client:
        with site.record_locked():
            await client.send({"kind": "act", "cmd": "while-held", "base": 2, "action": "pick p7"})
            with pytest.raises(TimeoutError):
                await client.until(lambda: "while-held" in client.answers, seconds=1)
            assert client.seq == 2
        await client.until(lambda: "while-held" in client.answers)
        assert client.answers["while-held"][0]["ok"]
