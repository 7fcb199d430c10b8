"""Chat of watchers beside a player: it takes both players, and either ends it at once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.archive.verify import verify
from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.match.chat import allow_nearby
from games_app.match.messages import AllowNearby
from games_app.match.terms import Terms
from games_app.match.transitions import Transition
from games_app.match.visibility import snapshot
from games_app.models import Match
from games_app.record.commands.command_quota import QUOTA
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer
from tests.cast import Table, begun_match, guest, new_cmd, waiting_match
from tests.rated import begun, person
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


def allow(table: Table, person, allowed=True):
    refusal = table.send(person.pk, "allow_nearby", allowed=allowed).refusal
    return refusal.code if refusal else None


def shown(table: Table) -> tuple[str, ...]:
    """Return the roles that allow it, as a newly opened page is told."""
    return snapshot(table.now, (), [], clock.now()).match.nearby


def test_permission_takes_both_players_and_one_of_them_ends_it():
    table = begun_match("mancala")
    assert (shown(table), allow_nearby(shown(table))) == ((), False)
    assert allow(table, table.bob) is None
    assert (shown(table), allow_nearby(shown(table))) == (("south",), False)
    assert allow(table, table.alice) is None
    assert (shown(table), allow_nearby(shown(table))) == (("north", "south"), True)
    assert allow(table, table.bob, allowed=False) is None
    assert (shown(table), allow_nearby(shown(table))) == (("north",), False)


def test_permission_that_holds_already_is_refused():
    table = begun_match("mancala")
    assert allow(table, table.alice, allowed=False) == "nearby_already"
    assert allow(table, table.alice) is None
    assert allow(table, table.alice) == "nearby_already"


def test_moves_offers_and_a_restart_leave_it_and_the_record_says_it():
    table = begun_match("mancala")
    allow(table, table.alice)
    base = table.row.bases["north"]
    assert table.act("north", "pick p7", base=base).refusal is None, "no move is decided on it"
    table.send(table.bob.pk, "offer", what="draw")
    after_a_restart = Command(AllowNearby(new_cmd(), allowed=True), table.id, table.bob.pk)
    assert Writer().run([after_a_restart])[0].refusal is None
    assert shown(table) == ("north", "south")
    assert verify(table.id) == []
    Match.objects.filter(public_id=table.id).update(pending={})
    assert any("the match, pending" in difference for difference in verify(table.id))


def test_players_of_a_rated_match_may_allow_it_too():
    alice, bob = person("alice"), person("bob")
    table = Table(begun(alice, bob), alice, bob)
    assert [allow(table, one) for one in (alice, bob)] == [None, None]


def test_another_match_of_the_two_begins_without_it():
    table = begun_match("mancala")
    for player in (table.alice, table.bob):
        allow(table, player)
    for player, kind in ((table.bob, "resign"), (table.bob, "rematch"), (table.alice, "rematch")):
        assert table.send(player.pk, kind).refusal is None
    assert shown(Table(table.row.successor, table.alice, table.bob)) == ()
    assert allow(table, table.alice, allowed=False) == "wrong_phase"


def test_permission_without_a_chat_or_an_opponent_is_refused():
    quiet = begun_match("mancala", Terms(talk="off"))
    assert allow(quiet, quiet.alice) == "no_chat"
    alice = guest("alice")
    one_screen = Table(waiting_match("mancala", alice, "both"), alice, alice)
    assert allow(one_screen, alice) == "no_chat"


def test_permission_is_taken_back_even_by_a_player_who_may_do_nothing_else_for_now():
    told = Told("mancala")

    def decide(allowed: bool) -> Transition | Refusal:
        decided = Command(AllowNearby(new_cmd(), allowed=allowed), told.id, told.match.sitters["north"])
        return told.attempt(decided, timedelta(milliseconds=1))

    for _ in range(QUOTA.burst):
        assert isinstance(decide(True), Transition)
        assert isinstance(decide(False), Transition)
    assert decide(True).code == "too_many_asides"
