"""A bad network: frames between page and server get lost, late, doubled, reordered, or all vanish.

The seed decides each frame's fault, separately for each connection and direction. So a seed repeats the
faults, though not the timing of the processes around them.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed, WebSocketException

LARGEST_FRAME = 4 * 1024 * 1024
PASSED_ON = ("Origin", "Cookie", "Authorization", "X-Forwarded-For")

Frame = str | bytes
Peer = ClientConnection | ServerConnection


@dataclass(frozen=True, slots=True)
class Faults:
    """Probabilities, per frame of one direction."""

    drop: float = 0.0
    delay: float = 0.0
    duplicate: float = 0.0
    reorder: float = 0.0
    """This frame is overtaken by the next one."""
    black_hole: float = 0.0
    """Silence: nothing arrives from this frame on, although the connection stays open."""
    half_close: float = 0.0
    """The far side is cut off with this frame; the near side is not told."""
    longest_delay: float = 0.3
    """Seconds."""


NONE = Faults()


class Proxy:
    """`async with Proxy(url, seed, to_server=...) as proxy:` forwards to `url` what comes to `proxy.url`."""

    def __init__(
        self, target: str, seed: object, *, to_server: Faults = NONE, to_client: Faults = NONE
    ) -> None:
        self.target, self.seed = target, seed
        self.to_server, self.to_client = to_server, to_client
        self.frames = 0
        """Number of frames."""
        self.harmed = 0
        """Number of frames with a fault."""
        self.cut_off: set[Peer] = set()
        """Ends of half-closed connections: what becomes of them, the other end is not told."""
        self._numbers = itertools.count()
        self._server: Server | None = None
        self.url = ""
        """Address where it listens until it is closed."""

    async def __aenter__(self) -> Self:
        self._server = await serve(
            self._pass_on, "127.0.0.1", 0, compression=None, max_size=LARGEST_FRAME, ping_interval=None
        )
        self.url = f"http://127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        await self._server.wait_closed()

    def heal(self) -> None:
        """Let every frame arrive from now on; swallowed frames stay lost."""
        self.to_server = self.to_client = NONE

    async def _pass_on(self, near: ServerConnection) -> None:
        number = next(self._numbers)
        assert near.request
        headers = {name: near.request.headers[name] for name in PASSED_ON if name in near.request.headers}
        host = self.target.removeprefix("http://")
        try:
            far = await connect(
                f"ws://{host}{near.request.path}",
                additional_headers=headers,
                compression=None,
                max_size=LARGEST_FRAME,
                ping_interval=None,
            )
        except (OSError, WebSocketException, TimeoutError):
            await near.close(1012)
            return
        up = Direction(self, near, far, "to_server", random.Random(f"{self.seed} {number} up"))
        down = Direction(self, far, near, "to_client", random.Random(f"{self.seed} {number} down"))
        await asyncio.gather(up.run(), down.run())


class Direction:
    """One connection's frames in one direction."""

    def __init__(self, proxy: Proxy, source: Peer, sink: Peer, faults: str, dice: random.Random) -> None:
        self._proxy, self._source, self._sink, self._name, self._dice = proxy, source, sink, faults, dice
        self._overtaken: Frame | None = None
        self._swallowing = False
        self._late: set[asyncio.Task[Any]] = set()

    async def run(self) -> None:
        try:
            async for frame in self._source:
                self._proxy.frames += 1
                await self._fate(frame, getattr(self._proxy, self._name))
        except ConnectionClosed:
            pass
        for task in self._late:
            task.cancel()
        if self._source not in self._proxy.cut_off:
            code = self._source.close_code
            await self._sink.close(code if code and code not in (1005, 1006) else 1012)

    async def _fate(self, frame: Frame, faults: Faults) -> None:
        self._swallowing = (self._swallowing and faults is not NONE) or self._chance(faults.black_hole)
        if self._swallowing or self._chance(faults.drop):
            return
        if self._chance(faults.half_close):
            self._proxy.cut_off.add(self._sink)
            self._sink.transport.abort()
            return
        if self._overtaken is None and self._chance(faults.reorder):
            self._overtaken = frame
            self._later(faults.longest_delay, self._let_go)
            return
        if self._chance(faults.duplicate):
            self._later(self._dice.uniform(0, faults.longest_delay), self._sink.send, frame)
        if self._chance(faults.delay):
            self._later(self._dice.uniform(0, faults.longest_delay), self._sink.send, frame)
        else:
            await self._sink.send(frame)
        await self._let_go()

    def _chance(self, probability: float) -> bool:
        happens = self._dice.random() < probability
        self._proxy.harmed += happens
        return happens

    async def _let_go(self) -> None:
        if self._overtaken is not None:
            frame, self._overtaken = self._overtaken, None
            await self._sink.send(frame)

    def _later(self, seconds: float, send: Callable[..., Awaitable[None]], *frame: Frame) -> None:
        async def wait_and_send() -> None:
            await asyncio.sleep(seconds)
            with suppress(ConnectionClosed):
                await send(*frame)

        task = asyncio.create_task(wait_and_send())
        self._late.add(task)
        task.add_done_callback(self._late.discard)
