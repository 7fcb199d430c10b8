"""R12: absence on one's turn is judged by the agreed policy, and the site's own outages never count."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.match.terms import Claim, Pause, RealTime, Terms
from games_app.match.visibility import snapshot
from games_app.people import presence
from games_app.people.presence import LEASE, Here
from games_app.record.writer import Writer, writer
from tests.cast import begun_match, site_is_up
from tests.record.matches import checkers, last, refused

pytestmark = pytest.mark.django_db(transaction=True)

CLAIM = Terms(absence=Claim(60))
PAUSE = Terms(time=RealTime(5, 0), absence=Pause(2))


def here(table, *roles, process="one", silence=0.0):
    """Have a page of each of these open, last heard so many seconds ago."""
    people = [Here(table.id, role, "", (role,), timedelta(seconds=silence)) for role in roles]
    presence.renew(process, people, clock.now())


def closes(table, role, process="one"):
    presence.release(process, {(table.id, role)}, clock.now())


def begun(terms=CLAIM):
    """Return a match in which both are present and have acted once: black is to move."""
    table = checkers(terms)
    here(table, "black", "red")
    return table


def gone(table):
    """Return who is reported as away, and until when in seconds from the start of the test."""
    return dict(table.now.pending.gone)


def notice_at(at, seconds):
    """Check at this time, on a site that has been up."""
    moment = at(seconds)
    site_is_up()
    writer.chores.notice()
    return moment


WAYS = {
    "a page that was closed": (lambda table: closes(table, "black"), 5),
    "a page that went silent": (lambda table: None, LEASE.total_seconds() + 5),
}
"""Ways to be absent: the player leaves at 10 s, was last heard at 0 s, and is noticed so much later."""


@pytest.mark.parametrize("way", WAYS)
def test_absent_player_to_move_is_counted_down_to_an_absolute_time_that_all_see(at, way):
    table = begun()
    at(10)
    goes, after = WAYS[way]
    goes(table)
    start = 10 if way == "a page that was closed" else 0
    at(start + after - 1)
    here(table, "red")
    notice_at(at, start + after - 1)
    assert gone(table) == {}
    now = notice_at(at, start + after + 1)
    until = clock.ms(now) + 60_000
    assert gone(table) == {"black": until}
    assert (last(table)["what"], last(table)["role"], last(table)["gone"]) == (
        "gone",
        "black",
        {"black": until},
    )
    assert snapshot(table.now, (), [], now).gone == {"black": until}
    writer.chores.notice()
    assert table.row.seq == last(table)["seq"] == 5, "it is said once"


@pytest.mark.parametrize(
    ("result", "winner", "outcomes"), [("win", "red", ["lost", "won"]), ("draw", "", ["drawn"] * 2)]
)
def test_a_win_or_a_draw_is_claimed_once_the_countdown_is_over_and_not_before(at, result, winner, outcomes):
    table = begun()
    closes(table, "black")
    notice_at(at, 6)
    assert refused(table.send(table.alice.pk, "claim", result=result)) == "not_away"
    at(65.9)
    site_is_up()
    assert refused(table.send(table.bob.pk, "claim", result=result)) == "not_away_long"
    at(66)
    site_is_up()
    assert refused(table.send(table.bob.pk, "claim", result=result)) is None
    assert (table.row.winner, table.row.how, table.row.goals) == (winner, "absence", None)
    assert [seat.outcome for seat in table.now.seats.values()] == outcomes
    assert "gone" not in last(table)


def test_coming_back_cancels_the_countdown_through_whichever_process(at):
    table = begun()
    closes(table, "black")
    notice_at(at, 6)
    at(65)
    here(table, "black", process="two")
    notice_at(at, 65)
    assert (last(table)["what"], last(table)["role"]) == ("came_back", "black")
    at(70)
    assert refused(table.send(table.bob.pk, "claim", result="win")) == "not_away"


def test_acting_player_counts_as_present(at):
    table = begun()
    closes(table, "black")
    notice_at(at, 6)
    table.act("black", "move 4 4 3 5")
    assert gone(table) == {}


def test_absence_does_not_count_on_the_other_players_turn(at):
    table = begun()
    closes(table, "red")
    notice_at(at, 20)
    assert gone(table) == {}
    table.act("black", "move 4 4 3 5")
    here(table, "black")
    notice_at(at, 21)
    assert set(gone(table)) == {"red"}


def test_while_nobody_is_there_to_wait_nothing_counts_and_a_countdown_that_runs_runs_on(at):
    table = begun()
    for role in ("black", "red"):
        closes(table, role)
    notice_at(at, 20)
    assert gone(table) == {}
    here(table, "red")
    notice_at(at, 22)
    assert set(gone(table)) == {"black"}
    closes(table, "red")
    at(100)
    site_is_up()
    here(table, "red")
    assert refused(table.send(table.bob.pk, "claim", result="win")) is None


def test_a_page_that_is_loaded_anew_is_not_away(at):
    table = begun()
    closes(table, "black")
    notice_at(at, 4.9)
    here(table, "black")
    notice_at(at, 10)
    assert gone(table) == {}


def test_after_an_outage_everybody_has_time_to_come_back_and_a_countdown_is_put_off(at):
    table, other = begun(), begun()
    closes(table, "black")
    notice_at(at, 6.1)
    until = gone(table)["black"]
    at(106.1)
    Writer().chores.note_alive()
    assert gone(table) == {"black": until + 100_000}
    assert last(table)["delay"] == 100_000
    here(table, "red")
    here(other, "red")
    notice_at(at, 120)
    assert gone(other) == {}, "black may still be on the way back"
    here(other, "red")
    notice_at(at, 127)
    assert set(gone(other)) == {"black"}


def test_without_a_policy_nothing_follows_from_being_away(at):
    table = begun(Terms())
    closes(table, "black")
    notice_at(at, 100)
    here(table, "red")
    notice_at(at, 101)
    assert table.row.seq == 4
    assert refused(table.send(table.bob.pk, "claim", result="win")) == "not_away"


def test_the_clock_waits_once_for_who_is_away_until_the_return(at):
    table = begun(PAUSE)
    closes(table, "black")
    now = notice_at(at, 6)
    told = last(table)
    assert told["clocks"]["paused"] == told["gone"] == {"black": clock.ms(now) + 120_000}
    assert (told["clocks"]["running"], told["clocks"]["left"]["black"]) == ([], 294_000)
    at(100)
    here(table, "black", "red")
    notice_at(at, 100)
    assert (last(table)["what"], last(table)["clocks"]["running"]) == ("came_back", ["black"])
    assert table.now.clocks.left["black"] == 294_000
    closes(table, "black")
    here(table, "red")
    notice_at(at, 120)
    assert gone(table) == {}, "once for each player"


def test_after_the_agreed_minutes_the_clock_runs_on_and_falls(at):
    table = begun(PAUSE)
    closes(table, "black")
    notice_at(at, 6)
    at(126.3)
    site_is_up()
    writer.chores.sweep()
    assert (last(table)["what"], last(table)["at"]) == ("resumed", clock.ms(at(126)))
    assert gone(table) == {}
    assert table.row.deadline == at(126 + 294)
    at(126 + 294.3)
    site_is_up()
    writer.chores.sweep()
    assert (table.row.how, table.row.winner) == ("time", "red")


def test_both_sealed_choosers_are_counted_down_alone(at):
    table = begun_match("congkak", CLAIM)
    here(table, "south")
    notice_at(at, 1)
    assert set(gone(table)) == {"north"}
    table.act("south", "scoop 3")
    assert set(gone(table)) == {"north"}, "north still owes its choice"
    table.act("north", "scoop 9")
    assert gone(table) == {}
