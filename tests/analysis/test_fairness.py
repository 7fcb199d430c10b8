"""R21: the engine helps nobody in a running game, and withholding blinds no review."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from games_app.analysis.fairness import fair_decisions, fair_position
from games_app.analysis.puzzles.selection import is_withheld
from games_app.analysis.requests import request_position, request_review
from games_app.games.engine.analyse import analysable
from games_app.games.rules import State, get_game, play
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.match.terms import Daily, Terms
from games_app.models import Match, Player, Puzzle, Seat
from games_app.people.players import computer
from tests.analysis.test_engine_requests import (  # noqa: F401
    OPTIONS,
    running,
    short_reviews,
    work,
)
from tests.cast import guest
from tests.rated import person
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

RATED = Terms(time=Daily(3), hints=False, takebacks=False, rated=True, games=2)
PRIVATE = [Match.Visibility.LINK, Match.Visibility.SEATS]


def rest(told: Told, hours: float) -> None:
    """Let so many hours pass since the last move."""
    Match.objects.filter(pk=told.match.row.pk).update(acted_at=clock.now() - timedelta(hours=hours))


def told_to(reader: Player | None, game: str, state: State) -> str:
    """Return the reader's answer about a position: "" or the reason of the refusal."""
    try:
        request_position(game, state, reader=reader.pk if reader else None)
    except Refused as refused:
        return refused.refusal.code
    return ""


def states_after(state: State) -> Iterator[State]:
    for role in state.to_move:
        for action in state.legal_actions(role):
            yield play(state, role, action).state


def analysed(states: Iterator[State]) -> list[State]:
    return [found for state in states if (found := analysable(state))]


class TestALiveMatch:
    def test_keeps_the_engine_from_its_players_whatever_they_ask(self, game):
        told = running(game)
        elsewhere = analysable(Told(game, **OPTIONS.get(game, {})).play_on(11, 4).match.state)
        for player in (told.alice, told.bob):
            assert told_to(player, game, told.match.state) == "seated"
            assert told_to(player, game, elsewhere) == "seated"
        assert told_to(guest("carol"), game, elsewhere) == ""

    def test_keeps_its_position_and_what_may_follow_from_strangers(self, game):
        told = running(game)
        after = list(states_after(told.match.state))
        replies = [reply for state in after for reply in states_after(state)]
        for state in analysed(iter([told.match.state, *after, *replies[::5]])):
            assert told_to(None, game, state) == "in_play"

    def test_withholds_nothing_from_strangers_if_it_is_private_and_casual(self, game):
        for visibility in PRIVATE:
            told = running(game, visibility=visibility)
            assert told_to(guest("mallory"), game, told.match.state) == ""
            assert told_to(told.alice, game, told.match.state) == "seated"

    def test_withholds_its_position_though_one_player_closes_it(self, game):
        told = running(game)
        role = told.match.state.to_move[0]
        for who in ("link", "seats"):
            told.do(role, "open_to", who=who)
            told.store()
            assert told_to(None, game, told.match.state) == "in_play"

    def test_withholds_its_position_if_it_is_rated_whoever_may_see_it(self, game):
        for visibility in PRIVATE if get_game(game).can_be_rated else ():
            people = {name: person(f"{name} {visibility}") for name in ("alice", "bob")}
            told = running(game, terms=RATED, visibility=visibility, **people)
            assert told_to(None, game, told.match.state) == "in_play"
            told.resigned().store()
            assert told_to(None, game, told.match.state) == ""

    def test_is_left_out_when_it_is_over(self, game):
        told = running(game)
        state = told.match.state
        assert told_to(None, game, state) == "in_play"
        told.resigned().store()
        assert told_to(None, game, state) == ""
        assert told_to(told.alice, game, state) == ""


class TestNothingIsWithheldBy:
    def test_two_people_at_one_screen(self):
        told = Told("mancala", began=clock.now(), hotseat=True).play_on(3, 6)
        told.store()
        assert told_to(None, "mancala", told.match.state) == ""
        assert told_to(told.alice, "mancala", told.match.state) == ""

    def test_a_game_against_the_computer(self):
        told = running("mancala")
        level = computer("mancala", "easy", clock.now())
        Seat.objects.filter(match=told.match.row, role="south").update(player=level)
        Seat.objects.filter(match=told.match.row, role="north").update(opponent=level)
        assert told_to(None, "mancala", told.match.state) == ""
        assert told_to(told.alice, "mancala", told.match.state) == ""

    @pytest.mark.parametrize(("hours", "answer"), [(0.9, "in_play"), (1.1, "")])
    def test_a_match_without_a_clock_in_which_nobody_has_moved_for_an_hour(self, hours, answer):
        told = running("mancala")
        rest(told, hours)
        assert told_to(None, "mancala", told.match.state) == answer
        assert told_to(told.alice, "mancala", told.match.state) == "seated"


def test_a_running_clock_withholds_however_long_its_player_thinks():
    told = running("mancala", terms=Terms(time=Daily(3)))
    rest(told, 2)
    assert told_to(None, "mancala", told.match.state) == "in_play"


def test_replayed_match_does_not_blind_the_review_of_the_finished_one():
    finished = Told("mancala", began=clock.now() - timedelta(days=1)).play_on(3)
    finished.store()
    row = finished.match.row
    running("mancala", 2)
    running("mancala", 6)
    request_review(row)
    work()
    decisions = request_review(row).result["decisions"]
    assert {each["why"] for each in decisions} == {""}
    assert {each["why"] for each in fair_decisions(row, decisions, None)} == {""}


def test_a_player_reads_no_review_of_the_game_while_they_play_it():
    finished = Told("mancala", began=clock.now() - timedelta(days=1)).play_on(3)
    finished.store()
    row = finished.match.row
    request_review(row)
    work()
    decisions = request_review(row).result["decisions"]
    told = running("mancala", 6, seed=5)
    assert not any(each["found"] for each in fair_decisions(row, decisions, told.alice.pk))
    assert all(each["found"] for each in fair_decisions(row, decisions, guest("carol").pk))
    with pytest.raises(Refused, match="Ask the engine again when"):
        request_review(row, reader=told.alice.pk)


def test_analysis_of_a_position_is_withheld_once_somebody_comes_to_it():
    state = Told("mancala").play_on(3, 6).match.state
    job = request_position("mancala", state)
    work()
    job.refresh_from_db()
    assert fair_position(job, None)
    running("mancala", 4)
    assert fair_position(job, None) is None


def test_an_offer_beside_a_sealed_choice_stops_no_analysis_of_the_game():
    told = running("congkak", 0, opening="simultaneous")
    told.act("south", told.match.state.legal_actions("south")[2])
    told.do("south", "offer", what="draw")
    told.store()
    elsewhere = Told("congkak", opening="south").play_on(11, 4).match.state
    assert told_to(None, "congkak", elsewhere) == ""
    assert told_to(told.bob, "congkak", elsewhere) == "seated"


def test_a_puzzle_rests_while_somebody_plays_its_position():
    told = running("mancala", 6)
    puzzle = Puzzle(
        game="mancala", role=told.match.state.to_move[0], facts=told.match.state.facts(), steps=[]
    )
    assert is_withheld(puzzle)
    told.resigned().store()
    assert not is_withheld(puzzle)
