"""R9: faults that only one process knows of are charged to nobody either: short pauses, refusals, its end."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.match.messages import Act, TimeUp
from games_app.match.terms import Daily, Terms
from games_app.models import Alive
from games_app.record.batch import Batch
from games_app.record.commands import outages
from games_app.record.commands.outages import PAGE_RETURN
from games_app.record.commands.registry import Command
from games_app.record.liveness import Liveness
from games_app.record.results import Answer
from games_app.record.writer import Writer
from tests.cast import Table, new_cmd
from tests.record.matches import checkers, frames

pytestmark = pytest.mark.django_db(transaction=True)


class Process:
    """A web process: its check for outages, and the matches whose players have their pages there."""

    def __init__(self) -> None:
        self.pages: list[str] = []
        self.liveness = Liveness(lambda: clock.now().timestamp(), here=lambda: self.pages)
        self.sign()

    def sign(self) -> None:
        """Store a sign of life, after which the writer is free."""
        Batch({}, self.liveness).run([], renew=True)
        self.liveness.observe(clock.now())

    def judge(self, *commands: Command) -> list[Answer]:
        return list(Batch({}, self.liveness).run(commands).answers)


def move_of(table: Table) -> Command:
    message = Act(new_cmd(), table.row.bases["black"], "move 4 4 3 5")
    return Command(message, table.id, table.sitter("black"), at=clock.now())


def told(table: Table) -> list[tuple[str, int]]:
    """Return what happened since black's time runs, and by how much it was put off, in ms."""
    return [(event["what"], event.get("delay", 0)) for event in frames(table)[4:]]


@pytest.mark.parametrize(
    ("seconds", "delays"), [(0.5, []), (0.6, [("outage", 600)]), (1.3, [("outage", 1300)])]
)
def test_a_pause_of_more_than_half_a_second_is_given_back_though_the_sign_of_life_is_recent(
    at, seconds, delays
):
    process, table = Process(), checkers()
    at(seconds)
    process.sign()
    assert told(table) == delays
    assert table.row.deadline == clock.now() + timedelta(seconds=60 if delays else 59.5)


@pytest.mark.parametrize(("seconds", "delay"), [(9.5, 9.5), (15, 15 + PAGE_RETURN.total_seconds())])
def test_pages_get_time_to_come_back_after_a_pause_in_which_they_leave(at, seconds, delay):
    process, table = Process(), checkers()
    at(seconds)
    process.sign()
    assert told(table) == [("outage", delay * 1000)]


def test_first_actor_after_a_pause_is_not_charged_for_it(at):
    process, table = Process(), checkers()
    at(0.7)
    assert process.judge(move_of(table))[0].refusal is None
    assert told(table) == [("outage", 700), ("acted", 0)]
    assert table.now.clocks.left["black"] == 60_000


def test_a_pause_is_given_back_to_who_has_days_for_a_turn_and_a_page_here(at):
    process = Process()
    here, elsewhere = (checkers(Terms(time=Daily(2))) for _ in range(2))
    process.pages = [here.id]
    at(0.2)
    move = move_of(here)
    at(1.1)
    assert process.judge(move)[0].refusal is None
    assert (told(here), told(elsewhere)) == ([("outage", 1100), ("acted", 0)], [])


def test_a_writer_that_is_free_again_and_again_does_not_pause(at):
    process, table = Process(), checkers()
    for tenths in range(1, 15):
        at(tenths / 10)
        process.liveness.observe(clock.now())
    process.sign()
    assert told(table) == []


def test_the_pause_of_one_process_of_several_is_given_back_to_those_whose_pages_it_has(at):
    one, other, here, there = Process(), Process(), checkers(), checkers()
    one.pages, other.pages = [here.id], [there.id]
    for tenths in range(9):
        at(tenths / 10)
        other.sign()
    one.sign()
    assert (told(here), told(there)) == ([("outage", 800)], [])


def test_while_actions_are_refused_signs_that_can_be_stored_hide_no_outage(at):
    process, table = Process(), checkers()
    process.liveness.refuse()
    for tenths in range(1, 30):
        at(tenths / 10)
        process.liveness.observe(clock.now())
    assert process.judge(move_of(table))[0].refusal is None
    assert told(table) == [("outage", 2900 + PAGE_RETURN / timedelta(milliseconds=1)), ("acted", 0)]
    assert table.now.clocks.left["black"] == 60_000


def test_after_a_refusal_however_short_there_is_time_to_send_again(at):
    process, table = Process(), checkers()
    process.liveness.refuse()
    at(0.1)
    process.sign()
    at(1.1)
    assert process.judge(move_of(table))[0].refusal is None
    assert table.now.clocks.left["black"] == 60_000


def test_refusals_of_one_process_are_known_to_all_once_it_can_say_so(at):
    refusing, other, table = Process(), Process(), checkers()
    refusing.liveness.refuse()
    outages.note_refusals(refusing.liveness.refused_since(clock.now()))
    at(1)
    assert not outages.is_alive(clock.now()), "the ticker enforces nothing"
    other.sign()
    assert told(table) == [("outage", 1000 + PAGE_RETURN / timedelta(milliseconds=1))]
    assert outages.is_alive(clock.now())
    assert Alive.objects.get().refused is None


def test_no_flag_falls_by_a_process_that_has_not_yet_heard_that_another_refuses_actions(at):
    refusing, other, table = Process(), Process(), checkers()
    for seconds in range(62):
        at(seconds)
        other.sign()
    refusing.liveness.refuse()
    outages.note_refusals(clock.moment(clock.ms(table.row.deadline) - 1000))
    (answer,) = other.judge(Command(TimeUp(), table.id, None, from_server=True))
    assert answer.refusal.code == "not_due"
    assert table.row.status == "playing"


def test_the_last_process_that_ends_gives_a_last_sign_and_leaves_the_rest_to_the_next_start(at):
    process, table = Process(), checkers()
    process.pages = [table.id]
    left = at(0.4)
    process.liveness.leave(left)
    process.sign()
    at(1)
    process.judge(move_of(table))
    assert Alive.objects.get().at == left
    assert told(table) == [("acted", 0)]
    at(20)
    Writer().chores.note_alive()
    assert told(table)[-1] == ("outage", 19_000)


def test_a_process_that_is_late_to_end_charges_nobody_for_the_time_in_which_it_read_no_commands(at):
    process, table = Process(), checkers()
    process.pages = [table.id]
    left = at(0.4)
    process.sign()
    at(0.9)
    process.liveness.observe(clock.now())
    at(1.3)
    process.liveness.leave(left)
    process.sign()
    assert Alive.objects.get().at == left
    at(20)
    Writer().chores.note_alive()
    assert told(table)[-1] == ("outage", 19_600)


def test_a_process_that_ends_while_others_go_on_gives_its_pages_time_to_come_back(at):
    ending, other, here, there = Process(), Process(), checkers(), checkers()
    ending.pages, other.pages = [here.id], [there.id]
    at(0.1)
    other.sign()
    at(0.2)
    ending.liveness.leave(clock.now())
    ending.sign()
    assert (told(here), told(there)) == ([("outage", PAGE_RETURN / timedelta(milliseconds=1))], [])
    at(PAGE_RETURN.total_seconds())
    other.judge(move_of(here))
    assert here.now.clocks.left["black"] == 60_000 - 200
