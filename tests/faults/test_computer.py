"""A game against the computer goes on, whatever is killed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine_worker import EngineWorker
from tests.faults.visitor import Visitor
from tests.server import Server

PATIENCE = 40.0


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "site", {"COMPUTER_PACE": "0"}) as running:
        yield running


@pytest.fixture
def worker(site: Server) -> Iterator[EngineWorker]:
    with EngineWorker(site.data) as running:
        yield running


def against_computer(alice: Visitor, side: str = "south") -> str:
    status, text, path = alice.post("/computer/mancala", "/computer/mancala", level="easy", side=side)
    assert status == 200, (status, text)
    return path.rsplit("/", 1)[1]


def acted(alice: Visitor, match: str, plies: int) -> list[dict]:
    """Wait until so many decisions were made; the record."""
    deadline = time.monotonic() + PATIENCE
    while sum(event["what"] == "acted" for event in alice.record(match)) < plies:
        assert time.monotonic() < deadline, alice.record(match)[-1]
        time.sleep(0.1)
    return alice.record(match)


def test_the_computer_moves_as_soon_as_there_is_a_worker_again(site, worker):
    alice = Visitor(site.url)
    worker.kill()
    match = against_computer(alice)
    worker.start()
    acted(alice, match, 1)


def test_the_computer_moves_after_the_web_process_was_killed(site, worker):
    alice = Visitor(site.url)
    worker.kill()
    match = against_computer(alice)
    site.kill()
    worker.start()
    site.start()
    acted(alice, match, 1)
