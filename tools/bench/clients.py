"""Pages without a browser: the messages of each server and client, reduced to a load generator's needs."""

from __future__ import annotations

import asyncio
import itertools
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec
from msgspec import Struct, field

from tools.bench.websocket import Lost, Socket

UNSEEN = 64 * 1024
"""Bytes after which the site's pages acknowledge what they have seen."""

_numbers = itertools.count()


class Ticket(NamedTuple):
    """The data with which a page opens a match: as a player with a role, or as a watcher without one."""

    match: str
    role: str
    headers: Mapping[str, str]


class Turn(NamedTuple):
    """The role to move, its position and its legal actions; no role when the match is over."""

    role: str
    base: int
    legal: Sequence[str]


class Listener(Protocol):
    def event(self, client: Client, text: bytes) -> None:
        """An event has arrived."""

    def answered(self, client: Client) -> None:
        """The client's action was accepted."""

    def lost(self, how: str) -> None:
        """Report that the server closed a socket, or refused an action."""


class Client(ABC):
    """One open page: it has its snapshot when ``open`` returns."""

    ANSWERS: ClassVar[bool]
    """True if an action is answered besides its event."""

    def __init__(self, ticket: Ticket, listener: Listener) -> None:
        self.ticket, self.listener = ticket, listener
        self.turn: Turn = Turn("", 0, ())
        self._told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._socket = Socket(self._heard, self._lost)

    async def open(self, address: tuple[str, int]) -> None:
        """Return when the snapshot has arrived. Raises Lost."""
        await self._socket.open(address, self.path(), self.ticket.headers)
        await self._told

    def close(self) -> None:
        self._socket.close()

    def say(self, text: bytes) -> None:
        self._socket.send(text)

    @abstractmethod
    def path(self) -> str:
        """Return the address of the socket."""

    @abstractmethod
    def act(self, turn: Turn, dice: random.Random) -> None:
        """Do one of the legal actions."""

    @abstractmethod
    def turn_after(self, text: bytes) -> Turn:
        """Return the role to move after an event."""

    @abstractmethod
    def _heard(self, text: bytes) -> None: ...

    def _is_told(self, turn: Turn) -> None:
        self.turn = turn
        if not self._told.done():
            self._told.set_result(None)

    def _lost(self, how: str) -> None:
        if self._told.done():
            self.listener.lost(how)
        else:
            self._told.set_exception(Lost(how))


class Position(Struct):
    to_move: list[str]
    legal: dict[str, list[str]]
    base: dict[str, int]

    def turn(self) -> Turn:
        if not self.to_move:
            return Turn("", 0, ())
        role = self.to_move[0]
        return Turn(role, self.base[role], self.legal[role])


class Snapshot(Struct):
    position: Position


class Event(Struct):
    seq: int
    what: str
    position: Position
    match: str = ""
    """The rematch that has begun."""


class Answer(Struct):
    ok: bool
    seq: int
    cmd: str | None = None


class Accepted(NamedTuple):
    """An action that was answered."""

    match: str
    cmd: str
    seq: int


_snapshot = msgspec.json.Decoder(Snapshot)
_event = msgspec.json.Decoder(Event)
_answer = msgspec.json.Decoder(Answer)


class SiteClient(Client):
    """A page of this site, or of a server with its protocol. ``accepted`` gets the answered actions."""

    ANSWERS = True

    def __init__(self, ticket: Ticket, listener: Listener, accepted: list[Accepted]) -> None:
        super().__init__(ticket, listener)
        self._accepted = accepted
        self._unseen = 0

    def path(self) -> str:
        return f"/ws/m/{self.ticket.match}"

    def act(self, turn: Turn, dice: random.Random) -> None:
        self.tell("act", base=turn.base, action=dice.choice(turn.legal))

    def tell(self, kind: str, **more: Any) -> None:
        cmd = f"bench-{next(_numbers):08}"
        self.say(msgspec.json.encode({"kind": kind, "cmd": cmd, **more}))

    def turn_after(self, text: bytes) -> Turn:
        return _event.decode(text).position.turn()

    def event_of(self, text: bytes) -> Event:
        return _event.decode(text)

    def _heard(self, text: bytes) -> None:
        # The kind comes first in this site's messages, so most of them need not be decoded here.
        if text.startswith(b'{"kind":"event"'):
            self._unseen += len(text)
            if self._unseen > UNSEEN:
                self._unseen = 0
                self.say(msgspec.json.encode({"kind": "seen", "seq": _event.decode(text).seq}))
            self.listener.event(self, text)
        elif text.startswith(b'{"kind":"answer"'):
            self._is_answered(text)
        elif text.startswith(b'{"kind":"snapshot"'):
            self._is_told(_snapshot.decode(text).position.turn())
        else:
            self._unseen += len(text)

    def _is_answered(self, text: bytes) -> None:
        answer = _answer.decode(text)
        if not answer.ok:
            self._lost(f"refused: {text.decode()}")
        else:
            self._accepted.append(Accepted(self.ticket.match, answer.cmd or "", answer.seq))
            self.listener.answered(self)


class State(Struct):
    ground: dict[str, Any] = field(name="G")
    context: dict[str, Any] = field(name="ctx")
    number: int = field(name="_stateID")

    def turn(self) -> Turn:
        player, houses = self.context["currentPlayer"], self.ground["houses"]
        half = len(houses) // 2
        begin = half * int(player)
        return Turn(player, self.number, [str(n) for n in range(begin, begin + half) if houses[n]])


class Sync(Struct):
    state: State


_update = msgspec.json.Decoder(tuple[str, str, State, Any])
_sync = msgspec.json.Decoder(tuple[str, str, Sync])


class PeerClient(Client):
    """A page of boardgame.io, which speaks Socket.IO over the websocket. A watcher has no identity there."""

    ANSWERS = False
    SPACE = b"/sowing,"

    def __init__(self, ticket: Ticket, listener: Listener, length: int) -> None:
        """``length``: the number of actions after which the match counts as over; 0 for no end."""
        super().__init__(ticket, listener)
        self._length = length

    def path(self) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    def act(self, turn: Turn, dice: random.Random) -> None:
        move = {"type": "sow", "args": [int(dice.choice(turn.legal))], "playerID": turn.role}
        action = {"type": "MAKE_MOVE", "payload": move}
        self._emit("update", action, turn.base, self.ticket.match, turn.role)

    def turn_after(self, text: bytes) -> Turn:
        state = _update.decode(text)[2]
        return Turn("", 0, ()) if self._length and state.number >= self._length else state.turn()

    def _emit(self, *said: Any) -> None:
        self.say(b"42" + self.SPACE + msgspec.json.encode(said))

    def _heard(self, text: bytes) -> None:
        said = text.removeprefix(b"42" + self.SPACE)
        if said.startswith(b'["update"'):
            self.listener.event(self, said)
        elif said.startswith(b'["sync"'):
            self._is_told(_sync.decode(said)[2].state.turn())
        elif text == b"2":
            self.say(b"3")
        elif text.startswith(b"0"):
            self.say(b"40" + self.SPACE)
        elif text.startswith(b"40" + self.SPACE):
            who = self.ticket.role or None
            self._emit("sync", self.ticket.match, who, None, 2)
