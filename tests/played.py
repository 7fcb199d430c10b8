"""Matches on the real server, played without a browser to an interesting position."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from websockets.sync.client import ClientConnection, connect

from games_app.games.catalogue import SAMPLES
from games_app.games.rules import get_game
from tests.faults.client import new_cmd
from tests.faults.visitor import Visitor

Decision = tuple[str, str]
"""Role and action."""


@dataclass(frozen=True)
class Played:
    """A match of alice, who has the game's first role, and bob."""

    id: str
    game: str
    alice: Visitor
    bob: Visitor

    @property
    def path(self) -> str:
        return f"/m/{self.id}"

    def on(self, role: str) -> Visitor:
        return self.alice if role == get_game(self.game).roles[0] else self.bob

    @property
    def mover(self) -> Visitor:
        """Return the player to move; if both are, the one on the first role."""
        position = self.alice.record(self.id)[-1]["position"]
        return self.on(position["to_move"][0])

    @property
    def winner(self) -> Visitor:
        """Return the winner."""
        return self.on(self.alice.record(self.id)[-1]["result"]["winner"])

    def other(self, one: Visitor) -> Visitor:
        return self.bob if one is self.alice else self.alice

    def play(self, decisions: Iterable[Decision]) -> None:
        """Play each decision by the player whose turn it is. Raises AssertionError at a refusal."""
        with ExitStack() as sockets:
            seats = {role: Seat(sockets.enter_context(self.open(role))) for role in get_game(self.game).roles}
            for role, action in decisions:
                seq = seats[role].ask(kind="act", action=action, base=seats[role].position["base"][role])
                for seat in seats.values():
                    seat.see(seq)

    def tell(self, role: str, kind: str, **more: str) -> None:
        """Send another command: ``resign``, ``rematch``, ``offer`` with ``what``."""
        with self.open(role) as socket:
            Seat(socket).ask(kind=kind, **more)

    def open(self, role: str) -> ClientConnection:
        """Return a page of the player on this seat."""
        return self.open_for(self.on(role))

    def open_for(self, visitor: Visitor) -> ClientConnection:
        """Return a page of anybody."""
        address = f"{visitor.url.replace('http', 'ws', 1)}/ws{self.path}"
        headers = visitor.cookie_header() | {"X-Forwarded-For": visitor.address}
        return connect(address, origin=visitor.url, additional_headers=headers, compression=None)  # type: ignore[arg-type]


class Seat:
    """One open page of the match."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seq, self.position = 0, {}
        self.see(1)

    def ask(self, **command: Any) -> int:
        """Send a command; return the seq of its event."""
        cmd = new_cmd()
        self.socket.send(json.dumps(command | {"cmd": cmd}))
        while (answer := self._hear()).get("cmd") != cmd:
            pass
        assert answer["ok"], answer
        return int(answer["seq"])

    def see(self, seq: int) -> None:
        """Wait for an event, if it has not come yet."""
        while self.seq < seq:
            self._hear()

    def _hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv())
        if message["kind"] in ("snapshot", "event"):
            self.seq, self.position = message["seq"], message["position"]
        return message


def begin(url: str, game: str, **options: str) -> Played:
    """Begin a match. Options that aren't given are the form's defaults."""
    alice, bob = Visitor(url), Visitor(url)
    match = alice.make_match(game, get_game(game).roles[0], **(offered(game) | options))
    bob.join(match, "bob")
    return Played(match, game, alice, bob)


def offered(game: str) -> dict[str, str]:
    """Return the form's default options of a game."""
    return {name: option.offered for name, option in get_game(game).options.items()}


def sample(game: str) -> tuple[dict[str, str], list[Decision]]:
    """Return options and decisions of the finished game that the rules page shows."""
    one = SAMPLES[game]
    return dict(one.options), [(accepted.role, accepted.plies[0].action) for accepted in one.played()]
