"""Play from here: a match that begins after another's moves is like any match, and advises nobody."""

from __future__ import annotations

import msgspec
import pytest

from games_app.analysis.fairness import withheld
from games_app.analysis.opponent import duties
from games_app.analysis.start_positions import beginning, beginning_in
from games_app.archive.verify import verify
from games_app.games.rules import GAMES, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.match.messages import Create, MatchConfig
from games_app.match.start_moves import first_state
from games_app.match.terms import RealTime, Terms
from games_app.models import Match, Seat
from games_app.people.players import computer, occupant
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.archive.test_imports import empty_site, imported, record, reread, written
from tests.cast import Table, begun_match, guest
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

MANCALA = GAMES["mancala"]


def ended(told: Told) -> Told:
    if not told.over:
        told.resigned()
    told.store()
    return told


def against_computer(game: str, start: str, **options: str) -> Table:
    """Return a match of alice on the first role against the computer, after these moves."""
    alice, other = guest("alice"), computer(game, "beginner", clock.now())
    config = MatchConfig(game, options, GAMES[game].roles[0], Match.Visibility.LINK, Terms(start=start))
    answer = writer.run([Command(Create(config, "alice", occupant(other)), "", alice.pk)])[0]
    assert answer.refusal is None
    return Table(answer.match, alice, other)


def reason(call) -> str:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.refusal.code


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_finished_match_can_be_begun_from(game):
    told = ended(Told(game).play_on(5, 12))
    facts = {ply: get_game(game).state_from_facts(found) for ply, found in _positions(told)}
    for ply, state in facts.items():
        if state.is_open and not state.is_terminal:
            assert beginning_in(GAMES[game], told.match.row, ply, "").state == state


def _positions(told: Told):
    frames = told.match.row.events.filter(what__in=("started", "acted")).values_list("frame", flat=True)
    for frame in map(msgspec.json.decode, frames):
        yield frame["position"]["ply"], frame["position"]["facts"]


def test_moves_taken_back_are_no_part_of_the_way():
    told = Told("mancala")
    told.act("north", "pick p8")
    told.act("north", "pick p6")
    told.do("north", "offer", what="takeback")
    told.do("south", "accept", what="takeback", of=told.match.pending.offers["takeback"].seq)
    told.act("north", "pick p7")
    ended(told)
    assert beginning_in(MANCALA, told.match.row, told.match.row.ply, "").moves == "8 7"


@pytest.mark.parametrize("game", GAMES)
def test_a_match_from_a_position_replays_and_comes_back_from_its_file(game):
    source = ended(Told(game).play_on(5, 6)).match.row
    start = beginning_in(GAMES[game], source, source.ply, "")
    told = Told(game, Terms(time=RealTime(10, 5), start=start.moves)).play_on(2, 6)
    assert told.match.terms.start
    ended(told)
    match, before = written(told), record(told.match.row)
    assert verify(told.id) == []
    empty_site()
    assert reread(match, "json") == match
    row = imported(reread(match, "text"))
    assert record(row) == before
    assert verify(row.public_id) == []


def test_start_before_the_beginning_is_refused():
    table = begun_match("mancala", Terms(start="8 6"))
    (mover,) = table.now.state.to_move
    other = table.now.other(mover)
    table.act(mover, table.now.state.legal_actions(mover)[0])
    offer = table.send(table.sitter(mover), "offer", what="takeback")
    assert table.send(table.sitter(other), "accept", what="takeback", of=offer.seq).refusal is None
    assert table.now.state == first_state("mancala", {}, "8 6")
    refused = table.send(table.sitter(mover), "offer", what="takeback").refusal
    assert refused
    assert refused.code == "nothing_to_take_back"


def test_a_rematch_begins_from_the_same_position():
    table = begun_match("mancala", Terms(start="8 6"))
    table.send(table.alice.pk, "resign")
    for person in (table.alice, table.bob):
        assert table.send(person.pk, "rematch").refusal is None
    following = Match.objects.get(public_id=table.row.successor)
    assert following.facts == first_state("mancala", {}, "8 6").facts()
    assert verify(following.public_id) == []


@pytest.mark.parametrize(
    "terms", [{"balanced": True}, {"rated": True, "time": RealTime(5, 0), "hints": False}]
)
def test_match_from_here_is_never_rated_nor_begun_by_lot(terms):
    with pytest.raises(ValueError, match="chosen_start"):
        Told("mancala", Terms(start="8", takebacks=False, **terms))


@pytest.mark.parametrize("start", ["8 8 8", "8  6", "1. 8", "x"])
def test_a_beginning_that_no_moves_lead_to_is_refused(start):
    with pytest.raises((ValueError, Refused), match=r"can't be played|single spaces"):
        Told("mancala", Terms(start=start))


def test_match_from_here_is_in_no_list_and_no_openings():
    told = ended(Told("mancala", Terms(start="8 6")).play_on(1))
    assert not Seat.objects.filter(match=told.match.row, listed=True).exists()
    assert told.match.row.opening == []


def test_the_end_of_a_game_the_middle_of_a_move_and_too_long_a_way_are_refused():
    over = ended(Told("mancala").play_on(1))
    assert reason(lambda: beginning_in(MANCALA, over.match.row, over.match.row.ply, "")) == "over"
    by_hand = Told("congkak", sowing="hand")
    by_hand.act("south", "scoop 3")
    ended(by_hand)
    congkak = GAMES["congkak"]
    assert reason(lambda: beginning_in(congkak, by_hand.match.row, 1, "")) == "half_done"
    assert reason(lambda: beginning(MANCALA, {}, "8 " * 201)) == "too_far"
    with pytest.raises(Refused):
        beginning(MANCALA, {}, "8 8")


def test_a_running_match_is_no_beginning_by_any_way():
    told = Told("checkers", began=clock.now()).play_on(3, 6)
    told.store()
    checkers = GAMES["checkers"]
    assert reason(lambda: beginning_in(checkers, told.match.row, 4, "")) == "unfinished"
    way = " ".join(checkers.notation(action) for _, _, action in _decisions(told))
    assert reason(lambda: beginning(checkers, {}, way)) == "in_play"
    before = way.rpartition(" ")[0]
    assert reason(lambda: beginning(checkers, {}, before)) == "in_play"
    told.resigned().store()
    assert beginning(checkers, {}, way).state == told.match.state


def _decisions(told: Told):
    return told.match.row.plies.order_by("number").values_list("number", "role", "action")


def test_start_position_is_withheld_but_for_other_matches_that_begin_there():
    told = Told("mancala", Terms(start="8 6"), began=clock.now())
    told.store()
    state = told.match.state
    assert withheld("mancala", None).covers(state)
    assert beginning(MANCALA, {}, "8 6").state == state


def test_the_computer_begins_again_only_where_nobody_is_playing():
    table = against_computer("mancala", "8 6")
    table.send(table.alice.pk, "resign")
    table.send(table.alice.pk, "rematch")
    (duty,) = duties(table.now)
    assert duty.message({}).cmd.startswith("computer-rematch")
    assert type(duty.message({})).__name__ == "Rematch"
    Told("mancala", began=clock.now()).play([("north", "pick p8"), ("north", "pick p6")]).store()
    (duty,) = duties(table.now)
    assert type(duty.message({})).__name__ == "Decline"
