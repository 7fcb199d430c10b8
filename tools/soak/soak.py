"""Scripted players and watchers for a while, under every fault at once. Do all of them agree afterwards?"""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.backing.postgres import Postgres
from tests.faults import fuzz, racing
from tests.faults.proxy import NONE, Faults
from tests.faults.visitor import new_address
from tests.site import Site
from tests.turning import TurningClock
from tools.soak.hostile import STRONG, WEAK, Hostile, Plan, Strength
from tools.soak.lag import Lag
from tools.soak.latency import Latency
from tools.soak.lobby_crowd import Crowd
from tools.soak.match import Ground, Match, Size
from tools.soak.tally import Tally, waits_in, where
from tools.soak.troubles import Lengths, Troubles

BAD_NETWORK = Faults(drop=0.05, delay=0.1, duplicate=0.05, reorder=0.05, black_hole=0.001, half_close=0.002)
GOOD_NETWORK = 3
"""Number of tables between two at which the duration of moves is measured."""


LAST_MATCHES = 300.0
"""Seconds in which the running matches must end after the troubles are over."""


SHORT = Size(tables=6, watchers=1, decisions=10, crowd=4, calm=(1.5, 3.0), thinking=0.3, undisturbed=0.05)
FULL = Size(tables=50, watchers=4, decisions=60, crowd=16, calm=(4.0, 12.0), thinking=1.0, undisturbed=0.1)


class Soak:
    """One soak of one site."""

    def __init__(
        self,
        site: Site,
        clock: TurningClock,
        seed: object,
        size: Size,
        *,
        only: Sequence[str] = (),
        lengths: Lengths | None = None,
        hostile: Strength | None = None,
    ) -> None:
        """``only`` these troubles, in this order again and again; otherwise all, as drawn from the seed.

        ``hostile``: the strength of the senders beside the players, if there are any.
        """
        self.site, self.seed, self.size = site, seed, size
        self.troubles = Troubles(site, clock, random.Random(f"{seed} troubles"), lengths or Lengths())
        self.tally = Tally(latency=Latency(self.troubles.quiet))
        self._only, self._hostile = only, hostile
        self._homes = [[new_address() for _ in range(3)] for _ in range(size.tables)]
        """Addresses of the people at each table."""
        self._until = 0.0
        self.ground = Ground(site, size, self.troubles, self.tally, Lag(site.servers))

    async def run(self, seconds: float, *, once: bool = False) -> Tally:
        """Play for so long, then finish the running games in peace; begin none after the first difference.

        ``once``: at most as long as it takes to make each trouble once.
        """
        calm = seconds * self.size.undisturbed
        self._until = time.monotonic() + seconds
        self.tally.latency.calm_until = time.monotonic() + calm
        work = [
            self._trouble(calm, once=once),
            self._attack(calm),
            self._crowd(),
            *(self._table(number) for number in range(self.size.tables)),
        ]
        tasks = [asyncio.create_task(one) for one in work]
        watching = asyncio.create_task(self.ground.lag.watch())
        _, late = await asyncio.wait(tasks, timeout=seconds + LAST_MATCHES)
        for task in late:
            self.tally.differences.append(f"did not end in {LAST_MATCHES:g} s: {waits_in(task)}")
            task.cancel()
        watching.cancel()
        await asyncio.gather(*tasks, watching, return_exceptions=True)
        return self.tally

    def _goes_on(self) -> bool:
        return time.monotonic() < self._until and not self.tally.differences

    async def _trouble(self, calm: float, *, once: bool) -> None:
        """Make one trouble after another, each over before the next."""
        await asyncio.sleep(calm)
        again = itertools.cycle(self._only) if self._only else self._drawn()
        for name in self._only if once else again:
            await asyncio.sleep(self.troubles.dice.uniform(*self.size.calm))
            if not self._goes_on():
                return
            try:
                await self.troubles.make(name)
            except Exception as error:
                self.tally.differences.append(f"{name}: {type(error).__name__} {error} in {where(error)}")
            self.tally.counts[name] += 1
        self._until = time.monotonic()

    async def _attack(self, calm: float) -> None:
        """Run hostile senders from the end of the calm on, some at alice's address at the first table."""
        await asyncio.sleep(calm)
        left = self._until - time.monotonic()
        if self._hostile is None or left <= 0:
            return
        urls = [server.url for server in self.site.servers]
        attackers = Hostile(Plan(urls, f"{self.seed} hostile", left, self._homes[0][0], self._hostile))
        with attackers:
            while self._goes_on():
                await asyncio.sleep(0.5)
        self.tally.attacks += attackers.counts

    async def _crowd(self) -> None:
        """Let people meet in the lobby beside the tables."""
        if self.ground.size.crowd:
            self.tally.differences += await Crowd(self.ground, self.seed, self._goes_on).run()

    def _drawn(self) -> Iterator[str]:
        while True:
            yield self.troubles.dice.choice(list(self.troubles.kinds()))

    async def _table(self, number: int) -> None:
        """Play one match after another at this table, with people who keep their addresses."""
        network = NONE if number % GOOD_NETWORK == 0 else BAD_NETWORK
        for game in itertools.count():
            if not self._goes_on():
                return
            one = Match(self.ground, f"{self.seed} {number} {game}", network, self._homes[number])
            try:
                found = await one.play()
            except Exception as error:
                found = [f"{type(error).__name__} {error} in {where(error)}"]
            self.tally.differences += [f"{flaw} (table {one.seed!r})" for flaw in found]


def send_strange_requests(*, requests: int, seed: int, site: str) -> fuzz.Found:
    """Fuzz all routes of a separate site."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="boardgames-fuzz-")))
        postgres = stack.enter_context(Postgres()) if site == "big" else None
        running = stack.enter_context(Site(folder, postgres, env=fuzz.MAIL))
        found = fuzz.fuzz(running, requests, seed)
        if found.flaws:
            found.flaws.append(f"the servers' logs: {keep_logs(running)}")
        return found


def race(*, races: int, seed: int, gap_ms: int) -> racing.Races:
    """Play actions against falling flags, on a separate PostgreSQL."""
    with Postgres() as postgres:
        return racing.run(postgres, races, seed, gap_ms)


def run(
    *, minutes: float, seed: int, site: str, full: bool, hostile: bool = True, only: Sequence[str] = ()
) -> Tally:
    """Run the whole soak on a separate site, which also ends if a signal asks for the end."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="boardgames-soak-")))
        postgres = stack.enter_context(Postgres()) if site == "big" else None
        clock = TurningClock(folder)
        running = stack.enter_context(Site(folder, postgres, env=clock.env))
        size, strength = (FULL, STRONG) if full else (SHORT, WEAK)
        soak = Soak(running, clock, seed, size, only=only, hostile=strength if hostile else None)
        if unknown := set(only) - set(kinds := soak.troubles.kinds()):
            sys.exit(f"On this site there is no trouble {unknown.pop()!r}. There are: {', '.join(kinds)}.")
        tally = asyncio.run(soak.run(minutes * 60))
        if tally.differences:
            tally.logs = keep_logs(running)
        return tally


def keep_logs(site: Site) -> str:
    """Copy the servers' logs to a readable place: their own folders disappear with the site."""
    kept = Path(tempfile.mkdtemp(prefix="boardgames-soak-logs-"))
    for server in site.servers:
        shutil.copy(server.log, kept / f"{server.data.name}.log")
    return str(kept)
