"""Players who leave many matches with strangers wait before the next one, and only then."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.lib.client_ip import address_hash
from games_app.match.messages import Create, Gone, Join, MatchConfig, PlayNow
from games_app.match.terms import CLOCK_PRESETS
from games_app.models import Account
from games_app.people import presence, reliability
from games_app.people.client_marks import Client
from games_app.people.presence import Here
from games_app.record.commands import absence
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, guest
from tests.record.matches import BLACK, RED

pytestmark = pytest.mark.django_db(transaction=True)

SCHOOL = "203.0.113.7"


def config(preset="5+3", *, open_offer=True):
    return MatchConfig("checkers", {}, "black", "public", CLOCK_PRESETS[preset], open_offer)


def asked(message, person, match="", address=""):
    return writer.run([Command(message, match, person.pk, client=Client(address))])[0]


def begun(alice, bob=None, *, open_offer=True, address=""):
    """Return a match of alice, on black, with somebody from the lobby."""
    bob = bob or guest("bob")
    made = asked(Create(config(open_offer=open_offer), alice.name), alice, address=address)
    assert made.refusal is None, made.refusal
    assert asked(Join(bob.name), bob, made.match).refusal is None
    return Table(made.match, alice, bob)


def aborted(alice, **how):
    table = begun(alice, **how)
    assert table.send(alice.pk, "abort").refusal is None


def lost(alice, **how):
    table = begun(alice, **how)
    assert table.send(alice.pk, "resign").refusal is None


def waits(person, address=""):
    return reliability.refusal(person.pk, address, clock.now())


def test_one_match_left_is_nobodys_habit(at):
    alice = guest("alice")
    aborted(alice)
    lost(alice)
    assert waits(alice) is None


def test_repeated_leaver_waits_longer_each_time_and_reads_why(at):
    alice = guest("alice")
    told, seconds = [], 0
    for _ in range(reliability.RECENT):
        aborted(alice)
        refusal = waits(alice)
        told.append(refusal.args["minutes"] if refusal else 0)
        seconds += 3600
        at(seconds)
    assert told == [0, 2, 5, 15, 30]
    aborted(alice)
    assert waits(alice).message == (
        "You left 5 of your last 5 games with strangers. You can play strangers again in 30 min."
    )


def test_neither_an_offer_nor_a_taking_passes_before_the_time_and_both_do_after_it(at):
    alice, bob = guest("alice"), guest("bob")
    aborted(alice)
    aborted(alice)
    offer = asked(Create(config(), "bob"), bob).match
    for message, match in (
        (Create(config(), "alice"), ""),
        (PlayNow(config("3+2"), "alice"), ""),
        (PlayNow(config(), "alice"), ""),
        (Join("alice"), offer),
    ):
        assert asked(message, alice, match).refusal.code == "left_too_often"
    at(121)
    assert asked(Join("alice"), alice, offer).refusal is None


def test_games_with_friends_neither_count_nor_wait(at):
    alice = guest("alice")
    for _ in range(3):
        aborted(alice, open_offer=False)
    assert waits(alice) is None
    aborted(alice)
    aborted(alice)
    assert waits(alice)
    begun(alice, open_offer=False)


def rematch(table):
    """Return the rematch of a finished match, with sides swapped."""
    assert table.send(table.alice.pk, "rematch").refusal is None
    assert table.send(table.bob.pk, "rematch").refusal is None
    return Table(table.row.successor, table.bob, table.alice)


def test_good_games_make_it_forgotten(at):
    alice = guest("alice")
    aborted(alice)
    aborted(alice)
    at(600)
    for _ in range(reliability.RECENT - 1):
        lost(alice)
    aborted(alice)
    assert waits(alice) is None


def test_deserted_player_has_left_nothing(at):
    alice, bob = guest("alice"), guest("bob")
    for seconds in (0, 3600, 7200):
        at(seconds)
        aborted(alice, bob=bob)
    assert waits(bob) is None


def flagged(at, start, *, last_move):
    """Let alice's flag fall, so many seconds after her clock began to run if she makes a last move then."""
    alice = guest("alice")
    for match in range(2):
        at(start + 1000 * match)
        table = begun(alice)
        table.act("black", BLACK)
        table.act("red", RED)
        if last_move:
            at(start + 1000 * match + last_move)
            assert table.act("black", "move 4 4 3 5").refusal is None
            assert table.act("red", table.now.state.legal_actions("red")[0]).refusal is None
        at(start + 1000 * match + 400)
        writer.run(absence.overdue(clock.now()))
        assert table.row.how == "time"
    at(start + 1000 + 310)
    return waits(alice)


def test_a_flag_counts_after_a_long_silence_and_not_in_a_time_scramble(at):
    assert flagged(at, 0, last_move=0)
    assert flagged(at, 10_000, last_move=290) is None


def test_a_claim_counts_for_who_was_away(at):
    alice, bob = guest("alice"), guest("bob")
    for start in (0, 1000):
        at(start)
        table = begun(alice, bob)
        table.act("black", BLACK)
        table.act("red", RED)
        writer.run([Command(Gone("black"), table.id, None, from_server=True)])
        at(start + 130)
        assert table.send(bob.pk, "claim", result="draw").refusal is None
    assert waits(alice)
    assert waits(bob) is None


def test_a_guest_who_drops_their_cookie_waits_all_the_same_at_this_address_alone(at):
    for _ in range(2):
        leaver = guest("alice")
        table = begun(leaver)
        here = Here(table.id, str(leaver.pk), "alice", ("black",), timedelta(), address_hash(SCHOOL))
        presence.renew("one", [here], clock.now())
        assert table.send(leaver.pk, "abort").refusal is None
    again = guest("alice")
    refused = asked(PlayNow(config(), "alice"), again, address=SCHOOL).refusal
    assert refused.message == (
        "Guests at your address left 2 of their last 2 games with strangers."
        " Log in to play strangers now, or wait 2 min."
    )
    assert waits(again, "203.0.113.8") is None
    Account.objects.create(player=again, name="alice", created_at=clock.now())
    assert waits(again, SCHOOL) is None
