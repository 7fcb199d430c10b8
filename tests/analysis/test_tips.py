"""Tips: who may take one, and what the record and the files keep of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games_app.analysis.opponent import public_state
from games_app.archive.exports import exported
from games_app.archive.notation import read, text
from games_app.lib import clock
from games_app.match.messages import MatchConfig
from games_app.match.terms import Terms
from games_app.match.visibility import snapshot
from games_app.models import Event, Match
from games_app.record.commands.play import allows_tips
from tests.analysis.test_computer import against
from tests.archive.test_imports import imported, record
from tests.cast import Table, begun_match, guest
from tests.rated import RATED, begun, person

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

AGREED = Terms(tips=True)


def take(table: Table, player, base: int | None = None) -> str | None:
    role = next(role for role, sitter in table.now.sitters.items() if sitter == player.pk)
    refusal = table.send(player.pk, "take_tip", base=table.row.bases[role] if base is None else base).refusal
    return refusal.code if refusal else None


def shown(table: Table) -> dict[str, int]:
    """The tips taken, as a page that is opened now is told: a watcher's like a player's."""
    return snapshot(table.now, (), [], clock.now()).match.tips


def test_the_terms_decide_between_two_people_and_none_is_usual():
    usual, agreed = begun_match("mancala"), begun_match("mancala", AGREED)
    assert take(usual, usual.alice) == "no_tips"
    assert take(agreed, agreed.alice) is None
    assert shown(agreed) == {"north": 1}


def test_against_the_computer_there_are_always_tips():
    table = against("mancala")
    assert take(table, table.alice) is None
    assert shown(table) == {"north": 1}


def test_a_rated_match_has_none_whatever_else_is_stored_of_it():
    alice, bob = person("alice"), person("bob")
    table = Table(begun(alice, bob), alice, bob)
    assert take(table, alice) == "tips_unrated"
    config = MatchConfig("checkers", {}, "random", Match.Visibility.PUBLIC, replace(RATED, tips=True))
    assert config.problems() == [("rated", "rated_with_help")]


def test_only_who_is_to_move_takes_one_for_the_position_that_they_see():
    table = begun_match("mancala", AGREED)
    assert take(table, table.bob) == "not_your_turn"
    assert take(table, table.alice, base=0) == "stale"
    assert table.send(guest("mallory").pk, "take_tip", base=2).refusal.code == "not_seated"
    table.send(table.bob.pk, "resign")
    assert take(table, table.alice) == "wrong_phase"


def test_no_move_is_decided_on_it_and_a_takeback_undoes_none():
    table = begun_match("mancala", AGREED)
    base = table.row.bases["north"]
    assert take(table, table.alice) is None
    assert table.act("north", "pick p10", base=base).refusal is None
    table.send(table.alice.pk, "offer", what="takeback")
    table.send(table.bob.pk, "accept", what="takeback", of=table.row.seq)
    assert table.row.ply == 0
    assert shown(table) == {"north": 1}


def test_half_a_sowing_leaves_nothing_to_choose():
    table = begun_match("congkak", AGREED, sowing="hand", opening="south")
    assert take(table, table.alice) is None
    table.act("south", "scoop 3")
    assert take(table, table.alice) == "tip_mid_turn"


@pytest.mark.parametrize("computer", [True, False])
def test_a_file_keeps_them(computer):
    table = against("mancala") if computer else begun_match("mancala", AGREED)
    take(table, table.alice)
    table.act("north", "pick p10")
    table.send(table.alice.pk, "resign")
    exports = exported(table.row, "https://play.example")
    assert "* tipped north @" in text(exports)
    copy = imported(read(text(exports)))
    assert record(copy) == record(table.row)
    assert copy.pending["tips"] == {"north": 1}


def test_an_older_match_has_taken_none():
    table = begun_match("mancala")
    Match.objects.filter(public_id=table.id).update(terms={"hints": True}, pending={})
    assert not allows_tips(table.now)
    assert shown(table) == {}


def test_a_rematch_keeps_the_terms_and_begins_without_any():
    table = begun_match("mancala", AGREED)
    take(table, table.alice)
    for player, kind in ((table.bob, "resign"), (table.bob, "rematch"), (table.alice, "rematch")):
        assert table.send(player.pk, kind).refusal is None
    following = Table(table.row.successor, table.alice, table.bob)
    assert following.now.terms.tips
    assert shown(following) == {}


def test_a_sealed_choice_of_the_other_is_in_no_tip():
    table = begun_match("congkak", AGREED)
    before = public_state(table.now, "north")
    table.act("south", "scoop 3")
    assert public_state(table.now, "north") == before
    assert take(table, table.bob) is None
    assert table.row.bases["north"] == Event.objects.get(match=table.row, what="started").seq
