"""R10, R11: only the server's time counts, and a match that ends by it ends once, at its deadline."""

from __future__ import annotations

import itertools
import json
import random
from datetime import timedelta

import pytest

from games_app.games.rules import GAMES
from games_app.lib import clock
from games_app.match.messages import Act
from games_app.match.terms import Daily, RealTime, Terms
from games_app.match.visibility import snapshot
from games_app.models import Event, Match
from games_app.record import chores
from games_app.record.commands import absence
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer, writer
from tests.cast import begun_match, guest, new_cmd, site_is_up, waiting_match
from tests.record.matches import BLACK, RED, checkers, frames

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = Terms(time=RealTime(5, 3))


def act_received(table, role, action, received, by=writer):
    """Let ``role`` act; the server received it at this time."""
    message = Act(new_cmd(), table.row.bases[role], action)
    return by.run([Command(message, table.id, table.sitter(role), at=received)])[0]


def test_every_event_and_every_snapshot_says_how_the_clocks_stand(at):
    table = begun_match("checkers", FIVE)
    at(10)
    table.act("black", BLACK)
    at(20)
    table.act("red", RED)
    now = at(50)
    table.act("black", "move 4 4 3 5")
    running = [frame.get("clocks", {}).get("running") for frame in frames(table)]
    assert running == [None, [], [], ["black"], ["red"]]
    last = frames(table)[-1]["clocks"]
    assert last["left"] == {"black": 300_000 - 30_000 + 3000, "red": 300_000}
    assert last["at"] == clock.ms(now)
    assert json.loads(json.dumps(table.row.clocks)) == last
    told = snapshot(table.now, (), [], at(60))
    assert (told.clocks.left, told.clocks.at, told.now) == (last["left"], last["at"], clock.ms(now) + 10_000)


def test_a_flag_falls_a_moment_after_the_deadline_and_the_end_that_is_stored_is_the_deadline(at):
    table = checkers()
    deadline = table.row.deadline
    assert deadline == clock.now() + timedelta(seconds=60)
    at(60.249)
    writer.chores.sweep()
    assert table.row.status == "playing"
    at(75)
    writer.chores.sweep()
    row, last = table.row, frames(table)[-1]
    assert (row.status, row.how, row.winner, row.ended_at, row.deadline) == (
        "over",
        "time",
        "red",
        deadline,
        None,
    )
    assert (last["what"], last["role"], last["at"]) == ("flagged", "black", clock.ms(deadline))
    assert last["result"] == {"winner": "red", "how": "time", "goals": None}
    assert (last["clocks"]["left"]["black"], last["clocks"]["running"]) == (0, [])
    assert {seat.role: seat.outcome for seat in table.now.seats.values()} == {"black": "lost", "red": "won"}


def test_an_action_counts_by_when_it_was_received_not_by_when_it_is_stored(at):
    table = checkers()
    in_time = table.row.deadline - timedelta(milliseconds=1)
    at(60.2)
    assert act_received(table, "black", "move 4 4 3 5", in_time).refusal is None
    assert table.now.clocks.left["black"] == 1
    assert frames(table)[-1]["at"] == clock.ms(in_time)


def test_an_action_received_at_the_deadline_is_too_late_and_is_told_so_again_once_the_flag_fell(at):
    table = checkers()
    at(60)
    answer = act_received(table, "black", "move 4 4 3 5", table.row.deadline)
    assert (answer.refusal.code, answer.refusal.retry_ms) == ("time_is_up", 500)
    at(61)
    writer.chores.sweep()
    answer = act_received(table, "black", "move 4 4 3 5", clock.now())
    assert (answer.refusal.code, answer.refusal.retry_ms) == ("wrong_phase", None)


def test_after_the_deadline_nobody_ends_the_match_otherwise(at):
    table = checkers()
    at(60.1)
    assert table.send(table.bob.pk, "resign").refusal.code == "time_is_up"
    assert table.send(table.alice.pk, "resign").refusal.code == "time_is_up"


def test_between_action_and_flag_the_first_to_commit_decides(at):
    for flag_first in (True, False):
        at(0)
        table, elsewhere = checkers(), Writer()
        in_time = table.row.deadline - timedelta(milliseconds=5)
        at(60.3)
        if flag_first:
            elsewhere.chores.sweep()
        answer = act_received(table, "black", "move 4 4 3 5", in_time)
        elsewhere.chores.sweep()
        assert (answer.refusal is None) is not flag_first
        assert (table.row.status == "over") is flag_first


def test_a_flag_that_was_seen_falling_has_not_fallen_once_an_action_in_time_is_stored(at):
    table = checkers()
    in_time = table.row.deadline - timedelta(milliseconds=5)
    at(60.3)
    (seen,) = absence.overdue(clock.now())
    assert act_received(table, "black", "move 4 4 3 5", in_time).refusal is None
    assert Writer().run([seen])[0].refusal.code == "not_due"
    assert table.row.status == "playing"


def test_several_tickers_never_decide_twice(at):
    tables, tickers = [checkers() for _ in range(5)], [Writer() for _ in range(3)]
    for ticker in tickers:
        ticker.run([Command(Act(new_cmd(), 0, ""), table.id, None) for table in tables])
    at(61)
    for ticker in tickers:
        ticker.chores.sweep()
    assert Event.objects.filter(what="flagged").count() == 5
    assert all(table.row.status == "over" for table in tables)


def test_a_ticker_that_stands_by_leaves_the_first_seconds_to_the_web_processes(at):
    table = checkers()
    for seconds, status in ((61.7, "playing"), (61.8, "over")):
        at(seconds)
        site_is_up()
        Writer().chores.stand_by()
        assert table.row.status == status


def test_a_ticker_decides_nothing_while_no_web_process_is_there_to_act_through(at):
    table = checkers()
    site_is_up()
    at(100)
    Writer().chores.stand_by()
    assert table.row.status == "playing"


def test_a_verdict_that_had_to_wait_for_the_database_is_dropped(at, monkeypatch):
    table, ticker = checkers(), Writer().chores
    at(61)
    seen, looks = chores.overdue, itertools.count()

    def slowly(now):
        if next(looks):
            at(63)
        return seen(now)

    monkeypatch.setattr(chores, "overdue", slowly)
    ticker.sweep()
    assert table.row.status == "playing"


@pytest.mark.parametrize("game", ["mancala", "congkak"])
def test_without_a_first_action_within_a_minute_the_match_is_aborted_and_nobody_has_lost(at, game):
    table = begun_match(game, FIVE)
    at(60.3)
    writer.chores.sweep()
    row = table.row
    assert (row.status, row.how, row.winner, row.goals) == ("over", "aborted", "", None)
    assert {seat.outcome for seat in table.now.seats.values()} == {""}
    assert frames(table)[-1]["result"] == {"winner": None, "how": "aborted", "goals": None}


def test_with_days_for_each_turn_the_deadline_runs_from_when_it_became_ones_turn(at):
    table = checkers(Terms(time=Daily(3)))
    at(2 * 86400)
    table.act("black", "move 4 4 3 5")
    assert table.row.deadline == clock.now() + timedelta(days=3)
    at(5 * 86400 + 1)
    writer.chores.sweep()
    assert (table.row.how, table.row.winner) == ("time", "black")


def test_an_invitation_that_expired_is_expired_in_the_record(at):
    public_id = waiting_match("mancala", guest("alice"), "north")
    deadline = Match.objects.get(public_id=public_id).deadline
    at(24 * 3600 + 7)
    writer.chores.sweep()
    row = Match.objects.get(public_id=public_id)
    assert (row.status, row.deadline) == ("expired", None)
    event = row.events.get(seq=2)
    assert (event.what, event.at) == ("expired", deadline)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {}) for game in GAMES),
        ("congkak", {"sowing": "hand"}),
        ("congkak", {"opening": "north", "rounds": "1"}),
    ],
)
def test_in_every_game_exactly_those_to_move_pay_and_who_leaves_is_given_once(at, game, options):
    """Play at random with pauses for thought, and keep the books a second time from the events."""
    dice, seconds = random.Random(game), 0.0
    table = begun_match(game, Terms(time=RealTime(60, 7)), **options)
    while (state := table.now.state).to_move and table.row.ply < 25:
        seconds += dice.choice((0.004, 1.5, 20))
        at(seconds)
        role = dice.choice(state.to_move)
        assert table.act(role, dice.choice(state.legal_actions(role))).refusal is None
    told = frames(table)[1:]
    left, begun = dict.fromkeys(table.now.seats, 3_600_000), set()
    for before, after in itertools.pairwise(told):
        thought = after["at"] - before["at"]
        for role in begun & set(before["position"]["to_move"]):
            left[role] -= thought
            if role not in after["position"]["to_move"]:
                left[role] += 7000
        begun.add(after["role"])
        assert after["clocks"]["left"] == left
        assert set(after["clocks"]["running"]) == begun & set(after["position"]["to_move"])
