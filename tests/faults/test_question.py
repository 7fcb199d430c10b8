"""A club's question behind one address: 40 phones answer and watch without one refusal, beside a flood."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from games_app.door.limits import ANSWERS
from games_app.games.rules import get_game
from tests.faults.pupils import send_json
from tests.faults.visitor import TIMEOUT_SECONDS, Visitor, new_address
from tests.site import Site

PHONES = 40
ROUNDS = 3
CHANGES = 3
"""Answers of each phone to a question: it changes its mind."""
PASSWORD = "a long password"
STATE = get_game("oware").initial_state()
FACTS = msgspec.json.encode(STATE.facts()).decode()
(ROLE,) = STATE.to_move
MOVES = STATE.legal_actions(ROLE)


def founded(site: Site, address: str) -> tuple[Visitor, str, str]:
    """Return a teacher, the path of their club and that of its invitation."""
    teacher = Visitor(site.first.url, address)
    teacher.make_match("oware", "south", name="teacher")
    assert teacher.send("/account", name="teacher", password=PASSWORD, repeated=PASSWORD)[0] == 302
    form = {"name": "Class 4b", "colour": "teal", "visibility": "hidden"}
    status, text, club = teacher.send("/clubs/new", **form)
    assert status == 302, text
    _, page = teacher.get(club)
    invitation = re.search(r"/clubs/join/[\w-]+", page)
    assert invitation
    return teacher, club, invitation[0]


def phones_of(site: Site, address: str, invitation: str) -> list[Visitor]:
    phones = [Visitor(site.first.url, address) for _ in range(PHONES)]
    for number, phone in enumerate(phones):
        status, text, _ = phone.send(invitation, name=f"pupil {number}")
        assert status == 302, text
    return phones


async def hear(socket: ClientConnection, is_wanted: Any) -> dict[str, Any]:
    """Return the first message about a question that is wanted."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            message = json.loads(await socket.recv())
            if message["kind"] == "question" and is_wanted(message):
                return message


async def test_forty_phones_at_one_address_answer_and_watch_without_a_refusal(small_site):
    address = new_address()
    teacher, club, invitation = founded(small_site, address)
    phones = phones_of(small_site, address, invitation)
    loop, together = asyncio.get_running_loop(), ThreadPoolExecutor(PHONES)
    sockets = [
        await connect(
            f"{small_site.first.url.replace('http', 'ws', 1)}/ws{club}/question",
            additional_headers={"X-Forwarded-For": address, **phone.cookie_header()},
            origin=small_site.first.url,
        )
        for phone in phones
    ]
    statuses: list[int] = []
    for number in range(ROUNDS):
        asked = teacher.send(f"{club}/ask", game="oware", facts=FACTS, cmd=f"round-number-{number:08}")
        assert asked[0] == 302, asked
        opened = [await hear(socket, lambda message: message["is_open"]) for socket in sockets]
        question = opened[0]["id"]
        stranger = Visitor(small_site.first.url, address)
        stranger.get("/clubs")
        flood = [send_json(stranger, f"{club}/question/answer", {}) for _ in range(ANSWERS.burst + 5)]
        assert flood[-1] == 429

        def answer_often(number: int, question: int = question) -> list[int]:
            phone = phones[number]
            page = [phone.get(f"{club}/question")[0]]
            tried = {"game": "oware", "facts": STATE.facts(), "role": ROLE, "action": MOVES[0]}
            page.append(send_json(phone, "/try", tried))
            for change in range(CHANGES):
                body = {"question": question, "action": MOVES[(number + change) % len(MOVES)]}
                page.append(send_json(phone, f"{club}/question/answer", body))
            return page

        work = [loop.run_in_executor(together, answer_often, number) for number in range(PHONES)]
        statuses += [status for each in await asyncio.gather(*work) for status in each]
        heard = await hear(sockets[0], lambda message: message["answered"] == PHONES)
        assert heard["hands"] == {}
        assert send_json(teacher, f"{club}/question/change", {"do": "close", "question": question}) == 200
        for socket in sockets:
            closed = await hear(socket, lambda message: not message["is_open"])
            assert sum(closed["hands"].values()) == PHONES
    assert set(statuses) == {200}
    for socket in sockets:
        await socket.close()
