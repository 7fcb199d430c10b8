"""An evening of a club behind one address: 40 programs play, answer and watch without one refusal.

Rounds are counted, not minutes. On two cores one takes about 28 s, so that 22 take ten minutes.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor

from tests.faults.pupils import Pupil, send_json
from tests.faults.test_question import FACTS, MOVES, PHONES, founded, phones_of
from tests.faults.visitor import Visitor, new_address

ROUNDS = int(os.environ.get("CLUB_ROUNDS", "22"))
MOVES_A_PUPIL = 12
"""Decisions of each program in a round, on average."""
GAMES = ("oware", "kalah64", "mancala", "checkers", "morris")
PAGES = ("", "/round", "/question", "/round/screen")
"""Pages of the club that each program opens in each round."""


async def grown(pupils: list[Pupil], players: int, moves: int) -> None:
    """Wait until so many programs are at their boards, and have made so many more moves or are done."""
    aim = sum(pupil.moves for pupil in pupils) + moves
    async with asyncio.timeout(300):
        while sum(bool(pupil.board) for pupil in pupils) < players:
            await asyncio.sleep(0.2)
        while sum(pupil.moves for pupil in pupils) < aim and any(pupil.board for pupil in pupils):
            await asyncio.sleep(0.2)


def pupils_of(teacher: Visitor, club: str) -> list[str]:
    """Return the public ids of the pupils in the form of the next round."""
    page = teacher.get(f"{club}/round")[1]
    return re.findall(r'name="player" value="([2-9a-z]+)"[^<]*<span>\s*<bdi>pupil', page)


async def test_forty_programs_at_one_address_play_answer_and_watch_without_a_refusal(small_site):
    address, began = new_address(), time.monotonic()
    teacher, club, invitation = founded(small_site, address)
    phones = phones_of(small_site, address, invitation)
    pupils = [Pupil(f"pupil {n}", phone, club, random.Random(n)) for n, phone in enumerate(phones)]
    pages = [asyncio.create_task(pupil.live()) for pupil in pupils]
    loop, together = asyncio.get_running_loop(), ThreadPoolExecutor(PHONES)
    statuses: list[int] = []

    def look_and_answer(pupil: Pupil, question: int) -> None:
        statuses.extend(pupil.visitor.get(club + page)[0] for page in PAGES)
        pupil.answer(question, MOVES)

    def run(path: str, **fields: str | list[str]) -> Awaitable[tuple[int, str, str]]:
        return loop.run_in_executor(together, lambda: teacher.send(club + path, **fields))

    for number in range(ROUNDS):
        players = await loop.run_in_executor(together, pupils_of, teacher, club)
        assert len(players) == PHONES
        is_simul = number % 4 == 3
        form: dict[str, str | list[str]] = {
            "game": GAMES[number % len(GAMES)],
            "pairing": "simul" if is_simul else "random",
            "giver": players[0],
            "player": players,
        }
        status, text, _ = await run("/round", **form, cmd=f"evening-{number:08}")
        assert status == 302, text
        await grown(pupils, PHONES, PHONES * (1 if is_simul else MOVES_A_PUPIL))
        asked = await run("/ask", game="oware", facts=FACTS, cmd=f"question-{number:08}")
        assert asked[0] == 302, asked
        question = small_site.rows("SELECT id FROM games_app_clubquestion")[0][0]
        await asyncio.gather(
            *(loop.run_in_executor(together, look_and_answer, pupil, question) for pupil in pupils)
        )
        deed = {"do": "close", "question": question}
        closed = await loop.run_in_executor(together, send_json, teacher, f"{club}/question/change", deed)
        assert closed == 200
        assert (await run("/round/act", do="end"))[0] == 302
        async with asyncio.timeout(300):
            while any(pupil.board for pupil in pupils):
                await asyncio.sleep(0.2)
        moves, heard = sum(pupil.moves for pupil in pupils), sum(pupil.heard for pupil in pupils)
        seconds = time.monotonic() - began
        print(f"round {number + 1}: {seconds:.0f} s, {moves} moves, {len(statuses)} pages, {heard} messages")
    assert [(pupil.name, each) for pupil in pupils for each in pupil.refused] == []
    assert set(statuses) == {200}
    assert all(pupil.closed_with is None for pupil in pupils)
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
