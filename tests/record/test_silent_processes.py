"""R9: while one web process is frozen and others go on, its players' clocks stand still."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.people import presence
from games_app.people.presence import Here
from games_app.record import silent_processes
from games_app.record.commands import outages
from games_app.record.silent_processes import OtherProcesses
from games_app.record.writer import writer
from tests.cast import Table
from tests.record.matches import checkers, frames

pytestmark = pytest.mark.django_db(transaction=True)

FROZEN, OWN = "frozen", "own"


class Watching:
    """A web process that goes on, and looks at the others every half a second."""

    def __init__(self, at) -> None:
        self._at = at
        self._others = OtherProcesses(lambda: clock.now().timestamp())
        self._seconds = 0.0
        self.until(0)

    def until(self, seconds: float) -> None:
        while self._seconds <= seconds:
            self._at(self._seconds)
            outages.renew(clock.now(), OWN)
            self._others.cover(OWN, clock.now())
            writer.chores.note_alive()
            self._seconds += 0.5


def opens(table: Table, role: str, process: str) -> None:
    """Let the player of a role have a page of the match at a process."""
    player = str(table.sitter(role))
    presence.renew(process, [Here(table.id, player, "alice", (role,), timedelta())], clock.now())


def delays(table: Table) -> list[int]:
    """Return by how much the match was put off each time, in seconds."""
    return [round(event["delay"] / 1000) for event in frames(table) if event["what"] == "outage"]


@pytest.fixture
def table(at) -> Table:
    """Return a match of checkers in which black's minute runs."""
    made = checkers()
    outages.renew(clock.now(), FROZEN)
    return made


def test_the_clock_of_a_player_at_a_frozen_process_stands_still_until_the_page_is_back(at, table):
    opens(table, "black", FROZEN)
    watching = Watching(at)
    watching.until(2.5)
    assert delays(table) == []
    watching.until(12)
    opens(table, "black", OWN)
    watching.until(40)
    assert sum(delays(table)) >= 12
    assert sum(delays(table)) <= 12 + outages.PAGE_RETURN.total_seconds()


def test_time_goes_on_for_a_player_whose_page_is_elsewhere(at, table):
    opens(table, "red", FROZEN)
    opens(table, "black", OWN)
    Watching(at).until(6)
    assert delays(table) == []


def test_a_silence_is_covered_once_by_several_processes(at, table):
    opens(table, "black", FROZEN)
    one, other = Watching(at), Watching(at)
    one.until(4)
    other.until(4)
    assert delays(table) == [8]


def test_a_player_who_does_not_come_back_gets_no_more_time_once_all_pages_have_left(at, table):
    opens(table, "black", FROZEN)
    Watching(at).until(50)
    assert sum(delays(table)) <= (silent_processes.LEFT_AFTER + outages.PAGE_RETURN).total_seconds()


def test_a_process_that_signs_is_not_silent(at, table):
    opens(table, "black", FROZEN)
    watching = Watching(at)
    for seconds in range(1, 10):
        watching.until(seconds)
        outages.renew(clock.now(), FROZEN)
    assert delays(table) == []


def test_a_process_that_was_held_up_itself_takes_nobody_for_silent(at, table):
    opens(table, "black", FROZEN)
    watching = Watching(at)
    watching._seconds = 8.0
    watching.until(8.5)
    assert delays(table) == []


def test_a_process_that_ends_is_forgotten(at, table):
    opens(table, "black", FROZEN)
    silent_processes.forget(FROZEN)
    Watching(at).until(6)
    assert delays(table) == []
