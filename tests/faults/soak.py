"""Scripted players and watchers for a while, under every fault at once; then: does everybody agree?"""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games_app.rules import GAMES
from tests.backing.postgres import Postgres
from tests.faults import racing
from tests.faults.charged import Seen, When, charges, story, told_first
from tests.faults.clockwork import clock_flaws
from tests.faults.hostile import STRONG, WEAK, Hostile, Plan, Strength
from tests.faults.latency import Latency
from tests.faults.page import LONGEST, Page
from tests.faults.play import differences, flaws, options_of, seated
from tests.faults.proxy import NONE, Faults, Proxy
from tests.faults.scripted import give_up, played, scripted, twin
from tests.faults.troubles import Lengths, Troubles
from tests.faults.visitor import new_address
from tests.site import Site
from tests.turning import TurningClock

SILENCE = 5.0
"""Seconds without a beat after which a page comes back: sooner than people's pages, to have more of it."""
BAD_NETWORK = Faults(drop=0.05, delay=0.1, duplicate=0.05, reorder=0.05, black_hole=0.001, half_close=0.002)
GOOD_NETWORK = 3
"""Every so many tables: there it is measured how long moves take."""
TERMS: Sequence[Mapping[str, str]] = (
    {},
    {"absence": "claim"},
    {"time": "days", "days": "14"},
    {"time": "real", "minutes": "1", "increment": "10"},
    {"time": "real", "minutes": "3", "increment": "2"},
    {"time": "real", "minutes": "10", "increment": "0", "absence": "pause", "pause": "5"},
)
MOST_TOLD = 20
"""Differences that are printed."""
LAST_MATCHES = 300.0
"""Seconds within which the matches begun must be finished when the troubles are over."""


@dataclass(frozen=True)
class Size:
    """How much goes on at once."""

    tables: int
    watchers: int
    """At each table."""
    decisions: int
    """At most, in each match."""
    calm: tuple[float, float]
    """Seconds between two troubles, from and to."""
    thinking: float
    """Seconds that a player with a clock thinks at most."""
    undisturbed: float
    """The part of the time at the beginning in which there is no trouble."""


SHORT = Size(tables=6, watchers=1, decisions=10, calm=(1.5, 3.0), thinking=0.3, undisturbed=0.05)
FULL = Size(tables=50, watchers=4, decisions=60, calm=(4.0, 12.0), thinking=1.0, undisturbed=0.1)


@dataclass
class Tally:
    """What happened."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    latency: Latency = field(default_factory=Latency)
    attacks: Counter[str] = field(default_factory=Counter)
    """What hostile senders did."""
    story: list[str] = field(default_factory=list)
    """What happened in the match with the first difference."""
    logs: str = ""
    """The folder with what the servers said, if it was kept."""

    def lines(self) -> list[str]:
        counted = ", ".join(f"{number} {what}" for what, number in sorted(self.counts.items()))
        if self.attacks:
            sent = ", ".join(f"{name} {number}" for name, number in sorted(self.attacks.items()))
            counted += f"\nattackers: {sent}"
        lines = [counted, *self.latency.lines(), *(self.differences[:MOST_TOLD] or ["0 differences"])]
        if self.story:
            lines += ["The match of the first difference, in seconds (k: by the kit's clock):", *self.story]
        return [*lines, f"The servers' logs: {self.logs}"] if self.logs else lines

    @property
    def failed(self) -> bool:
        return bool(self.differences) or self.latency.too_slow


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
        ``hostile``: how strong the senders beside the players are, if there are any.
        """
        self.site, self.seed, self.size = site, seed, size
        self.troubles = Troubles(site, clock, random.Random(f"{seed} troubles"), lengths or Lengths())
        self.tally = Tally(latency=Latency(self.troubles.quiet))
        self._only, self._hostile = only, hostile
        self._homes = [[new_address() for _ in range(3)] for _ in range(size.tables)]
        """The addresses of the people at each table."""
        self._until = 0.0

    async def run(self, seconds: float, *, once: bool = False) -> Tally:
        """Play for so long, then finish the games begun in peace; begins none after the first difference.

        ``once``: for no longer than it takes to make each trouble once.
        """
        calm = seconds * self.size.undisturbed
        self._until = time.monotonic() + seconds
        self.tally.latency.calm_until = time.monotonic() + calm
        work = [
            self._trouble(calm, once=once),
            self._attack(calm),
            *(self._table(number) for number in range(self.size.tables)),
        ]
        tasks = [asyncio.create_task(one) for one in work]
        _, late = await asyncio.wait(tasks, timeout=seconds + LAST_MATCHES)
        for task in late:
            self.tally.differences.append(f"did not end in {LAST_MATCHES:g} s: {waits_in(task)}")
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return self.tally

    def _goes_on(self) -> bool:
        return time.monotonic() < self._until and not self.tally.differences

    async def _trouble(self, calm: float, *, once: bool) -> None:
        """One trouble after the other, each over before the next."""
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
        """Hostile senders from the end of the calm on; some at the address of alice at the first table."""
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

    def _drawn(self) -> Iterator[str]:
        while True:
            yield self.troubles.dice.choice(list(self.troubles.kinds()))

    async def _table(self, number: int) -> None:
        """One match after the other at this table, by people who keep their addresses."""
        network = NONE if number % GOOD_NETWORK == 0 else BAD_NETWORK
        for game in itertools.count():
            if not self._goes_on():
                return
            one = Match(self, f"{self.seed} {number} {game}", network, self._homes[number])
            try:
                found = await one.play()
            except Exception as error:
                found = [f"{type(error).__name__} {error} in {where(error)}"]
            self.tally.differences += [f"{flaw} (table {one.seed!r})" for flaw in found]


class Match:
    """One match of a soak."""

    def __init__(self, soak: Soak, seed: str, network: Faults, addresses: Sequence[str]) -> None:
        self.soak, self.seed, self.network, self.addresses = soak, seed, network, addresses
        dice = random.Random(seed)
        self.game = dice.choice(list(GAMES))
        self.terms = dice.choice(TERMS)
        self.pages: list[Page] = []
        self.seen = Seen(dict(zip(GAMES[self.game].roles, ("alice", "bob"), strict=True)))
        self.id = ""

    async def play(self) -> list[str]:
        """What anybody saw otherwise than it is stored, and what is stored otherwise than it was played."""
        began = time.monotonic()
        site, size = self.soak.site, self.soak.size
        self.id, people = await persistently(lambda: seated(site, self.game, self.addresses, **self.terms))
        self.seen.moments[2] = When(began, time.monotonic())
        people += [people[2]] * (size.watchers - 1)
        async with AsyncExitStack() as stack:
            proxies = {
                url: await stack.enter_async_context(
                    Proxy(url, f"{self.seed} {url[-1]}", to_server=self.network, to_client=self.network)
                )
                for url in {person.url for person in people}
            }
            for person in people:
                through = proxies[person.url] if self.network is not NONE else None
                page = Page(person, self.id, through=through, patience=2.0, dice=random.Random(self.seed))
                page.silence = SILENCE
                self.pages.append(await stack.enter_async_context(page))
            broken_off = await self._played_out()
            for proxy in proxies.values():
                proxy.heal()
            record = await self._record_of_all()
        found = broken_off + self._judged(record)
        if not broken_off and not self._as_its_twin(record):
            found.append("was not played as its undisturbed twin")
        if found and not self.soak.tally.story:
            self.soak.tally.story = story(record, self.seen, self.soak.troubles.outages)
        return [f"{self.id} ({self.game}, {self.terms}) {one}" for one in found]

    async def _record_of_all(self) -> Sequence[dict[str, Any]]:
        """The record when everybody has all of it. Even now the server may add to it, if it is not over."""
        watcher, record = self.pages[2].visitor, []
        while not record or any(page.seq > len(record) for page in self.pages):
            record = await persistently(lambda: watcher.record(self.id))
            end = len(record)
            for page in self.pages:
                await page.until(lambda page=page, end=end: page.seq >= end)
        return record

    async def _played_out(self) -> list[str]:
        thinking = self.soak.size.thinking if "time" in self.terms else 0.0
        moments = self.seen.moments
        try:
            await scripted(self.pages, self.seed, self.soak.size.decisions, moments, thinking=thinking)
            await give_up(self.pages[0])
        except Exception as error:
            return [f"was broken off: {type(error).__name__} {error} in {where(error)}"]
        finally:
            if self.network is NONE:
                moves = [(when.earliest, when.latest) for seq, when in moments.items() if seq > 2]
                self.soak.tally.latency.moves += moves
        return []

    def _judged(self, record: Sequence[dict[str, Any]]) -> list[str]:
        troubles = self.soak.troubles
        self.seen.told = told_first((page.told_at for page in self.pages), troubles.clock.shown)
        found = [one for page in self.pages for one in differences(page, record)]
        found += flaws(record, self.game, options_of(self.game))
        found += clock_flaws(record, self.terms, self.game)
        found += charges(record, self.terms, self.seen, troubles.outages)
        count(self.soak.tally, record, self.pages)
        return found

    def _as_its_twin(self, record: Sequence[dict[str, Any]]) -> bool:
        options = options_of(self.game)
        return played(record) == twin(self.game, options, self.seed, self.soak.size.decisions)


def where(error: Exception) -> str:
    """The way through the kit on which this happened."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if "/tests/" in step.filename]
    return " > ".join(f"{step.name}:{step.lineno}" for step in steps)


def waits_in(task: asyncio.Task[Any]) -> str:
    """Where in the kit this task waits."""
    return " > ".join(f"{frame.f_code.co_name}:{frame.f_lineno}" for frame in task.get_stack())


def count(tally: Tally, record: Sequence[dict[str, Any]], pages: Sequence[Page]) -> None:
    tally.counts["matches"] += 1
    tally.counts["events"] += len(record)
    tally.counts["matches with clocks"] += "clocks" in record[-1]
    tally.counts["outages told"] += sum(event["what"] == "outage" for event in record)
    for page in pages:
        tally.counts["resyncs"] += page.syncs
        tally.counts["reconnects"] += page.reconnects
        tally.counts["commands sent again"] += page.resent
        answers = [answer for many in page.answers.values() for answer in many]
        tally.counts["refusals"] += sum(not answer["ok"] for answer in answers)


async def persistently(ask: Callable[[], Any]) -> Any:
    """Ask for pages again and again while the server is away."""
    deadline = time.monotonic() + LONGEST
    while True:
        try:
            return await asyncio.to_thread(ask)
        except (OSError, AssertionError, ValueError):
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.3)


def race(*, races: int, seed: int, gap_ms: int) -> racing.Races:
    """Actions against falling flags, on a PostgreSQL of its own."""
    with Postgres() as postgres:
        return racing.run(postgres, races, seed, gap_ms)


def run(
    *, minutes: float, seed: int, site: str, full: bool, hostile: bool = True, only: Sequence[str] = ()
) -> Tally:
    """The whole soak, on a site of its own, which ends with it also when a signal asks for the end."""
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
    """Where to read what the servers said: their own folders go with the site."""
    kept = Path(tempfile.mkdtemp(prefix="boardgames-soak-logs-"))
    for server in site.servers:
        shutil.copy(server.log, kept / f"{server.data.name}.log")
    return str(kept)
