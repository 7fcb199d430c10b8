"""Playing one match: nothing is lost or doubled, however often the connection breaks."""

from __future__ import annotations

import inspect
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, cast

from boardgames_client import schemas
from boardgames_client.connection import Connection, Message

PROTOCOL = 3
ENDED = ("over", "cancelled", "expired")
RESEND = 5.0
"""Seconds after which an unanswered command is sent again."""
UNHEARD = 25.0
"""Seconds without an answer after which a connection takes nothing to the site."""
ANSWERS = ("answer", "events", "snapshot")


@dataclass(frozen=True, slots=True)
class Turn:
    """A position in which the bot is to move."""

    match: schemas.About
    """The match as in the snapshot: id, game, options, terms, seats."""
    role: str
    """The side to move: one of the bot's."""
    facts: dict[str, Any]
    """The state in the words of the game's rules."""
    legal: Sequence[str]
    """All actions that are allowed; never empty."""
    seq: int
    """Event after which this is the position."""


Choose = Callable[[Turn], str | Awaitable[str]]
"""Function that returns one of the legal actions of a turn."""


class BaseMatch:
    """The state of a match as its socket tells it, and the course of playing it."""

    def __init__(self, connection: Callable[[Callable[[], str]], Connection], public_id: str) -> None:
        self.public_id = public_id
        self.about = cast("schemas.About", {})
        """The match as in the last snapshot; empty before."""
        self.events: list[schemas.Event] = []
        """Events that were taken here, oldest first."""
        self.status = ""
        self.result: schemas.Result | None = None
        self._position = cast("schemas.Position", {})
        self._you: Sequence[str] = ()
        self._known = 0
        self._refused_at = -1
        self._command: Message | None = None
        self._due = self._asked_at = 0.0
        self._connection = connection(lambda: f"/ws/m/{public_id}?after={self.seq}")

    @property
    def seq(self) -> int:
        """Last event that was taken."""
        return self._connection.seq

    async def _play(self, choose: Choose) -> schemas.Result | None:
        async with aclosing(self._connection.messages()) as messages:
            async for message in messages:
                if message is not None:
                    await self._hear(message)
                if self.status in ENDED:
                    return self.result
                if self.status:
                    await self._act(choose)
        raise AssertionError("Messages end only by an error.")

    async def _hear(self, message: Message) -> None:
        match message["kind"]:
            case "snapshot":
                self._begin(message)
            case "event" | "events":
                self._take(message.get("events", [message]))
            case "answer" if self._command and message["cmd"] == self._command["cmd"]:
                self._answered(message)
        if message["kind"] in ANSWERS:
            self._asked_at = 0.0
        if message["kind"] in ("event", "answer", "beat"):
            self._known = max(self._known, message["seq"])
        if self.seq < self._known and message["kind"] in ("event", "events", "beat"):
            await self._ask({"kind": "sync", "after": self.seq})

    def _begin(self, snapshot: Message) -> None:
        """Go on from a snapshot, also from one that is older than what was known: a backup is back."""
        if snapshot["protocol"] != PROTOCOL:
            raise RuntimeError(f"The site speaks protocol {snapshot['protocol']}, this client {PROTOCOL}.")
        self._take(snapshot["events"])
        self._connection.seq = self._known = snapshot["seq"]
        self._refused_at = -1
        self._due = self._asked_at = 0.0  # what is unanswered goes out again
        self.about, self._you = snapshot["match"], snapshot["you"]
        self.status, self.result = self.about["status"], self.about["result"]
        self._position = snapshot["position"]

    def _take(self, events: Sequence[schemas.Event]) -> None:
        """Take the events that come next. One that comes too early is left: sync brings it again."""
        for event in events:
            if event["seq"] == self.seq + 1:
                self._connection.seq = event["seq"]
                self.status, self.result = event["status"], event["result"]
                self._position = event["position"]
                self.events.append(event)

    def _answered(self, answer: Message) -> None:
        if "retry_ms" in answer:
            self._due = time.monotonic() + answer["retry_ms"] / 1000
            return
        self._command = None
        if not answer["ok"] and answer["code"] != "stale":  # after stale another choice may be right at once
            self._refused_at = self.seq

    async def _act(self, choose: Choose) -> None:
        """Choose if it is time to, and send the command for the first time or once more."""
        if self._command is None and (turn := self._turn()):
            choice = choose(turn)
            action = await choice if inspect.isawaitable(choice) else choice
            if action not in turn.legal:
                raise ValueError(f"{action!r} isn't legal; allowed are {', '.join(turn.legal)}.")
            base = self._position["base"][turn.role]
            self._command = {"kind": "act", "cmd": secrets.token_urlsafe(12), "base": base, "action": action}
            self._due = 0.0
        now = time.monotonic()
        if self._asked_at and now - self._asked_at > UNHEARD:
            await self._connection.drop()
            return
        if self._command and now >= self._due:
            self._due = now + RESEND
            await self._ask(self._command)

    async def _ask(self, message: Message) -> None:
        self._asked_at = self._asked_at or time.monotonic()
        await self._connection.send(message)

    def _turn(self) -> Turn | None:
        role = next((role for role in self._position["to_move"] if role in self._you), None)
        if role is None or self.seq < self._known or self.seq == self._refused_at:
            return None
        return Turn(self.about, role, self._position["facts"], self._position["legal"][role], self.seq)


class Match(BaseMatch):
    """A match in which the token's player has a seat, or watches."""

    async def play(self, choose: Choose) -> schemas.Result | None:
        """Play until the match has ended; return its result, None if it never began.

        ``choose`` is called once for each position in which the player is to move. Raises Closed, and
        ValueError for an action that isn't legal.
        """
        return await self._play(choose)
