"""Scripted players and watchers for a while, under every fault at once; then: does everybody agree?"""

from __future__ import annotations

import asyncio
import itertools
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games_app.rules import GAMES, get_game
from tests.backing.postgres import Postgres
from tests.faults import racing
from tests.faults.client import new_cmd
from tests.faults.page import LONGEST, Page
from tests.faults.play import differences, flaws, options_of, seated
from tests.faults.proxy import Faults, Proxy
from tests.site import Site

SILENCE = 5.0
"""Seconds without a beat after which a page comes back: sooner than people's pages, to have more of it."""
BAD_NETWORK = Faults(drop=0.05, delay=0.1, duplicate=0.05, reorder=0.05, black_hole=0.001, half_close=0.002)


@dataclass(frozen=True)
class Size:
    """How much goes on at once."""

    tables: int
    watchers: int
    """At each table."""
    decisions: int
    """At most, in each match."""
    calm: float
    """Seconds between two troubles."""


SHORT = Size(tables=6, watchers=1, decisions=10, calm=1.5)
FULL = Size(tables=50, watchers=4, decisions=60, calm=2.0)


@dataclass
class Tally:
    """What happened."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        counted = ", ".join(f"{number} {what}" for what, number in sorted(self.counts.items()))
        return [counted, self.differences[0] if self.differences else "0 differences"]


async def soak(site: Site, seed: object, seconds: float, size: Size) -> Tally:
    """Play for so long, then finish the games begun in peace; begins none after the first difference."""
    tally, until = Tally(), time.monotonic() + seconds
    troubles = asyncio.create_task(trouble(site, random.Random(f"{seed} troubles"), size.calm, until, tally))
    tables = [table(site, f"{seed} {number}", until, size, tally) for number in range(size.tables)]
    await asyncio.gather(troubles, *tables)
    return tally


async def table(site: Site, seed: str, until: float, size: Size, tally: Tally) -> None:
    """One match after the other at this table."""
    for number in itertools.count():
        if time.monotonic() > until or tally.differences:
            return
        its_seed = f"{seed} {number}"
        try:
            found = await one_match(site, its_seed, size, tally)
        except Exception as error:
            found = [f"{type(error).__name__} {error} in {where(error)}"]
        tally.differences += [f"{one} (table {its_seed!r})" for one in found]


def where(error: Exception) -> str:
    """The way through the kit on which this happened."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if "/faults/" in step.filename]
    return " > ".join(f"{step.name}:{step.lineno}" for step in steps)


async def one_match(site: Site, seed: str, size: Size, tally: Tally) -> list[str]:
    """Play one match over a bad network; what anybody saw otherwise than it is stored."""
    dice = random.Random(seed)
    game = dice.choice(list(GAMES))
    terms = dice.choice(({}, {"time": "days", "days": "14"}, {"absence": "claim"}))
    match, people = await persistently(lambda: seated(site, game, **terms))
    people += [people[2]] * (size.watchers - 1)
    async with AsyncExitStack() as stack:
        proxies = {
            url: await stack.enter_async_context(
                Proxy(url, f"{seed} {url[-1]}", to_server=BAD_NETWORK, to_client=BAD_NETWORK)
            )
            for url in {person.url for person in people}
        }
        pages = [
            Page(person, match, through=proxies[person.url], patience=2.0, dice=random.Random(seed))
            for person in people
        ]
        for page in pages:
            page.silence = SILENCE
            await stack.enter_async_context(page)
        await scripted(pages, seed, size.decisions)
        for proxy in proxies.values():
            proxy.heal()
        record = await persistently(lambda: people[2].record(match))
        for page in pages:
            await page.until(lambda page=page: page.seq >= len(record))
        found = [one for page in pages for one in differences(page, record)]
        found += flaws(record, game, options_of(game))
        if played(record) != twin(game, options_of(game), seed, size.decisions):
            found.append(f"{match} was not played as its undisturbed twin")
        count(tally, record, pages)
        return found


def count(tally: Tally, record: Sequence[dict[str, Any]], pages: Sequence[Page]) -> None:
    tally.counts["matches"] += 1
    tally.counts["events"] += len(record)
    for page in pages:
        tally.counts["resyncs"] += page.syncs
        tally.counts["reconnects"] += page.reconnects
        tally.counts["commands sent again"] += page.resent
        answers = [answer for many in page.answers.values() for answer in many]
        tally.counts["refusals"] += sum(not answer["ok"] for answer in answers)


async def scripted(pages: Sequence[Page], seed: str, most: int, pause: float = 0.0) -> None:
    """Play so that what is played follows from the seed alone, however often it is interrupted."""
    players = pages[:2]
    for _ in range(most):
        if players[0].status != "playing":
            return
        player = next(page for page in players if players[0].position["to_move"][0] in page.you)
        role = player.position["to_move"][0]
        action = choice(seed, player.position["ply"], player.position["legal"][role])
        base = player.position["base"][role]
        answer = await player.ask({"kind": "act", "cmd": new_cmd(), "base": base, "action": action})
        assert answer["ok"], answer
        for page in pages:
            await page.until(lambda page=page, seq=answer["seq"]: page.seq >= seq)
        await asyncio.sleep(pause)


def twin(game: str, options: dict[str, str], seed: str, most: int) -> list[tuple[str, str]]:
    """What `scripted` plays where nothing disturbs it: by the rules alone, without any server."""
    state, plies = get_game(game).initial_state(**options), []
    for _ in range(most):
        if state.is_terminal:
            break
        role = state.to_move[0]
        ply = (role, choice(seed, len(plies), state.legal_actions(role)))
        while ply:
            state = state.apply(*ply)
            plies.append(ply)
            ply = state.forced()
    return plies


def choice(seed: str, ply: int, legal: Sequence[str]) -> str:
    return random.Random(f"{seed} {ply}").choice(sorted(legal))


def played(record: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(ply["role"], ply["action"]) for event in record for ply in event["plies"]]


async def trouble(site: Site, dice: random.Random, calm: float, until: float, tally: Tally) -> None:
    """One trouble after the other, each over before the next."""
    kinds: list[tuple[str, Callable[[Site, random.Random], Awaitable[None]]]] = [
        ("kills", kill),
        ("restarts", restart),
        ("locked records", lock),
    ]
    if site.redis:
        kinds += [
            ("Redis pauses", pause_redis),
            ("Redis restarts", restart_redis),
            ("Redis flushes", flush_redis),
        ]
    while time.monotonic() < until and not tally.differences:
        await asyncio.sleep(calm)
        name, happen = dice.choice(kinds)
        await happen(site, dice)
        tally.counts[name] += 1


async def kill(site: Site, dice: random.Random) -> None:
    await asyncio.to_thread(dice.choice(site.servers).kill)
    await asyncio.to_thread(site.start)


async def restart(site: Site, dice: random.Random) -> None:
    await asyncio.to_thread(dice.choice(site.servers).restart)


async def lock(site: Site, dice: random.Random) -> None:
    def hold() -> None:
        with site.record_locked():
            time.sleep(dice.uniform(0.1, 1.0))

    await asyncio.to_thread(hold)


async def pause_redis(site: Site, dice: random.Random) -> None:
    assert site.redis
    site.redis.pause()
    await asyncio.sleep(dice.uniform(0.5, 3.0))
    site.redis.go_on()


async def restart_redis(site: Site, dice: random.Random) -> None:
    assert site.redis
    await asyncio.to_thread(site.redis.stop)
    await asyncio.sleep(dice.uniform(0.0, 2.0))
    await asyncio.to_thread(site.redis.start)


async def flush_redis(site: Site, dice: random.Random) -> None:
    assert site.redis
    await asyncio.to_thread(site.redis.flush)


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


def run(*, minutes: float, seed: int, site: str, full: bool) -> Tally:
    """The whole soak, on a site of its own, which ends with it also when a signal asks for the end."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="boardgames-soak-")))
        postgres = stack.enter_context(Postgres()) if site == "big" else None
        running = stack.enter_context(Site(folder, postgres))
        return asyncio.run(soak(running, seed, minutes * 60, FULL if full else SHORT))
