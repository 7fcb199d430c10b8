"""R9: two web processes are replaced one after the other, and nobody notices."""

from __future__ import annotations

import asyncio
import itertools
import random

import pytest

from games_app.games.rules import GAMES
from tests.faults.play import SEED, close_all, differences, flaws, open_all, options_of, seated
from tests.faults.roaming import Roaming
from tests.faults.scripted import played, scripted, twin
from tests.faults.visitor import Visitor
from tests.site import Site

MATCHES, WATCHERS = 10, 6
"""Matches, and watchers of each: 80 sockets in all."""
MOST, PAUSE = 12, 1.0
"""Decisions of each match, and seconds between them: both processes are replaced meanwhile."""


@pytest.fixture
def two_processes(postgres, tmp_path):
    with Site(tmp_path / "rolling", postgres) as site:
        yield site


def table(site: Site, game: str) -> tuple[str, list[Roaming]]:
    """A match with its players and watchers, who come from both processes."""
    match, people = seated(site, game)
    urls = [server.url for server in site.servers]
    people[2:] = [Visitor(url) for url in itertools.islice(itertools.cycle(urls), WATCHERS)]
    dice = random.Random(f"{SEED} {match}")
    return match, [Roaming(one, match, urls=urls, patience=2.0, dice=dice) for one in people]


async def test_two_processes_are_replaced_under_the_pages_that_are_open(two_processes):
    """Every command is answered and takes effect once; every socket comes back, with all events."""
    site = two_processes
    games = itertools.islice(itertools.cycle(GAMES), MATCHES)
    tables = [(number, game, *table(site, game)) for number, game in enumerate(games)]
    everybody = [page for *_, pages in tables for page in pages]
    assert len(everybody) == MATCHES * (2 + WATCHERS)
    await open_all(everybody)
    playing = [
        asyncio.create_task(scripted(pages, f"{SEED} {number}", MOST, pause=PAUSE))
        for number, _, _, pages in tables
    ]
    for server in site.servers:
        await asyncio.sleep(1)
        await asyncio.to_thread(server.stop)
        assert not server.was_killed
        await asyncio.to_thread(server.start)
    await asyncio.gather(*playing)
    for number, game, match, pages in tables:
        record, options = pages[2].visitor.record(match), options_of(game)
        assert played(record) == twin(game, options, f"{SEED} {number}", MOST)
        assert flaws(record, game, options) == []
        for answers in (answers for player in pages[:2] for answers in player.answers.values()):
            assert len({answer["seq"] for answer in answers if not answer.get("retry_ms")}) == 1
        for page in pages:
            await page.until(lambda page=page, record=record: page.seq == len(record))
            assert differences(page, record) == []
    away = sorted(seconds for page in everybody for seconds in page.away)
    assert all(page.reconnects >= 1 for page in everybody)
    print(f"{len(away)} times away: half of them {away[len(away) // 2]:.2f} s, the longest {away[-1]:.2f} s")
    await close_all(everybody)
