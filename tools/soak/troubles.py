"""The faults of a soak: one trouble after another, drawn from a seed, and when each was felt."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from tests.faults.charged import Outage
from tests.site import Site
from tests.turning import TurningClock
from tests.web_server import Server

BEFORE = 2.5
"""Seconds before a trouble in which the last sign of life may have been given."""
AFTER = 3.0
"""Seconds after a trouble until the next sign of life."""
SETTLED = 4.0
"""Seconds after a trouble until every page is back; slowness until then is expected."""
FOR_EVER = float("inf")
FORWARD = 120.0
BACK = -3600.0


@dataclass(frozen=True, slots=True)
class Lengths:
    """Minimum and maximum seconds of each trouble."""

    stopped: tuple[float, float] = (0.6, 8.0)
    """A full disk, and a site that is down, count too."""
    locked: tuple[float, float] = (12.0, 15.0)
    """The server itself waits for 10 s."""
    turned: tuple[float, float] = (3.0, 15.0)


@dataclass
class Troubles:
    """Maker of troubles for a site whose servers follow ``clock``."""

    site: Site
    clock: TurningClock
    dice: random.Random
    lengths: Lengths = field(default_factory=Lengths)
    outages: list[Outage] = field(default_factory=list)
    """Possible and certain outages of the site so far."""
    windows: list[list[float]] = field(default_factory=list)
    """Start and end of each trouble, with the time to settle after it."""

    def kinds(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """The troubles of this site, by the name under which they are counted."""
        kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "kills": self.kill,
            "restarts": self.restart,
            "power cuts": self.power_cut,
            "locked records": self.lock,
            "long locks": self.lock_for_long,
            "stopped sites": self.stop_all,
            "full disks": self.fill_disk,
            "nearly full disks": self.nearly_fill_disk,
            "clocks turned forward": self.turn_forward,
            "clocks set back": self.set_back,
        }
        if self.site.redis:
            kinds |= {
                "stopped processes": self.stop_one,
                "Redis pauses": self.pause_redis,
                "Redis restarts": self.restart_redis,
                "Redis flushes": self.flush_redis,
            }
        return kinds

    @property
    def _only(self) -> bool:
        """Return whether the site has a single process."""
        return len(self.site.servers) == 1

    @property
    def _may_be_cut_off(self) -> bool:
        """Return whether the database may drop a stopped process. PostgreSQL waits for 6 s."""
        return self.site.postgres is not None

    def quiet(self, since: float, until: float) -> bool:
        """Return whether there was no trouble between these moments."""
        return not any(began < until and ended > since for began, ended in self.windows)

    async def make(self, name: str) -> None:
        """Make one trouble, from beginning to end."""
        window = [time.monotonic(), FOR_EVER]
        self.windows.append(window)
        try:
            await self.kinds()[name]()
        finally:
            window[1] = time.monotonic() + SETTLED

    async def kill(self) -> None:
        """End a process as in a power cut, and start it again at once."""
        with self._felt("a killed process", sends_away=True, everywhere=self._only):
            await asyncio.to_thread(self.dice.choice(self.site.servers).kill)
            await asyncio.to_thread(self.site.start)

    async def restart(self) -> None:
        with self._felt("a restart", sends_away=True, everywhere=self._only):
            await asyncio.to_thread(self.dice.choice(self.site.servers).restart)

    async def power_cut(self) -> None:
        """Stop all processes for a while."""
        with self._felt("a power cut", sends_away=True) as outage:
            await asyncio.to_thread(self.site.kill)
            with self._sure(outage):
                await self._wait(self.lengths.stopped)
            await asyncio.to_thread(self.site.start)

    async def lock(self) -> None:
        await self._lock((0.1, 1.0))

    async def lock_for_long(self) -> None:
        """Lock the database for longer than the servers wait for it."""
        await self._lock(self.lengths.locked)

    async def _lock(self, lasts: tuple[float, float]) -> None:
        seconds = self.dice.uniform(*lasts)

        def hold(outage: Outage) -> None:
            with self.site.record_locked(), self._sure(outage):
                time.sleep(seconds)

        with self._felt("a locked record", sends_away=True) as outage:
            await asyncio.to_thread(hold, outage)

    async def stop_all(self) -> None:
        """Stop all processes, as on a sleeping machine, and let them continue."""
        felt = self._felt("a stopped site", sends_away=self._may_be_cut_off)
        with felt as outage, self._stopped(self.site.servers), self._sure(outage):
            await self._wait(self.lengths.stopped)

    async def stop_one(self) -> None:
        """Stop one of the processes, maybe in the middle of a transaction that others wait for."""
        stopped = self._stopped([self.dice.choice(self.site.servers)])
        with self._felt("a stopped process", sends_away=True, everywhere=self._only), stopped:
            await self._wait(self.lengths.stopped)

    async def fill_disk(self) -> None:
        """Make all files unwritable; PostgreSQL then goes down because its log fails."""
        with self._felt("a full disk", sends_away=True) as outage:
            if self.site.postgres:
                await self._fill_disk_of_postgres(outage)
                return
            with ExitStack() as full:
                for server in self.site.servers:
                    full.enter_context(server.disk_full())
                full.enter_context(self._sure(outage))
                await self._wait(self.lengths.stopped)

    async def _fill_disk_of_postgres(self, outage: Outage) -> None:
        postgres = self.site.postgres
        assert postgres
        await asyncio.to_thread(postgres.fill_disk)
        try:
            with self._sure(outage):
                await self._wait(self.lengths.stopped)
        finally:
            await asyncio.to_thread(postgres.free_disk)

    async def nearly_fill_disk(self) -> None:
        """Leave room for the sign of life, but for no action."""
        with self._felt("a nearly full disk", sends_away=True) as outage:
            seconds = self.dice.uniform(*self.lengths.stopped)

            def hold() -> None:
                with self.site.little_room(), self._sure(outage):
                    time.sleep(seconds)

            await asyncio.to_thread(hold)

    async def turn_forward(self) -> None:
        """Set the clock forward, for good."""
        with self._felt("a clock turned forward by 120 s", turned=FORWARD):
            self.clock.turn_unnoticed(FORWARD)
            await self._wait(self.lengths.turned)

    async def set_back(self) -> None:
        """Set the clock an hour back for a while, in which the site also stands still."""
        with self._felt("a clock set back by an hour", turned=-BACK) as felt:
            felt.set_back = True
            self.clock.turn_unnoticed(BACK)
            try:
                await self._wait(self.lengths.turned)
                if self.dice.random() < 0.5:
                    await self.stop_all()
                    await self._wait((1.0, 2.0))
            finally:
                self.clock.turn_unnoticed(-BACK)

    async def pause_redis(self) -> None:
        assert self.site.redis
        self.site.redis.pause()
        try:
            await self._wait((0.5, 3.0))
        finally:
            self.site.redis.go_on()

    async def restart_redis(self) -> None:
        assert self.site.redis
        await asyncio.to_thread(self.site.redis.stop)
        await self._wait((0.0, 2.0))
        await asyncio.to_thread(self.site.redis.start)

    async def flush_redis(self) -> None:
        assert self.site.redis
        await asyncio.to_thread(self.site.redis.flush)

    async def _wait(self, lasts: tuple[float, float]) -> None:
        await asyncio.sleep(self.dice.uniform(*lasts))

    @contextmanager
    def _felt(
        self, what: str, turned: float = 0.0, *, sends_away: bool = False, everywhere: bool = True
    ) -> Iterator[Outage]:
        """A time that the site may feel as an outage."""
        now = time.monotonic()
        outage = Outage(
            what, now, now, now - BEFORE, FOR_EVER, turned, sends_away=sends_away, everywhere=everywhere
        )
        self.outages.append(outage)
        try:
            yield outage
        finally:
            outage.felt_until = time.monotonic() + AFTER

    @contextmanager
    def _sure(self, outage: Outage) -> Iterator[None]:
        """A time in which nobody can store anything."""
        outage.since, outage.until = time.monotonic(), FOR_EVER
        try:
            yield
        finally:
            outage.until = time.monotonic()

    @contextmanager
    def _stopped(self, servers: list[Server]) -> Iterator[None]:
        try:
            for server in servers:
                server.pause()
            yield
        finally:
            for server in servers:
                server.go_on()
