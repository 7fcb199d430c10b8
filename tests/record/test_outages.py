"""R9: time in which nothing could be stored is charged to nobody."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games_app.archive.verify import verify
from games_app.lib import clock
from games_app.match.messages import Act, Create, Join, MatchConfig, TimeUp
from games_app.match.terms import RealTime, Terms
from games_app.models import Alive, LostTime, Match
from games_app.record.batch import Batch
from games_app.record.commands import outages
from games_app.record.commands.registry import Command
from games_app.record.liveness import Liveness
from games_app.record.writer import Writer, writer
from tests.cast import Table, guest, new_cmd, site_is_up, waiting_match
from tests.record.matches import checkers, frames, last

pytestmark = pytest.mark.django_db(transaction=True)


def signs(process: Liveness) -> None:
    """Store a sign of life of this process."""
    Batch({}, process).run([], renew=True)


def black_moves(table: Table, process: Liveness) -> None:
    """Make a move that this process receives and judges now."""
    message = Act(new_cmd(), table.row.bases["black"], "move 4 4 3 5")
    act = Command(message, table.id, table.sitter("black"), at=clock.now())
    assert Batch({}, process).run([act]).answers[0].refusal is None


def flags(table: Table, process: Liveness) -> None:
    """Let this process end the match if its time is up."""
    Batch({}, process).run([Command(TimeUp(), table.id, None, from_server=True)])


def invitation() -> Match:
    return Match.objects.get(public_id=waiting_match("mancala", guest("alice"), "north"))


def test_a_running_deadline_is_put_off_by_the_length_of_the_outage_as_an_event(at):
    Writer().chores.note_alive()
    before = invitation()
    at(100)
    Writer().chores.note_alive()
    after = Match.objects.get(pk=before.pk)
    assert after.deadline - before.deadline == timedelta(seconds=100)
    assert after.events.get(what="outage").seq == 2
    assert '"delay":100000' in after.events.get(what="outage").frame


def test_a_deadline_that_passed_while_the_site_was_down_had_not_passed_for_anybody(at):
    Writer().chores.note_alive()
    before = invitation()
    at(before.deadline.timestamp() - clock.now().timestamp() - 5)
    Alive.objects.update(at=clock.now())
    down_until = at(25 * 3600)
    Writer().chores.note_alive()
    assert Match.objects.get(pk=before.pk).status_at(down_until) == "waiting"


def test_a_deadline_that_had_passed_before_stays_passed(at):
    Writer().chores.note_alive()
    before = invitation()
    at(25 * 3600)
    Alive.objects.update(at=clock.now())
    later = at(26 * 3600)
    Writer().chores.note_alive()
    after = Match.objects.get(pk=before.pk)
    assert after.status_at(later) == "expired"
    assert after.deadline == before.deadline


def test_a_short_pause_between_two_signs_of_life_is_no_outage(at):
    Writer().chores.note_alive()
    before = invitation()
    at(1.4)
    Writer().chores.note_alive()
    assert Match.objects.get(pk=before.pk).deadline == before.deadline


def test_two_processes_that_come_back_together_make_up_for_an_outage_once(at):
    Writer().chores.note_alive()
    before = invitation()
    at(60)
    for _ in range(2):
        Writer().chores.note_alive()
    assert Match.objects.get(pk=before.pk).deadline - before.deadline == timedelta(seconds=60)


def test_an_outage_ends_at_once_however_many_matches_lost_time(at, monkeypatch):
    monkeypatch.setattr(outages, "GIVEN_AT_ONCE", 2)
    process = Liveness()
    signs(process)
    tables = [checkers() for _ in range(5)]
    at(100)
    with CaptureQueriesContext(connection) as queries:
        signs(process)
    noted = [one["sql"] for one in queries if one["sql"].startswith(f"INSERT INTO {LostTime._meta.db_table}")]
    assert len(noted) == 1
    assert [frames(table)[-1]["what"] for table in tables] == ["outage"] * 2 + ["acted"] * 3
    at(101)
    black_moves(tables[4], process)
    assert [frame["what"] for frame in frames(tables[4])[-2:]] == ["outage", "acted"]
    assert tables[4].now.clocks.left["black"] == 59_000, "the second since the outage"
    for _ in range(2):
        signs(process)
    assert [last(table)["delay"] for table in tables[:4]] == [100_000] * 4
    assert not LostTime.objects.exists()


def test_no_flag_falls_while_lost_time_is_to_be_given_back(at, monkeypatch):
    monkeypatch.setattr(outages, "GIVEN_AT_ONCE", 0)
    process = Liveness()
    signs(process)
    table = checkers()
    at(100)
    signs(process)
    assert table.row.deadline < clock.now()
    Writer().chores.stand_by()
    assert [frame["what"] for frame in frames(table)[-2:]] == ["acted", "outage"]
    assert table.row.deadline == clock.now() + timedelta(seconds=60)


def test_times_lost_one_after_the_other_are_given_back_together(at, monkeypatch):
    monkeypatch.setattr(outages, "GIVEN_AT_ONCE", 0)
    process = Liveness()
    signs(process)
    table = checkers()
    for seconds in (50, 51, 151, 152, 172):
        at(seconds)
        signs(process)
    black_moves(table, process)
    assert [frame.get("delay", 0) for frame in frames(table)[-2:]] == [170_000, 0]
    assert table.now.clocks.left["black"] == 58_000, "two seconds between the outages"
    assert verify(table.id) == []


def test_an_outage_after_the_end_of_a_time_does_not_prolong_it(at, monkeypatch):
    monkeypatch.setattr(outages, "GIVEN_AT_ONCE", 0)
    process = Liveness()
    signs(process)
    table = checkers()
    for seconds in (10, *range(11, 72), 91):
        at(seconds)
        signs(process)
    flags(table, process)
    assert [(frame["what"], frame.get("delay")) for frame in frames(table)[-2:]] == [
        ("outage", 10_000),
        ("flagged", None),
    ]
    assert verify(table.id) == []


def test_a_move_that_is_stored_before_the_next_sign_of_life_is_not_charged_for_the_outage(at):
    Writer().chores.note_alive()
    table = checkers()
    at(90)
    assert table.act("black", "move 4 4 3 5").refusal is None
    assert [frame["what"] for frame in frames(table)[-2:]] == ["outage", "acted"]
    assert table.now.clocks.left["black"] == 60_000
    at(91)
    assert table.now.clocks.at == clock.ms(clock.now()) - 1000, "red's time runs from now on"


def test_a_move_that_was_received_before_an_outage_and_judged_after_it_is_charged_to_nobody_either(at):
    Writer().chores.note_alive()
    table = checkers()
    received = at(0.5)
    resumed = at(90)
    message = Act(new_cmd(), table.row.bases["black"], "move 4 4 3 5")
    act = Command(message, table.id, table.sitter("black"), at=received)
    assert writer.run([act])[0].refusal is None
    assert table.now.clocks.left == {"black": 60_000, "red": 60_000}
    assert table.row.deadline == resumed + timedelta(seconds=60)


def test_a_match_that_begins_as_an_outage_ends_gives_the_whole_time_for_the_first_action(at):
    Writer().chores.note_alive()
    table = waiting_match("checkers", guest("alice"), "black", Terms(time=RealTime(1, 0)))
    received, resumed = at(0.5), at(90)
    bob = guest("bob")
    sit = Command(Join(bob.name, cmd=new_cmd()), table, bob.pk, at=received)
    assert writer.run([sit])[0].refusal is None
    assert Match.objects.get().deadline == resumed + timedelta(seconds=60)


def test_maker_of_a_match_and_outage_repair_wait_for_each_other():
    process = Liveness()
    signs(process)
    table = checkers()
    with CaptureQueriesContext(connection) as move:
        black_moves(table, process)
    alice = guest("alice")
    config = MatchConfig("mancala", {}, "both", "link", Terms(time=RealTime(1, 0)))
    create = Command(Create(config=config, name=alice.name), "", alice.pk, at=clock.now())
    with CaptureQueriesContext(connection) as making:
        assert Batch({}, process).run([create]).answers[0].refusal is None
    alive = Alive._meta.db_table
    assert [one for one in move if alive in one["sql"]] == []
    assert alive in making[1]["sql"], "it is locked before anything else is read"


def test_a_clock_that_was_set_back_puts_all_deadlines_back_once_no_sign_is_renewed_any_more(at):
    passed = [0.0]
    process = Liveness(passed=lambda: passed[0])
    signs(process)
    table = checkers()
    at(-3600)
    signs(process)
    assert "outage" not in [frame["what"] for frame in frames(table)]
    passed[0] = 2.1
    now = at(-3598)
    signs(process)
    outage = frames(table)[-1]
    assert (outage["what"], outage["delay"]) == ("outage", -3_598_000)
    assert table.row.deadline == now + timedelta(seconds=60)
    at(-3597)
    signs(process)
    assert len(frames(table)) == 5, "made up for once"
    assert table.act("black", "move 4 4 3 5").refusal is None
    assert table.now.clocks.left["black"] == 59_000


def test_until_it_is_known_that_the_clock_was_set_back_a_move_counts_by_the_time_before(at):
    passed = [0.0]
    process = Liveness(passed=lambda: passed[0])
    table = checkers()
    at(5)
    signs(process)
    at(-3600)
    black_moves(table, process)
    passed[0] = 2.1
    signs(process)
    assert frames(table)[-1]["what"] == "outage"
    assert table.now.clocks.left == {"black": 55_000, "red": 60_000}
    assert table.row.deadline == clock.now() + timedelta(seconds=60)


def test_move_after_the_clock_was_set_back_counts_by_the_time_that_has_passed(at):
    passed = [0.0]
    process = Liveness(passed=lambda: passed[0])
    table = checkers()
    at(5)
    signs(process)
    passed[0] = 0.9
    at(-3600)
    black_moves(table, process)
    assert table.now.clocks.left == {"black": 54_100, "red": 60_000}


def test_outage_repaired_by_another_process_is_not_counted_once_more(at):
    passed = [0.0]
    one, other = Liveness(passed=lambda: passed[0]), Liveness(passed=lambda: passed[0])
    table = checkers()
    at(5)
    signs(one)
    at(-3600)
    for process in (one, other):
        signs(process)
    passed[0] = 2.1
    signs(one)
    assert frames(table)[-1]["what"] == "outage"
    black_moves(table, other)
    assert table.now.clocks.left == {"black": 55_000, "red": 60_000}


def test_a_machine_whose_clock_is_behind_leaves_the_signs_of_the_others_alone(at):
    passed = itertools.count()
    process = Liveness(passed=lambda: next(passed))
    table = checkers()
    for seconds in range(10):
        at(seconds + 5)
        Writer().chores.note_alive()
        at(seconds)
        signs(process)
    assert "outage" not in [frame["what"] for frame in frames(table)]


def test_after_the_clock_was_set_back_a_ticker_decides_nothing_by_the_sign_of_before(at):
    table = checkers()
    at(3600)
    site_is_up()
    at(62)
    Writer().chores.stand_by()
    assert table.row.status == "playing"
    site_is_up()
    Writer().chores.stand_by()
    assert table.row.status == "over"
