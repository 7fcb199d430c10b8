"""Hostile senders beside the players, in a process that ends by itself.

``python -m tools.soak.hostile '{"urls": [...], ...}'`` attacks servers on this machine and then prints what
it sent, as JSON. A seed decides which attacker does what when; ``Strength`` bounds how much.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from tests.backing.programs import tied
from tests.web_server import ROOT

TEXT, PING = 0x81, 0x89
STEP = 0.1
"""Seconds between two portions of what is sent."""
LONGEST_WAIT = 10.0
"""Seconds that an attacker waits for a server which reads or sends nothing."""
POLITE = "10"
"""The attackers come from elsewhere, so they get the processor time that players and servers leave."""


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of each kind of attacker."""

    chatting: int
    """Sockets that send 10 messages a second each."""
    at_home: int
    """Such sockets at the network address of honest players."""
    padding: int
    """Sockets that send frames of 16 kB."""
    padding_bytes: int
    """Bytes a second that each of these sends."""
    ping_bytes: int
    """Bytes of empty pings a second, on one socket."""
    deaf: int
    """Sockets that request everything and read nothing."""
    slow: int
    """Connections whose headers arrive one byte a second."""
    body: int
    """Bytes of a request's body to a socket's address."""
    forms: float
    """New guests a second, each with a match."""


WEAK = Strength(20, 5, 1, 1_000_000, 20_000, 5, 20, 2_000_000, 2.0)
STRONG = Strength(395, 30, 4, 10_000_000, 400_000, 50, 500, 100_000_000, 20.0)


@dataclass(frozen=True, slots=True)
class Plan:
    """The instructions for one process of attackers."""

    urls: Sequence[str]
    seed: str
    seconds: float
    home: str
    """The address of honest players."""
    strength: Strength


class Hostile:
    """``with Hostile(plan) as attackers:``; afterwards ``attackers.counts`` has what they did."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._process: subprocess.Popen[str] | None = None
        self.counts: Counter[str] = Counter()

    def __enter__(self) -> Self:
        program = [sys.executable, "-m", "tools.soak.hostile", json.dumps(asdict(self._plan))]
        self._process = subprocess.Popen(
            tied(["nice", "-n", POLITE, *program]), cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *_: object) -> None:
        """End them, if their time is not up yet."""
        assert self._process
        self._process.terminate()
        try:
            said = self._process.communicate(timeout=2 * LONGEST_WAIT)[0]
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
            raise AssertionError("The hostile senders did not end in time") from None
        self.counts.update(json.loads(said or "{}"))


@dataclass
class Attack:
    """All attackers of one process."""

    plan: Plan
    counts: Counter[str] = field(default_factory=Counter)

    async def run(self) -> None:
        """Attack until the time is up."""
        strength, until = self.plan.strength, time.monotonic() + self.plan.seconds
        kinds: list[tuple[int, Callable[[Sender], Awaitable[None]], str]] = [
            (strength.chatting, self._chat, "203.0.113.1"),
            (strength.at_home, self._chat, self.plan.home),
            (strength.padding, self._pad, "203.0.113.2"),
            (1, self._ping, "203.0.113.3"),
            (strength.deaf, self._stay_deaf, "203.0.113.4"),
            (strength.slow, self._trickle, "203.0.113.5"),
            (1, self._post_body, "203.0.113.6"),
            (1, self._post_forms, "203.0.113.7"),
        ]
        senders = [
            self._again_and_again(attack, Sender(self.plan, address, f"{attack.__name__} {number}"), until)
            for many, attack, address in kinds
            for number in range(many)
        ]
        everything = asyncio.gather(*senders)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, everything.cancel)
        with suppress(TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(self.plan.seconds + LONGEST_WAIT):
                await everything

    async def _again_and_again(
        self, attack: Callable[[Sender], Awaitable[None]], sender: Sender, until: float
    ) -> None:
        """Reconnect a little later after a disconnection."""
        name = attack.__name__.strip("_")
        while (left := until - time.monotonic()) > 0:
            try:
                with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                    async with asyncio.timeout(left), sender:
                        self.counts[f"{name} connections"] += 1
                        await attack(sender)
            finally:
                self.counts[f"{name} kB"] += sender.sent // 1000
                sender.sent = 0
            await asyncio.sleep(min(sender.dice.uniform(0.5, 1.5), max(until - time.monotonic(), 0)))

    async def _chat(self, sender: Sender) -> None:
        """Send ten messages a second, each of which is looked up."""
        await sender.upgrade()
        sender.read_and_forget()
        for number in range(1_000_000):
            await sender.send(frame(TEXT, b'{"kind":"sync","after":%d}' % number))
            await asyncio.sleep(STEP)

    async def _pad(self, sender: Sender) -> None:
        """Send large frames, as fast as the strength says or as they are taken."""
        await sender.upgrade()
        large = frame(TEXT, b"x" * 16_000)
        await sender.keep_sending(large, self.plan.strength.padding_bytes)

    async def _ping(self, sender: Sender) -> None:
        """Send empty pings, and never read the pongs."""
        await sender.upgrade()
        await sender.keep_sending(frame(PING, b""), self.plan.strength.ping_bytes)

    async def _stay_deaf(self, sender: Sender) -> None:
        """Request data, and never read from the socket."""
        await sender.upgrade()
        while True:
            await sender.send(frame(TEXT, b'{"kind":"sync","after":0}'))
            await asyncio.sleep(1)

    async def _trickle(self, sender: Sender) -> None:
        """Send headers that never end."""
        await sender.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        while True:
            await asyncio.sleep(1)
            await sender.send(b"x")

    async def _post_body(self, sender: Sender) -> None:
        """Send a body to an address that takes none."""
        size = self.plan.strength.body
        await sender.send(sender.head("POST /ws/watch", f"Content-Length: {size}"))
        portion = b"x" * 64_000
        for _ in range(size // len(portion)):
            await sender.send(portion)
        await asyncio.sleep(1)

    async def _post_forms(self, sender: Sender) -> None:
        """Make new guests, each with a match; each form uses the previous one's connection."""
        token = f"{sender.dice.getrandbits(190):048x}"[:32]
        form = f"csrfmiddlewaretoken={token}&side=north&visibility=public&name=mallory".encode()
        fields = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}")
        head = sender.head("POST /new/mancala", *fields, f"Cookie: csrftoken={token}")
        sender.read_and_forget()
        await sender.keep_sending(head + form, round(self.plan.strength.forms * len(head + form)))


class Sender:
    """Sender of one connection after another, from one address."""

    def __init__(self, plan: Plan, address: str, name: str) -> None:
        self.dice = random.Random(f"{plan.seed} {name}")
        self.sent = 0
        self._plan, self._address = plan, address
        self._forgetting: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._host = self.dice.choice(list(self._plan.urls)).removeprefix("http://")
        name, port = self._host.split(":")
        self._reader, self._writer = await asyncio.open_connection(name, int(port), limit=2**16)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._forgetting:
            self._forgetting.cancel()
        self._writer.transport.abort()

    def head(self, request: str, *fields: str) -> bytes:
        lines = (f"{request} HTTP/1.1", f"Host: {self._host}", f"X-Forwarded-For: {self._address}", *fields)
        return "\r\n".join((*lines, "", "")).encode()

    async def upgrade(self) -> None:
        """Open a socket without a cookie on the page of running matches."""
        fields = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
        await self.send(self.head("GET /ws/watch", *fields, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="))
        async with asyncio.timeout(LONGEST_WAIT):
            answer = await self._reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer:
            raise ConnectionRefusedError(answer.decode(errors="replace"))

    async def send(self, data: bytes) -> None:
        """Send, and wait until it has been taken; give up on a server that takes nothing."""
        self._writer.write(data)
        self.sent += len(data)
        async with asyncio.timeout(LONGEST_WAIT):
            await self._writer.drain()
        if self._reader.at_eof() or self._writer.is_closing():
            raise ConnectionResetError("cut off")

    async def keep_sending(self, portion: bytes, per_second: int) -> None:
        """Send so many bytes a second of the same."""
        began, sent = time.monotonic(), 0
        while True:
            due = round((time.monotonic() - began) * per_second) - sent
            if portions := due // len(portion):
                await self.send(portion * portions)
                sent += portions * len(portion)
            await asyncio.sleep(STEP)

    def read_and_forget(self) -> None:
        async def forget() -> None:
            with suppress(OSError):
                while await self._reader.read(2**16):
                    pass

        self._forgetting = asyncio.create_task(forget())


def frame(opcode: int, payload: bytes) -> bytes:
    """Return a frame as clients send it, under a mask that changes nothing."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else bytes([0xFE]) + length.to_bytes(2, "big")
    return bytes([opcode]) + size + bytes(4) + payload


def main(told: str) -> None:
    plan: dict[str, Any] = json.loads(told)
    attack = Attack(Plan(**plan | {"strength": Strength(**plan["strength"])}))
    asyncio.run(attack.run())
    print(json.dumps(attack.counts))


if __name__ == "__main__":
    main(sys.argv[1])
