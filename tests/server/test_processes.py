"""Children of `serve` are restarted when they end, the vital ones not for ever."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import count

import pytest

from games_app.management import processes
from games_app.management.processes import MOST_RESTARTS, Processes

MOST_POLLS = 10_000
"""Checks of the children after which a test gives up."""


@pytest.fixture
def children(tmp_path, monkeypatch) -> Iterator[Processes]:
    """A group that restarts its children without a pause."""
    for name in ("POLL_SECONDS", "RESTART_SECONDS", "FIRST_RESTART_SECONDS", "LONGEST_RESTART_SECONDS"):
        monkeypatch.setattr(processes, name, 0.001)
    group = Processes(os.environ, tmp_path)
    yield group
    group.__exit__(None, None, None)


def test_a_child_that_ends_is_started_again(children, tmp_path, caplog):
    (starts := tmp_path / "starts").touch()
    children.start("the ticker", ["sh", "-c", f"echo started >> {starts}"], restart=True)
    ended, polls = children.ended, count()

    def ended_or_enough() -> str | None:
        children.stopping = len(starts.read_text().split()) >= 3 or next(polls) >= MOST_POLLS
        return ended()

    children.ended = ended_or_enough
    assert children.watch() is None
    assert len(starts.read_text().split()) >= 3
    assert caplog.messages == ["The ticker ended; it is started again as often as it does"]


def test_a_vital_child_that_cannot_run_is_given_up(children):
    children.start("the web server", ["false"])
    children.keep("the web server")
    assert children.watch() == f"the web server ended soon after each of {MOST_RESTARTS + 1} starts"


def test_a_child_that_is_not_restarted_ends_the_group(children):
    children.start("the web server", [sys.executable, "-c", ""])
    assert children.watch() == "the web server ended"
