"""Pause all, go on and end all in a round of a club."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.archive.exports import exported
from games_app.archive.verify import verify
from games_app.clubs import round_control
from games_app.clubs.round_wall import RoundGames
from games_app.lib import clock
from games_app.match.messages import Offer
from games_app.models import Match, Seat
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.archive.test_imports import SITE, imported, record, reread
from tests.cast import new_cmd
from tests.clubs.club import Circle
from tests.clubs.test_rounds import begin

pytestmark = pytest.mark.django_db(transaction=True)


def paused(circle: Circle) -> list[bool]:
    """Return of each game of the newest round whether it is paused."""
    until = [match.pending.get("paused_until", 0) for match in running(circle)]
    return [end > clock.ms(clock.now()) for end in until]


def running(circle: Circle) -> list[Match]:
    """Return the games of the newest round in the order of their boards."""
    newest = circle.row.rounds.order_by("-number")[0]
    return [board.match for board in newest.boards.order_by("number") if board.match]


def test_pause_holds_all_games_of_two_people_until_the_club_lets_them_go_on():
    circle = Circle("bob", "carol", "dave", "erin")
    begin(circle, level="easy")
    round_control.pause(circle.id, circle.alice.pk, clock.now())
    assert paused(circle) == [True, True, False], "the computer doesn't pause"
    round_control.go_on(circle.id, circle.alice.pk)
    assert paused(circle) == [False, False, False]


def test_players_can_not_end_the_pause_of_their_club():
    circle = Circle("bob")
    (board,) = begin(circle)
    match = board.match
    assert match is not None
    round_control.pause(circle.id, circle.alice.pk, clock.now())
    offer = Command(Offer(cmd=new_cmd(), what="continue"), match.public_id, circle.people["bob"].pk)
    answer = writer.run([offer])[0]
    assert answer.refusal is not None
    assert answer.refusal.key == "paused.by_others"


def test_end_gives_no_result_and_frees_all_for_the_next_round():
    circle = Circle("bob", "carol", "dave")
    begin(circle)
    round_control.end(circle.id, circle.alice.pk)
    assert set(Match.objects.values_list("status", "how")) == {(Match.Status.OVER, Match.How.ABORTED)}
    assert set(Seat.objects.values_list("outcome", flat=True)) == {""}
    assert len(RoundGames(circle.id).picked(clock.now())) == 2
    assert all(board.match for board in begin(circle))


def test_decision_reaches_no_game_of_an_earlier_round():
    circle = Circle("bob")
    begin(circle)
    round_control.end(circle.id, circle.alice.pk)
    first = Match.objects.get()
    begin(circle)
    round_control.pause(circle.id, circle.alice.pk, clock.now())
    first.refresh_from_db()
    assert "paused_until" not in first.pending


def test_record_of_a_paused_and_ended_game_is_verified():
    circle = Circle("bob")
    (board,) = begin(circle)
    round_control.pause(circle.id, circle.alice.pk, clock.now())
    round_control.go_on(circle.id, circle.alice.pk)
    round_control.end(circle.id, circle.alice.pk)
    assert board.match is not None
    assert verify(board.match.public_id) == []


def test_pause_ends_by_itself():
    circle = Circle("bob")
    begin(circle)
    round_control.pause(circle.id, circle.alice.pk, clock.now())
    newest = circle.row.rounds.get()
    assert round_control.is_paused(newest, clock.now())
    assert not round_control.is_paused(newest, clock.now() + timedelta(hours=1, seconds=1))


@pytest.mark.parametrize("form", ["text", "json"])
def test_file_of_a_paused_and_ended_game_is_imported_with_both(form):
    circle = Circle("bob")
    (board,) = begin(circle)
    for decide in (round_control.go_on, round_control.end):
        round_control.pause(circle.id, circle.alice.pk, clock.now())
        decide(circle.id, circle.alice.pk)
    match = board.match
    assert match is not None
    match.refresh_from_db()
    assert record(imported(reread(exported(match, SITE), form))) == record(match)
