"""Programs of a class: each has a page of its club open, goes to its board when a round begins, and plays."""

from __future__ import annotations

import asyncio
import json
import random
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from games_app.live.joining import NO_SUCH_MATCH
from games_app.live.room import MATCH_CLOSED, SESSION_ENDED
from tests.faults.client import Disconnected, new_cmd
from tests.faults.page import Page
from tests.faults.visitor import TIMEOUT_SECONDS, Visitor

UNSEEN = 64 * 1024
"""Characters after which a club's page acknowledges them."""
CLOSED_FOR_GOOD = {SESSION_ENDED, MATCH_CLOSED, NO_SUCH_MATCH}
EXPECTED = {"paused", "stale", "game_over", "not_your_turn", "wrong_phase"}
"""Refusals to which a program that moves while others decide must be ready."""


def send_json(visitor: Visitor, path: str, body: dict[str, Any]) -> int:
    """Send JSON as a page does; return the status."""
    token = next((cookie.value or "" for cookie in visitor.cookies if cookie.name == "csrftoken"), "")
    headers = {"X-Forwarded-For": visitor.address, "X-CSRFToken": token, "Content-Type": "application/json"}
    request = urllib.request.Request(
        visitor.url + path, json.dumps(body).encode(), headers | visitor.cookie_header()
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


class Pupil:
    """A program of a class on one device."""

    def __init__(self, name: str, visitor: Visitor, club: str, dice: random.Random) -> None:
        """``club``: path of its page."""
        self.name, self.visitor, self.club, self.dice = name, visitor, club, dice
        self.moves = 0
        self.refused: list[Any] = []
        """Refusals that it must not get."""
        self.heard = 0
        """Messages of the club's page."""
        self.board = ""
        self.closed_with: int | None = None
        """Code with which the server closed the club's page for good."""
        self._unseen = 0
        self._playing: asyncio.Task[None] | None = None

    async def live(self) -> None:
        """Keep the page of the club's rounds open, and play, until the server closes it for good."""
        while self.closed_with is None:
            with suppress(ConnectionClosed):
                await self._listen()
            await asyncio.sleep(self.dice.uniform(0.1, 1))

    async def _listen(self) -> None:
        headers = {"X-Forwarded-For": self.visitor.address, **self.visitor.cookie_header()}
        url = f"{self.visitor.url.replace('http', 'ws', 1)}/ws{self.club}/round"
        async with connect(url, additional_headers=headers, origin=self.visitor.url) as socket:
            try:
                async for text in socket:
                    await self._hear(socket, str(text))
            finally:
                if socket.close_code in CLOSED_FOR_GOOD:
                    self.closed_with = socket.close_code
                if self._playing:
                    self._playing.cancel()
                self.board = ""

    async def _hear(self, socket: ClientConnection, text: str) -> None:
        message = json.loads(text)
        self.heard += 1
        self._unseen += len(text)
        if self._unseen > UNSEEN:
            self._unseen = 0
            await socket.send(json.dumps({"kind": "seen", "seq": 0}))
        if message["kind"] == "answer":
            self.refused.append(message)
        if message["kind"] == "round" and message["board"] != self.board:
            self.board = message["board"]
            if self._playing:
                self._playing.cancel()
            self._playing = asyncio.create_task(self._play()) if self.board else None

    async def _play(self) -> None:
        if self.board.endswith("/simul"):
            await self._give_simul()
        else:
            await self._play_match(self.board, 1000)

    async def _give_simul(self) -> None:
        """Play one decision at each board that waits, as the address of the next board leads."""
        while True:
            path = await asyncio.to_thread(self.visitor.led_to, self.board)
            if not path.startswith("/m/"):
                return
            await self._play_match(path, 1)

    async def _play_match(self, path: str, most: int) -> None:
        page = Page(self.visitor, path.rpartition("/")[2], dice=random.Random(self.dice.random()))
        with suppress(Disconnected):
            async with page:
                for _ in range(most):
                    await page.until(lambda: page.status != "playing" or page.my_move() is not None)
                    if page.status != "playing":
                        return
                    await asyncio.sleep(self.dice.uniform(0.2, 1.5))
                    if page.my_move() is not None and page.status == "playing":
                        await self._decide(page)

    async def _decide(self, page: Page) -> None:
        role, action = page.choice(self.dice)
        command = {"kind": "act", "cmd": new_cmd(), "base": page.position["base"][role], "action": action}
        answer = await page.ask(command)
        if answer["ok"]:
            self.moves += 1
            await page.until(lambda: page.seq >= answer["seq"])
        elif answer["code"].partition(".")[0] in EXPECTED:
            await asyncio.sleep(1)
        else:
            self.refused.append(answer)

    def answer(self, number: int, actions: Sequence[str]) -> None:
        """Answer the club's question ``number``, and change its mind once."""
        for _ in range(2):
            body = {"question": number, "action": self.dice.choice(actions)}
            if (status := send_json(self.visitor, f"{self.club}/question/answer", body)) != 200:
                self.refused.append(("answer", status))


class Crowd:
    """Pupils in a thread of their own, beside a browser that the test drives."""

    def __init__(self, pupils: Sequence[Pupil]) -> None:
        self.pupils = list(pupils)
        self.failed: list[BaseException] = []
        self._tasks: list[Future[None]] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Crowd:
        self._thread.start()
        for pupil in self.pupils:
            self.add(pupil)
        return self

    def __exit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        asyncio.run_coroutine_threadsafe(_ended(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def add(self, pupil: Pupil) -> None:
        """Let a pupil open its page."""
        task = asyncio.run_coroutine_threadsafe(pupil.live(), self._loop)
        task.add_done_callback(self._note)
        self._tasks.append(task)

    def _note(self, done: Future[None]) -> None:
        if not done.cancelled() and (error := done.exception()):
            self.failed.append(error)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    @property
    def moves(self) -> int:
        return sum(pupil.moves for pupil in self.pupils)

    @property
    def refused(self) -> list[Any]:
        return [(pupil.name, each) for pupil in self.pupils for each in pupil.refused]


async def _ended() -> None:
    """Wait until everything else in this loop has ended."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def found(pattern: str, text: str) -> str:
    """Return the first match of a pattern on a page."""
    match = re.search(pattern, text)
    assert match, pattern
    return match[0]
