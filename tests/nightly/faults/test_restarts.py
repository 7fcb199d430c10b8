"""R9, R18: games played through restarts end like undisturbed ones, and every record replays."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import sys
from collections.abc import Sequence

from games_app.games.rules import GAMES
from tests.backing.processes import run
from tests.faults.client import Client
from tests.faults.page import Page
from tests.faults.play import SEED, close_all, differences, flaws, open_all, options_of, play, seated
from tests.faults.scripted import played, scripted, twin
from tests.web_server import ROOT

MOST = 30
"""Decisions of each game."""
ROUNDS = 2
"""Number of times that every process is ended, some by a signal that they can't handle."""


async def test_games_played_through_restarts_equal_their_undisturbed_twins(own_site):
    """Restart gracefully or not, one process or all; no answered command is lost, and every page returns."""
    tables = []
    for number, game in enumerate(GAMES):
        match, people = seated(own_site, game)
        pages = [
            Page(person, match, patience=1.0, dice=random.Random(f"{SEED} {number}")) for person in people
        ]
        tables.append((f"{SEED} {number}", game, match, pages))
    everybody = [page for *_, pages in tables for page in pages]
    await open_all(everybody)
    playing = [asyncio.create_task(scripted(pages, seed, MOST, pause=0.05)) for seed, _, _, pages in tables]
    ends = itertools.cycle(["kill", "stop"])
    for _ in range(ROUNDS):
        for (*_, pages), task in zip(tables, playing, strict=True):
            await went_on(pages, task)
        for server in own_site.servers:
            getattr(server, next(ends))()
        await asyncio.to_thread(own_site.start)
    await asyncio.gather(*playing)
    for seed, game, match, pages in tables:
        record = pages[2].visitor.record(match)
        options = options_of(game)
        assert [ply for event in record for ply in event["plies"]] != []
        assert played(record) == twin(game, options, seed, MOST)
        assert flaws(record, game, options) == []
        for page in pages:
            await page.until(lambda page=page, record=record: page.seq == len(record))
            assert differences(page, record) == []
    assert all(page.reconnects >= 1 for page in everybody)
    await close_all(everybody)


async def went_on(pages: Sequence[Page], playing: asyncio.Task[None]) -> None:
    """Wait until every page of a match has seen another event, or the play is over."""
    for page in pages:
        seen = page.seq
        await page.until(lambda page=page, seen=seen: page.seq > seen or playing.done())


async def test_every_stored_match_replays_to_the_positions_and_results_that_are_stored(site):
    """R18 over four matches of its own, and over all that the other tests have left in this record."""
    for game in GAMES:
        match, people = seated(site, game)
        clients = [Client(person, match) for person in people[:2]]
        await open_all(clients)
        await play(clients, random.Random(f"{SEED} {game}"), most=200 if game == "mancala" else 20)
        await close_all(clients)
    script = (
        "import json; from games_app.models import Match; "
        "from games_app.archive.verify import verify; "
        "print(json.dumps({one: verify(one) for one in Match.objects.values_list('public_id', flat=True)}))"
    )
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", script]
    env = {"PATH": os.environ["PATH"], "DATA_DIR": str(site.first.data)} | site.env()
    code, told = run(command, cwd=ROOT, env=env)
    assert code == 0, told
    found = json.loads(told)
    assert len(found) >= len(GAMES)
    assert {match: differences for match, differences in found.items() if differences} == {}
