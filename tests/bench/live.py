"""How fast is live play? Many matches at once, each move sent as soon as the one before it has arrived.

Clients and server share the machine, so figures are for comparing two states of the code side by side, not
for quoting alone.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from games_app.rules import get_game
from tests.faults.visitor import Visitor
from tests.server import Server
from tests.site import PROXIES

OPTIONS = {"congkak": {"rounds": "1", "sowing": "auto", "opening": "south"}}
"""Who begins is settled: a choice that both make in secret is no single action."""
UNLIMITED = PROXIES | {"RATE_LIMITS": "0"}
"""Settings without the limits that are for people, each at an address of their own."""
WARM_UP = 1.0
"""Seconds that don't count."""

_numbers = itertools.count()
_decode = msgspec.json.Decoder().decode


@dataclass(frozen=True)
class Figures:
    """``latency``: from sending an action to its arrival at the opponent, in milliseconds.

    ``cost``: processor time of the server for each accepted action, in microseconds: other load on the
    machine changes it little.
    """

    server: str
    game: str
    matches: int
    seconds: float
    accepted: int
    accepted_per_second: float
    latency_p50: float
    latency_p99: float
    cost: float

    def text(self) -> str:
        return (
            f"{self.server}, {self.matches} matches of {self.game}, {self.seconds:.1f} s: "
            f"{self.accepted_per_second:.0f} accepted actions a second, "
            f"to the opponent p50 {self.latency_p50:.1f} ms, p99 {self.latency_p99:.1f} ms, "
            f"{self.cost:.0f} us of processor each"
        )

    def data(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Watch:
    """The time of measuring, and what was measured."""

    begins: float
    ends: float
    latencies: list[float] = field(default_factory=list)
    processor: float = 0.0
    """Seconds of processor time that the server took meanwhile."""

    async def follow(self, server: Server) -> None:
        await asyncio.sleep(self.begins - time.monotonic())
        before = server.processor_seconds
        await asyncio.sleep(self.ends - time.monotonic())
        self.processor = server.processor_seconds - before

    def note(self, sent: float, arrived: float) -> None:
        if sent >= self.begins and arrived <= self.ends:
            self.latencies.append(arrived - sent)


@dataclass
class Seat:
    """One page: a socket to the match that is being played."""

    visitor: Visitor
    socket: ClientConnection

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; others pass by."""
        while (message := _decode(await self.socket.recv()))["kind"] not in kinds:
            pass
        return message

    async def send(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode({**message, "cmd": f"bench-{next(_numbers):08}"}).decode())


def measure(matches: int, seconds: float, server: str, game: str = "mancala", seed: int = 1) -> Figures:
    """Play ``matches`` at once for ``seconds`` against a fresh server on SQLite, without limits."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", UNLIMITED, server) as running:
        watch = asyncio.run(_play_all(running, game, matches, seconds, seed))
    latencies = sorted(watch.latencies)
    return Figures(
        server,
        game,
        matches,
        seconds,
        len(latencies),
        len(latencies) / seconds,
        1000 * latencies[len(latencies) // 2],
        1000 * latencies[int(len(latencies) * 0.99)],
        1_000_000 * watch.processor / len(latencies),
    )


async def _play_all(server: Server, game: str, matches: int, seconds: float, seed: int) -> Watch:
    tables = [table(server.url, game) for _ in range(matches)]
    begins = time.monotonic() + WARM_UP
    watch = Watch(begins, begins + seconds)
    await asyncio.gather(
        watch.follow(server),
        *(_play(*table, watch, random.Random(f"{seed} {n}")) for n, table in enumerate(tables)),
    )
    return watch


def table(url: str, game: str) -> tuple[str, Visitor, Visitor]:
    """Return a new match and its players, who have not opened it yet."""
    alice, bob = Visitor(url), Visitor(url)
    match = alice.make_match(game, get_game(game).roles[0], **OPTIONS.get(game, {}))
    bob.join(match, "bob")
    return match, alice, bob


async def _play(match: str, alice: Visitor, bob: Visitor, watch: Watch, dice: random.Random) -> None:
    """Match after match, until the time is over."""
    people = [alice, bob]
    while time.monotonic() < watch.ends:
        first, second = [await sit(person, match) for person in people]
        match = await _one_match(first, second, watch, dice)
        people.reverse()
        for seat in (first, second):
            await seat.socket.close()


async def _one_match(first: Seat, second: Seat, watch: Watch, dice: random.Random) -> str:
    """Play to the end and agree on a rematch; its id. Or until the time is over; then nothing."""
    told = await first.hear("snapshot")
    position, mine = told["position"], told["you"]
    await second.hear("snapshot")
    while position["to_move"] and time.monotonic() < watch.ends:
        role = position["to_move"][0]
        mover, other = (first, second) if role in mine else (second, first)
        action = dice.choice(position["legal"][role])
        sent = time.monotonic()
        await mover.send(kind="act", base=position["base"][role], action=action)
        position = (await other.hear("event"))["position"]
        watch.note(sent, time.monotonic())
        await _answered(mover, "event")
    if position["to_move"]:
        return ""
    for seat in (first, second):
        await seat.send(kind="rematch")
        await seat.hear("answer")
    return str((await _rematched(first))["match"])


async def _answered(mover: Seat, *also: str) -> None:
    """Hear the mover's own answer and event, in whichever order."""
    for _ in range(2):
        message = await mover.hear("answer", *also)
        if message["kind"] == "answer" and not message["ok"]:
            raise AssertionError(f"A legal action was refused: {message}")


async def _rematched(seat: Seat) -> dict[str, Any]:
    while (event := await seat.hear("event"))["what"] != "rematched":
        pass
    return event


async def sit(visitor: Visitor, match: str) -> Seat:
    """Open the socket of a match's page."""
    address = f"{visitor.url.replace('http', 'ws', 1)}/ws/m/{match}"
    # An address each, or the bench would measure the limits of one.
    headers = visitor.cookie_header() | {"X-Forwarded-For": visitor.address}
    socket = await connect(address, origin=visitor.url, additional_headers=headers, compression=None)
    return Seat(visitor, socket)
