"""Arithmetic of clocks: one value in, one value out."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies

from games_app.match import clocks
from games_app.match.clocks import DAY_MS, FIRST_ACTION_MS, Due
from games_app.match.terms import Daily, RealTime

ROLES = ("north", "south")
FIVE = dict.fromkeys(ROLES, RealTime(5, 3))
MINUTE = 60_000
START = 1_000_000


def begun(control=FIVE):
    """Clocks after both have acted once, within the first five seconds; north is to move."""
    begins = clocks.begin(control, ("north",), START)
    one = clocks.after_action(begins, control, "north", ("north",), ("south",), START + 2000)
    return clocks.after_action(one, control, "south", ("south",), ("north",), START + 5000)


def test_before_the_first_own_action_no_clock_runs_but_it_must_come_within_a_minute():
    fresh = clocks.begin(FIVE, ("north",), START)
    assert (fresh.left, fresh.running) == (dict.fromkeys(ROLES, 5 * MINUTE), ())
    assert clocks.due(fresh) == Due(START + FIRST_ACTION_MS, "abort", "north")
    south = clocks.after_action(fresh, FIVE, "north", ("north",), ("south",), START + 50_000)
    assert (south.left["north"], south.running) == (5 * MINUTE, ())
    assert clocks.due(south) == Due(START + 50_000 + FIRST_ACTION_MS, "abort", "south")


def test_a_clock_runs_for_who_is_to_move_and_the_increment_comes_with_leaving():
    north = begun()
    assert (north.running, north.at) == (("north",), START + 5000)
    after = clocks.after_action(north, FIVE, "north", ("north",), ("south",), START + 15_000)
    assert after.left == {"north": 5 * MINUTE - 10_000 + 3000, "south": 5 * MINUTE}
    assert after.running == ("south",)


def test_second_move_of_a_turn_pays_on_and_gets_the_increment_only_in_the_end():
    twice = clocks.after_action(begun(), FIVE, "north", ("north",), ("north",), START + 15_000)
    assert twice.left["north"] == 5 * MINUTE - 10_000
    after = clocks.after_action(twice, FIVE, "north", ("north",), ("south",), START + 16_000)
    assert after.left["north"] == 5 * MINUTE - 11_000 + 3000


def test_after_the_first_of_several_own_actions_the_clock_runs():
    fresh = clocks.begin(FIVE, ("north",), START)
    again = clocks.after_action(fresh, FIVE, "north", ("north",), ("north",), START + 9000)
    assert (again.running, again.left["north"]) == (("north",), 5 * MINUTE)
    after = clocks.after_action(again, FIVE, "north", ("north",), ("south",), START + 10_000)
    assert after.left["north"] == 5 * MINUTE - 1000 + 3000


def test_while_both_are_to_move_both_clocks_run_and_each_stops_alone():
    both = clocks.after_action(begun(), FIVE, "north", ("north",), ROLES, START + 6000)
    assert both.running == ROLES
    one = clocks.after_action(both, FIVE, "south", ROLES, ("north",), START + 10_000)
    assert one.left == {"north": 5 * MINUTE - 5000, "south": 5 * MINUTE - 4000 + 3000}
    assert one.running == ("north",)


def test_the_first_flag_to_fall_is_due():
    both = clocks.after_action(begun(), FIVE, "north", ("north",), ROLES, START + 6000)
    assert clocks.due(both) == Due(START + 5000 + 5 * MINUTE, "flag", "north")
    assert not clocks.time_is_up(both, START + 5000 + 5 * MINUTE - 1)
    assert clocks.time_is_up(both, START + 5000 + 5 * MINUTE)


def test_days_for_each_turn_are_whole_again_with_every_turn_but_not_within_one():
    three = dict.fromkeys(ROLES, Daily(3))
    fresh = clocks.begin(three, ("north",), START)
    assert clocks.due(fresh) == Due(START + 3 * DAY_MS, "abort", "north")
    again = clocks.after_action(fresh, three, "north", ("north",), ("north",), START + DAY_MS)
    assert clocks.due(again) == Due(START + 3 * DAY_MS, "flag", "north")
    south = clocks.after_action(again, three, "north", ("north",), ("south",), START + 2 * DAY_MS)
    assert clocks.due(south) == Due(START + 5 * DAY_MS, "abort", "south")
    north = clocks.after_action(south, three, "south", ("south",), ("north",), START + 4 * DAY_MS)
    assert clocks.due(north) == Due(START + 7 * DAY_MS, "flag", "north")


def test_a_reading_from_before_the_clock_charges_nothing():
    assert clocks.settled(begun(), START) == begun()


def test_given_time_moves_the_deadline():
    assert clocks.due(clocks.given(begun(), "north", 15_000)).at == clocks.due(begun()).at + 15_000


@pytest.mark.parametrize("until", [START + 22_000, START - 3_600_000])
def test_an_outage_moves_everything_that_runs_and_costs_nothing_of_what_is_left_when_it_begins(until):
    fresh = clocks.begin(FIVE, ("north",), START)
    paused = clocks.pause(begun(), "north", START + 6000, START + 60_000)
    for value in (fresh, begun(), paused):
        since = START + 15_000
        later = clocks.put_off(value, since, until)
        assert clocks.due(later).at == clocks.due(value).at + until - since
        assert later.left == clocks.settled(value, since).left
        assert clocks.settled(later, until + 1000).left == clocks.settled(value, since + 1000).left


def test_a_paused_clock_stands_until_its_player_acts():
    north = begun()
    paused = clocks.pause(north, "north", START + 10_000, START + 70_000)
    assert paused.left["north"] == 5 * MINUTE - 5000
    assert clocks.due(paused) == Due(START + 70_000, "resume", "north")
    after = clocks.after_action(paused, FIVE, "north", ("north",), ("south",), START + 60_000)
    assert after.left["north"] == 5 * MINUTE - 5000 + 3000
    assert after.paused == {}


def test_a_pause_that_is_over_costs_time_from_its_end_whoever_noticed_it_and_when():
    paused = clocks.pause(begun(), "north", START + 5000, START + 65_000)
    by_ticker = clocks.settled(clocks.resume(paused, "north", START + 65_000), START + 75_000)
    unnoticed = clocks.settled(clocks.settled(paused, START + 70_000), START + 75_000)
    assert by_ticker.left["north"] == unnoticed.left["north"] == 5 * MINUTE - 10_000
    assert clocks.due(clocks.resume(paused, "north", START + 65_000)).at == START + 65_000 + 5 * MINUTE
    assert clocks.time_is_up(paused, START + 65_000 + 5 * MINUTE)
    assert not clocks.time_is_up(paused, START + 65_000 + 5 * MINUTE - 1)


def test_the_end_stops_every_clock_as_it_stood():
    over = clocks.stopped(begun(), START + 15_000)
    assert (over.running, over.left["north"], clocks.due(over)) == ((), 5 * MINUTE - 10_000, None)


def test_clocks_are_restored_to_what_was_left_and_run_on_from_now():
    then, now = begun(), START + 100_000
    back = clocks.restored(then, then, FIVE, ("north",), now)
    assert (back.left, back.running) == (then.left, ("north",))
    assert clocks.due(back).at == now + 5 * MINUTE


STEPS = strategies.lists(
    strategies.one_of(
        strategies.tuples(strategies.just("wait"), strategies.integers(0, 2 * MINUTE)),
        strategies.tuples(strategies.just("act"), strategies.just(0)),
        strategies.tuples(strategies.just("pause"), strategies.integers(1, 20 * MINUTE)),
        strategies.tuples(strategies.just("continue"), strategies.just(0)),
    ),
    max_size=30,
)


@given(control=strategies.sampled_from((FIVE, dict.fromkeys(ROLES, Daily(1)))), steps=STEPS)
def test_a_pause_leaves_each_role_exactly_the_time_that_it_had(control, steps):
    """A twin plays the same match without the paused time: both have the same time left, and the same end."""
    now, until, skipped, mover = START, START, 0, "north"
    paused = twin = clocks.begin(control, (mover,), now)
    for what, ms in steps:
        is_paused = now < until
        if what == "act" and not is_paused:
            to_move, mover = (mover,), "south" if mover == "north" else "north"
            paused = clocks.after_action(paused, control, to_move[0], to_move, (mover,), now)
            twin = clocks.after_action(twin, control, to_move[0], to_move, (mover,), now - skipped)
        elif what == "pause":
            skipped += now + ms - max(now, until)
            until = now + ms
            paused = clocks.suspend(paused, dict.fromkeys(ROLES, until), now)
        elif what == "continue" and is_paused:
            skipped -= until - now
            until = now
            paused = clocks.suspend(paused, {}, now)
        else:
            now += ms
        there = max(now, until) - skipped
        assert clocks.settled(paused, now).left == clocks.settled(twin, there).left
        assert clocks.due(paused).at == clocks.due(twin).at + skipped
        assert clocks.time_is_up(paused, now) == clocks.time_is_up(twin, there)
        if clocks.time_is_up(twin, there):
            break


def test_a_pause_ends_an_absence():
    waits = clocks.pause(begun(), "north", START + 6000, START + 60_000)
    paused = clocks.suspend(waits, dict.fromkeys(ROLES, START + 100_000), START + 20_000)
    assert (paused.paused, paused.running) == ({}, ("north",))
    assert clocks.due(paused) == Due(START + 100_000 + 5 * MINUTE - 1000, "flag", "north")


def test_an_outage_within_a_pause_moves_nothing():
    paused = clocks.suspend(begun(), dict.fromkeys(ROLES, START + 100_000), START + 5000)
    later = clocks.put_off(paused, START + 20_000, START + 50_000)
    assert clocks.due(later) == clocks.due(paused)


def test_each_role_has_its_own_minutes_and_increment():
    unequal = {"north": RealTime(10, 5), "south": RealTime(3, 0)}
    fresh = clocks.begin(unequal, ("north",), START)
    assert fresh.left == {"north": 600_000, "south": 180_000}
    one = clocks.after_action(fresh, unequal, "north", ("north",), ("south",), START + 2000)
    both = clocks.after_action(one, unequal, "south", ("south",), ("north",), START + 5000)
    after = clocks.after_action(both, unequal, "north", ("north",), ("south",), START + 6000)
    again = clocks.after_action(after, unequal, "south", ("south",), ("north",), START + 9000)
    assert after.left["north"] == 600_000 - 1000 + 5000
    assert again.left["south"] == 180_000 - 3000


def test_each_role_gets_its_own_days_for_a_turn():
    unequal = {"north": Daily(3), "south": Daily(1)}
    fresh = clocks.begin(unequal, ("north",), START)
    south = clocks.after_action(fresh, unequal, "north", ("north",), ("south",), START + DAY_MS)
    assert south.left["south"] == DAY_MS
    north = clocks.after_action(south, unequal, "south", ("south",), ("north",), START + DAY_MS)
    assert north.left["north"] == 3 * DAY_MS
