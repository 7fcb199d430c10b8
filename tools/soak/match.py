"""One match of a soak: players, watchers, the network between them and the site, and the required result."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from games_app.games.rules import GAMES
from tests.faults.charged import Seen, When, charges, story, told_first, turns
from tests.faults.clockwork import clock_flaws
from tests.faults.page import LONGEST, Page
from tests.faults.play import differences, flaws, options_of, seated
from tests.faults.proxy import NONE, Faults, Proxy
from tests.faults.scripted import give_up, played, scripted, twin
from tests.faults.visitor import Visitor
from tests.site import Site
from tools.soak.lag import Lag
from tools.soak.tally import Tally, count, where
from tools.soak.troubles import Troubles

SILENCE = 5.0
"""Seconds without a beat after which a page comes back: fewer than for people's pages, for more returns."""
TERMS: Sequence[Mapping[str, str]] = (
    {},
    {"absence": "claim"},
    {"time": "days", "days": "14"},
    {"time": "real", "minutes": "1", "increment": "10"},
    {"time": "real", "minutes": "3", "increment": "2"},
    {"time": "real", "minutes": "10", "increment": "0", "absence": "pause", "pause": "5"},
)


@dataclass(frozen=True)
class Size:
    """Numbers of simultaneous tables and people."""

    tables: int
    watchers: int
    """Players and watchers at each table."""
    decisions: int
    """Maximum in each match."""
    crowd: int
    """People who meet in the lobby again and again, an even number."""
    calm: tuple[float, float]
    """Minimum and maximum seconds between two troubles."""
    thinking: float
    """Maximum seconds that a player with a clock thinks."""
    undisturbed: float
    """Share of the time at the beginning without troubles."""


@dataclass(frozen=True)
class Ground:
    """Place where the matches of a soak are played."""

    site: Site
    size: Size
    troubles: Troubles
    tally: Tally
    lag: Lag


class Match:
    """One match of a soak."""

    def __init__(self, ground: Ground, seed: str, network: Faults, addresses: Sequence[str]) -> None:
        self.ground, self.seed, self.network, self.addresses = ground, seed, network, addresses
        dice = random.Random(seed)
        self.choose(dice.choice(list(GAMES)), dice.choice(TERMS))
        self.pages: list[Page] = []
        self.id = ""
        self.stays = network is NONE
        """True if only the site separates its pages from it."""

    def choose(self, game: str, terms: Mapping[str, str]) -> None:
        self.game, self.terms = game, terms
        self.seen = Seen(dict(zip(GAMES[game].roles, ("alice", "bob"), strict=True)))

    async def play(self) -> list[str]:
        """Return differences between what people saw, what is stored and what was played."""
        self.began = time.monotonic()
        self.id, people = await self.seat()
        self.seen.moments[2] = When(self.began, time.monotonic())
        people += [people[2]] * (self.ground.size.watchers - 1)
        async with AsyncExitStack() as stack:
            proxies = {
                url: await stack.enter_async_context(
                    Proxy(url, f"{self.seed} {url[-1]}", to_server=self.network, to_client=self.network)
                )
                for url in {person.url for person in people}
            }
            for person in people:
                through = proxies[person.url] if self.network is not NONE else None
                page = self.page_of(person, through)
                page.silence = SILENCE
                self.pages.append(await stack.enter_async_context(page))
            broken_off = await self._played_out()
            for proxy in proxies.values():
                proxy.heal()
            record = await self._record_of_all()
            found = broken_off + await self.judged(record)
        if not broken_off and not self._as_its_twin(record):
            found.append("was not played as its undisturbed twin")
        if found and not self.ground.tally.story:
            self.ground.tally.story = story(record, self.seen, self.ground.troubles.outages)
        return [f"{self.id} ({self.game}, {self.terms}) {one}" for one in found]

    async def seat(self) -> tuple[str, list[Visitor]]:
        """Begin the match; return its id, its players and the watcher."""
        site = self.ground.site
        return await persistently(lambda: seated(site, self.game, self.addresses, **self.terms))

    def page_of(self, person: Visitor, through: Proxy | None) -> Page:
        return Page(person, self.id, through=through, patience=2.0, dice=random.Random(self.seed))

    async def play_script(self) -> None:
        thinking = self.ground.size.thinking if "time" in self.terms else 0.0
        await scripted(
            self.pages, self.seed, self.ground.size.decisions, self.seen.moments, thinking=thinking
        )

    async def _record_of_all(self) -> Sequence[dict[str, Any]]:
        """Return the record when everybody has all of it.

        Even now the server may add to it, if it is not over.
        """
        watcher = self.pages[2].visitor
        record: list[dict[str, Any]] = []
        while not record or any(page.seq > len(record) for page in self.pages):
            record = await persistently(lambda: watcher.record(self.id))
            end = len(record)
            for page in self.pages:
                await page.until(lambda page=page, end=end: page.seq >= end)
        return record

    async def _played_out(self) -> list[str]:
        moments = self.seen.moments
        try:
            await self.play_script()
            await give_up(self.pages[0])
        except Exception as error:
            return [f"was broken off: {type(error).__name__} {error} in {where(error)}"]
        finally:
            if self.network is NONE:
                moves = [(when.earliest, when.latest) for seq, when in moments.items() if seq > 2]
                self.ground.tally.latency.moves += moves
        return []

    async def judged(self, record: Sequence[dict[str, Any]]) -> list[str]:
        """Return everything that was shown or stored differently than it should be."""
        troubles = self.ground.troubles
        self.seen.told = told_first((page.told_at for page in self.pages), troubles.clock.shown)
        found = [one for page in self.pages for one in differences(page, record)]
        found += flaws(record, self.game, options_of(self.game))
        found += clock_flaws(record, self.terms, self.game)
        self.seen.lag = self.ground.lag.within
        if self.stays:
            self.seen.shown = {role: page.shown_at for page in self.pages[:2] for role in page.you}
        found += charges(record, self.terms, self.seen, troubles.outages)
        self._count_charges(record)
        count(self.ground.tally, record, self.pages)
        return found

    def _count_charges(self, record: Sequence[dict[str, Any]]) -> None:
        """Store for each trouble the charges of its turns beyond the players' own time."""
        if self.terms.get("time", "none") == "none":
            return
        for turn in turns(record, self.terms, self.seen):
            felt = turn.felt(self.ground.troubles.outages)
            beyond = turn.beyond(felt)
            if felt and beyond is not None:
                self.ground.tally.beyond[felt[-1].what].append(max(0.0, beyond - turn.lag))

    def _as_its_twin(self, record: Sequence[dict[str, Any]]) -> bool:
        options = options_of(self.game)
        return played(record) == twin(self.game, options, self.seed, self.ground.size.decisions)


async def persistently(ask: Callable[[], Any]) -> Any:
    """Request pages again and again while the server is away."""
    deadline = time.monotonic() + LONGEST
    while True:
        try:
            return await asyncio.to_thread(ask)
        except (OSError, AssertionError, ValueError):
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.3)
