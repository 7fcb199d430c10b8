"""R21: the computer helps nobody in a match with somebody else. Near it, it moves at random."""

from __future__ import annotations

import pytest

from games_app.analysis.computers import Opponents
from games_app.analysis.opponent import Duty, duties
from games_app.lib import clock
from games_app.match.messages import Create, MatchConfig
from games_app.match.terms import Daily, Terms
from games_app.models import Event, Match
from games_app.people.players import computer, occupant
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.analysis.test_computer import let_it_play
from tests.analysis.test_engine_requests import OPTIONS
from tests.cast import Table, guest
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

DAYS = Terms(time=Daily(14))


@pytest.fixture(autouse=True)
def at_once(settings):
    settings.COMPUTER_PACE = 0


def with_bob(game: str, decisions: int, **how: object) -> Told:
    """Return a running match of alice and bob."""
    told = Told(game, **({"began": clock.now(), "terms": DAYS} | OPTIONS.get(game, {}) | how))
    told.play_on(3, decisions).store()
    return told


def against(told: Told, person=None, start: str = "", computers: str = "") -> Table:
    """Return a match of alice (or another person) against the computer, by the same rules as the other one.

    The computer has the side that is to move there, unless told otherwise.
    """
    game, person = told.match.row.game, person or told.alice
    computers = computers or told.match.state.to_move[0]
    level = "hard"
    other = computer(game, level, clock.now())
    side = told.match.other(computers)
    config = MatchConfig(game, told.match.row.options, side, Match.Visibility.LINK, Terms(start=start))
    create = Create(config, person.name, occupant(other))
    answer = writer.run([Command(create, "", person.pk)])[0]
    assert answer.refusal is None
    return Table(answer.match, person, other)


def decisions(told: Told) -> list[tuple[str, str]]:
    events = Event.objects.filter(match=told.match.row, what="acted").values_list("seq", flat=True)
    moves = told.match.row.plies.filter(seq__in=list(events)).order_by("number")
    firsts = {move.seq: (move.role, move.action) for move in reversed(moves)}
    return [firsts[seq] for seq in sorted(firsts)]


def follow(table: Table, told: Told, upto: int | None = None) -> Table:
    """Repeat the moves of one match in the other. Takebacks let a person bring the computer to it."""
    for role, action in decisions(told)[:upto]:
        assert table.act(role, action).refusal is None
    return table


def duty(table: Table) -> Duty:
    (one,) = duties(table.now)
    return one


@pytest.mark.parametrize("visibility", [Match.Visibility.PUBLIC, Match.Visibility.SEATS])
def test_computer_searches_nothing_where_its_opponent_plays_somebody(game, visibility):
    told = with_bob(game, 6, visibility=visibility)
    table = follow(against(told), told)
    assert table.now.state.facts() == told.match.state.facts()
    assert duty(table).asks is None


def test_computer_searches_nothing_after_the_move_and_the_reply_that_alice_thinks_of():
    told = with_bob("checkers", 6)
    mover = told.match.state.to_move[0]
    for extra, computers in ((1, told.match.other(mover)), (2, mover)):
        ahead = Told("checkers", began=clock.now(), hotseat=True).play_on(3, 6).play_on(9, extra)
        ahead.store()
        assert duty(follow(against(told, computers=computers), ahead)).asks is None


def test_computer_searches_nothing_however_far_a_game_goes_on_from_there():
    told = with_bob("checkers", 6)
    ahead = Told("checkers", began=clock.now(), hotseat=True).play_on(3, 6).play_on(9, 6)
    ahead.store()
    table = follow(against(told), ahead)
    assert duty(table).asks is None
    role, action = decisions(ahead)[6]
    told.act(role, next(other for other in told.match.state.legal_actions(role) if other != action))
    told.play_on(77, 3).store()
    assert duty(table).asks, "the match with bob has gone another way"


def test_computer_searches_as_ever_in_a_game_that_goes_its_own_way():
    game = "checkers"
    told = with_bob(game, 9)
    other = Told(game, began=clock.now(), hotseat=True).play_on(31, 4)
    other.store()
    assert duty(follow(against(told, computers=other.match.state.to_move[0]), other)).asks


def test_computer_searches_again_when_the_match_is_over():
    told = with_bob("mancala", 6)
    table = follow(against(told), told)
    told.resigned().store()
    assert duty(table).asks


def test_play_goes_on_by_lot():
    told = with_bob("mancala", 6)
    table = follow(against(told), told)
    opponents = Opponents(writer)
    let_it_play(opponents)
    assert table.row.ply > told.match.row.ply


def test_an_offered_draw_is_declined_without_a_search():
    told = with_bob("checkers", 14)
    table = follow(against(told), told)
    table.send(told.alice.pk, "offer", what="draw")
    one = duty(table)
    assert (one.asks, type(one.message({"accept": True})).__name__) == (None, "Decline")


class TestSomebodyElse:
    """Mallory helps alice with a game of her own, or is alice in another browser."""

    def test_gets_nothing_searched_that_follows_a_public_match(self):
        told = with_bob("checkers", 10)
        assert duty(follow(against(told, guest("mallory")), told)).asks is None

    def test_gets_its_openings_as_ever_since_everybody_plays_these(self):
        told = with_bob("checkers", 3)
        assert duty(follow(against(told, guest("mallory")), told)).asks

    def test_learns_of_no_private_match(self):
        told = with_bob("checkers", 10, visibility=Match.Visibility.LINK)
        assert duty(follow(against(told, guest("mallory")), told)).asks

    def test_gets_nothing_searched_where_a_game_began_at_a_chosen_position(self):
        quiet = Told("mancala", Terms(start="8 6"), began=clock.now(), hotseat=True)
        table = against(quiet, guest("mallory"), start="8 6")
        assert duty(table).asks
        played = Told("mancala", began=clock.now()).play([("north", "pick p8"), ("north", "pick p6")])
        played.store()
        assert duty(table).asks is None
