"""R21: the engine helps nobody in a running game, and withholding blinds no review."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from games_app.engine.analyse import analysable
from games_app.engine.levels import LEVELS
from games_app.lib import clock
from games_app.models import Match, Player, Puzzle, Seat
from games_app.rules import State, get_game, play
from games_app.services.engine.fairness import fair_decisions, fair_position
from games_app.services.engine.opponent import duties
from games_app.services.engine.requests import NotAnalysed, request_position, request_review
from games_app.services.people.players import computer
from games_app.services.puzzles.selection import is_withheld
from games_app.services.state.terms import Daily, Terms
from tests.cast import guest
from tests.nightly import games_each_run
from tests.records import Told
from tests.services.test_engine_requests import OPTIONS, short_reviews, work
from tests.services.test_from_here import against_computer

__all__ = ["short_reviews"]

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

PRIVATE = [Match.Visibility.LINK, Match.Visibility.SEATS]


def live(game: str, decisions: int = 6, seed: int = 3, **how: object) -> Told:
    """Return a running match of alice and bob whose last move was made just now."""
    told = Told(game, began=clock.now(), **(OPTIONS.get(game, {}) | how)).play_on(seed, decisions)
    told.store()
    return told


def rest(told: Told, hours: float) -> None:
    """Let so many hours pass since the last move."""
    Match.objects.filter(pk=told.match.row.pk).update(acted_at=clock.now() - timedelta(hours=hours))


def told_to(reader: Player | None, game: str, state: State) -> str:
    """Return the reader's answer about a position: "" or the reason of the refusal."""
    try:
        request_position(game, state, reader=reader.pk if reader else None)
    except NotAnalysed as refused:
        return refused.reason
    return ""


def states_after(state: State) -> Iterator[State]:
    for role in state.to_move:
        for action in state.legal_actions(role):
            yield play(state, role, action).state


def analysed(states: Iterator[State]) -> list[State]:
    return [found for state in states if (found := analysable(state))]


@pytest.mark.parametrize("game", games_each_run(LEVELS))
class TestALiveMatch:
    def test_keeps_the_engine_from_its_players_whatever_they_ask(self, game):
        told = live(game)
        elsewhere = analysable(Told(game, **OPTIONS.get(game, {})).play_on(11, 4).match.state)
        for player in (told.alice, told.bob):
            assert told_to(player, game, told.match.state) == "seated"
            assert told_to(player, game, elsewhere) == "seated"
        assert told_to(guest("carol"), game, elsewhere) == ""

    def test_keeps_its_position_and_what_may_follow_from_strangers(self, game):
        told = live(game)
        after = list(states_after(told.match.state))
        replies = [reply for state in after for reply in states_after(state)]
        for state in analysed(iter([told.match.state, *after, *replies])):
            assert told_to(None, game, state) == "in_play"

    def test_keeps_the_position_before_it_which_an_analysis_would_tell_of(self, game):
        told = live(game, 5)
        before = told.match.state
        told.play_on(1, 1).store()
        assert told_to(None, game, before) == "in_play"

    def test_withholds_nothing_from_strangers_if_it_is_private(self, game):
        for visibility in PRIVATE:
            told = live(game, visibility=visibility)
            assert told_to(guest("mallory"), game, told.match.state) == ""
            assert told_to(told.alice, game, told.match.state) == "seated"

    def test_is_left_out_when_it_is_over(self, game):
        told = live(game)
        state = told.match.state
        assert told_to(None, game, state) == "in_play"
        told.resigned().store()
        assert told_to(None, game, state) == ""
        assert told_to(told.alice, game, state) == ""


def test_a_match_that_moves_on_is_followed():
    told = live("mancala", 3)
    assert told_to(None, "mancala", told.match.state) == "in_play"
    for _ in range(4):
        told.play_on(3, 1).store()
        Match.objects.filter(pk=told.match.row.pk).update(acted_at=clock.now())
        assert told_to(None, "mancala", told.match.state) == "in_play"


def test_other_stores_and_a_mirror_image_are_the_same_position():
    facts = live("mancala", 8).match.state.facts()
    pits = facts["pits"]
    north, south = pits["pwinnorth"], pits["pwinsouth"]
    assert north != south
    state = get_game("mancala").state_from_facts(
        facts | {"pits": pits | {"pwinnorth": south, "pwinsouth": north}}
    )
    assert told_to(None, "mancala", state) == "in_play"
    facts = live("morris", 7).match.state.facts()
    mirrored = {_mirrored(point): found for point, found in facts["points"].items()}
    state = get_game("morris").state_from_facts(facts | {"points": mirrored})
    assert told_to(None, "morris", state) == "in_play"


def _mirrored(point: str) -> str:
    ring, direction = point.split()
    return f"{ring} {direction.translate(str.maketrans('ew', 'we'))}"


class TestNothingIsWithheldBy:
    def test_two_people_at_one_screen(self):
        told = Told("mancala", began=clock.now(), hotseat=True).play_on(3, 6)
        told.store()
        assert told_to(None, "mancala", told.match.state) == ""
        assert told_to(told.alice, "mancala", told.match.state) == ""

    def test_a_game_against_the_computer(self):
        told = live("mancala")
        level = computer("mancala", "easy", clock.now())
        Seat.objects.filter(match=told.match.row, role="south").update(player=level)
        Seat.objects.filter(match=told.match.row, role="north").update(opponent=level)
        assert told_to(None, "mancala", told.match.state) == ""
        assert told_to(told.alice, "mancala", told.match.state) == ""

    @pytest.mark.parametrize(("hours", "answer"), [(0.9, "in_play"), (1.1, "")])
    def test_a_match_without_a_clock_in_which_nobody_has_moved_for_an_hour(self, hours, answer):
        told = live("mancala")
        rest(told, hours)
        assert told_to(None, "mancala", told.match.state) == answer
        assert told_to(told.alice, "mancala", told.match.state) == "seated"

    def test_a_match_in_which_nobody_has_moved_yet(self):
        live("mancala", 0)
        assert told_to(None, "mancala", get_game("mancala").initial_state()) == ""


def test_a_running_clock_withholds_however_long_its_player_thinks():
    told = live("mancala", terms=Terms(time=Daily(3)))
    rest(told, 2)
    assert told_to(None, "mancala", told.match.state) == "in_play"


def test_nobody_blinds_the_review_of_a_finished_match_by_playing_it_again():
    finished = Told("mancala", began=clock.now() - timedelta(days=1)).play_on(3)
    finished.store()
    row = finished.match.row
    live("mancala", 2)
    live("mancala", 6)
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
    told = live("mancala", 6, seed=5)
    assert not any(each["found"] for each in fair_decisions(row, decisions, told.alice.pk))
    assert all(each["found"] for each in fair_decisions(row, decisions, guest("carol").pk))
    with pytest.raises(NotAnalysed, match="seated"):
        request_review(row, reader=told.alice.pk)


def test_what_was_found_of_a_position_is_not_told_once_somebody_comes_to_it():
    state = Told("mancala").play_on(3, 6).match.state
    job = request_position("mancala", state)
    work()
    job.refresh_from_db()
    assert fair_position(job, None)
    live("mancala", 4)
    assert fair_position(job, None) is None


def test_the_computer_gives_no_advice_by_its_replies():
    table = against_computer("mancala", "")
    table.act("north", "pick p7")
    (duty,) = duties(table.now)
    assert duty.asks is not None
    private = Told("mancala", alice=table.alice, began=clock.now(), visibility=Match.Visibility.LINK)
    private.act("north", "pick p7")
    private.store()
    (duty,) = duties(table.now)
    assert duty.asks is None
    assert duty.message({}).action in table.now.state.legal_actions("south")


def test_beyond_the_opening_the_computer_does_not_follow_public_live_matches():
    way = "8 6 2"
    table = against_computer("mancala", way)
    duty = next(iter(duties(table.now)), None)
    if duty is None:
        table.act("north", table.now.state.legal_actions("north")[0])
        (duty,) = duties(table.now)
    assert duty.asks is not None
    public = Told("mancala", Terms(start=way), began=clock.now())
    public.store()
    here = {"facts": table.now.state.facts(), "acted_at": clock.now()}
    Match.objects.filter(pk=public.match.row.pk).update(**here)
    (duty,) = duties(table.now)
    assert duty.asks is None


def test_a_sealed_choice_is_not_told_by_what_is_withheld():
    told = live("congkak", 0, opening="simultaneous")
    state = told.match.state
    choices = [
        (south, north) for south in state.legal_actions("south") for north in state.legal_actions("north")
    ]
    both = [play(play(state, "south", south).state, "north", north).state for south, north in choices]
    told.act("south", state.legal_actions("south")[2])
    told.store()
    assert {told_to(None, "congkak", each) for each in analysed(iter(both))} == {""}


def test_an_offer_beside_a_sealed_choice_stops_no_analysis_of_the_game():
    told = live("congkak", 0, opening="simultaneous")
    told.act("south", told.match.state.legal_actions("south")[2])
    told.do("south", "offer", what="draw")
    told.store()
    elsewhere = Told("congkak", opening="south").play_on(11, 4).match.state
    assert told_to(None, "congkak", elsewhere) == ""
    assert told_to(told.bob, "congkak", elsewhere) == "seated"


def test_a_puzzle_rests_while_somebody_plays_its_position():
    told = live("mancala", 6)
    puzzle = Puzzle(
        game="mancala", role=told.match.state.to_move[0], facts=told.match.state.facts(), steps=[]
    )
    assert is_withheld(puzzle)
    told.do("north", "open_to", who="link")
    told.store()
    assert not is_withheld(puzzle)
    assert is_withheld(puzzle, told.alice)
