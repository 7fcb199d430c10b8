"""R4: every submission gets exactly one answer, and a refused one changes nothing."""

from __future__ import annotations

import random

from tests.faults.client import Client, new_cmd
from tests.faults.play import SEED, seated
from tests.faults.visitor import Visitor

BROKEN = [
    "",
    "{",
    "null",
    "[]",
    '"act"',
    "17",
    '{"kind":"act"}',
    '{"kind":"fly","cmd":"some-command"}',
    '{"kind":"join","cmd":"some-command","name":"mallory"}',
    '{"kind":"act","cmd":"short","base":2,"action":"pick p7"}',
    '{"kind":"act","cmd":"some-command","base":-1,"action":"pick p7"}',
    '{"kind":"act","cmd":"some-command","base":"2","action":"pick p7"}',
    '{"kind":"act","cmd":"some-command","base":2,"action":7}',
    '{"kind":"act","cmd":"some-command","base":2,"action":"pick p7","role":"north"}',
    '{"kind":"act","cmd":"some command","base":2,"action":"pick p7"}',
    '{"kind":"sync","after":-3}',
    '{"kind":"sync","after":99999999999999999999}',
    '{"kind":"act","cmd":"some-command","base":2,"action":"' + "p" * 5000 + '"}',
    "x" * 9000,
    "[" * 3000,
    '{"kind":"resign"}',
    '{"kind":"seen","seq":null}',
    '{"kind":"offer","cmd":"some-command","what":"victory"}',
    '{"kind":"accept","cmd":"some-command","what":"rematch","of":2}',
    '{"kind":"claim","cmd":"some-command","result":"loss"}',
]
NOTHING_TO_ANSWER = [
    {"kind": "rematch"},
    {"kind": "accept", "what": "draw", "of": 2},
    {"kind": "decline", "what": "takeback", "of": 2},
    {"kind": "offer", "what": "takeback"},
    {"kind": "unseal"},
    {"kind": "give_time"},
    {"kind": "claim", "result": "win"},
]
"""Commands that are refused now even from a player."""
PLAYERS_ONLY = [*NOTHING_TO_ANSWER, {"kind": "resign"}, {"kind": "abort"}, {"kind": "offer", "what": "draw"}]
ILLEGAL = [
    "pick p1",
    "pick p11",
    "put p7",
    "clear p7",
    "noop",
    "",
    "pick p7 ",
    "PICK P7",
    "pick \u0663",
    "\x00",
]


async def test_a_hundred_bad_submissions_change_nothing_and_each_gets_one_answer(site):
    dice = random.Random(SEED)
    match, (alice, bob, carol) = seated(site, "mancala")
    other_match, (mallory, _, _) = seated(site, "mancala")
    stranger = Visitor(site.first.url)
    before = alice.record(match)
    async with (
        Client(alice, match) as mover,
        Client(bob, match) as waiter,
        Client(carol, match) as watcher,
        Client(mallory, match) as foreign,
        Client(stranger, match) as nobody,
    ):
        sent = 0
        for text in BROKEN:
            answers_before = count(waiter)
            await waiter.send(text)
            await waiter.until(lambda n=answers_before: count(waiter) == n + 1)
            sent += 1
        for action in ILLEGAL:
            answer = await mover.act("north", action, base=2)
            assert_refused(answer)
            sent += 1
        for client in (waiter, watcher, foreign, nobody):
            for action in dice.sample([f"pick p{n}" for n in range(1, 11)], 10):
                assert_refused(await client.act("north", action, base=2))
                sent += 1
        for stale in (0, 1, 3, 17, 2**31 - 1):
            assert (await mover.act("north", "pick p7", base=stale))["code"] == "stale"
            sent += 1
        for client in (watcher, foreign, nobody):
            for command in PLAYERS_ONLY:
                assert_refused(await client.ask({**command, "cmd": new_cmd()}))
                sent += 1
        for command in NOTHING_TO_ANSWER:
            assert_refused(await mover.ask({**command, "cmd": new_cmd()}))
            sent += 1
        assert sent >= 100
        assert sum(map(count, (mover, waiter, watcher, foreign, nobody))) == sent
    assert alice.record(match) == before
    assert len(mallory.record(other_match)) == 2


def count(client):
    return sum(map(len, client.answers.values()))


def assert_refused(answer):
    assert answer["ok"] is False
    assert answer["code"]
    assert answer["message"].endswith((".", "!"))
    assert answer["seq"] == 2
