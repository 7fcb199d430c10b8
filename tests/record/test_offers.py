"""Offers between two players, and their fate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games_app.archive.verify import verify
from games_app.match.messages import Abort, Accept, Act, Offer
from games_app.match.terms import RealTime, Terms
from games_app.match.visibility import snapshot
from games_app.record.commands import command_quota
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, begun_match, guest, new_cmd, waiting_match
from tests.record.matches import last, refused

pytestmark = pytest.mark.django_db(transaction=True)


def offers(table, roles=()):
    """Return the offers that a page sees as waiting: {kind: maker}."""
    told = snapshot(table.now, roles, [], table.row.created_at).offers
    return {kind: offer.by for kind, offer in told.items()}


def offer(table, person, what="draw"):
    return refused(table.send(person.pk, "offer", what=what))


def answer(table, person, kind, what="draw"):
    """Accept or decline the open offer."""
    return refused(table.send(person.pk, kind, what=what, of=table.now.pending.offers[what].seq))


def test_an_offer_of_a_draw_that_is_accepted_ends_the_match_without_goals():
    table = begun_match("checkers")
    assert offer(table, table.alice) is None
    assert (last(table)["what"], last(table)["offer"], last(table)["role"]) == ("offered", "draw", "black")
    assert last(table)["offers"] == {"draw": {"by": "black", "seq": 3}}
    assert answer(table, table.bob, "accept") is None
    assert (last(table)["what"], last(table)["role"]) == ("agreed", "red")
    assert last(table)["result"] == {"winner": None, "how": "agreement", "goals": None}
    assert {seat.outcome for seat in table.now.seats.values()} == {"drawn"}
    assert offers(table) == {}


def test_an_offer_survives_a_reload_and_stands_until_it_is_declined():
    table = begun_match("checkers")
    offer(table, table.alice)
    table.act("black", "move 3 3 4 4")
    assert offers(table) == {"draw": "black"}
    assert answer(table, table.bob, "decline") is None
    assert (last(table)["what"], last(table)["offer"]) == ("declined", "draw")
    assert "offers" not in last(table)
    assert offers(table) == {}


def test_action_instead_of_an_answer_declines():
    table = begun_match("checkers")
    table.act("black", "move 3 3 4 4")
    offer(table, table.alice)
    table.act("red", "move 2 6 1 5")
    assert offers(table) == {}


def test_the_same_is_offered_again_only_after_an_own_action():
    table = begun_match("checkers")
    offer(table, table.alice)
    assert offer(table, table.alice) == "offered_before"
    answer(table, table.bob, "decline")
    assert offer(table, table.alice) == "offered_before"
    table.act("black", "move 3 3 4 4")
    assert offer(table, table.alice) is None


def test_a_draw_that_both_offer_is_agreed():
    table = begun_match("checkers")
    offer(table, table.alice)
    assert offer(table, table.bob) is None
    assert table.row.how == "agreement"


def test_only_the_other_player_answers_and_only_the_offer_that_was_shown():
    table = begun_match("checkers")
    assert refused(table.send(table.bob.pk, "accept", what="draw", of=3)) == "no_offer"
    offer(table, table.alice)
    assert answer(table, table.alice, "accept") == "own_offer"
    assert answer(table, table.alice, "decline") == "own_offer"
    assert refused(table.send(table.bob.pk, "accept", what="draw", of=2)) == "no_offer"
    assert refused(table.send(table.bob.pk, "accept", what="takeback", of=3)) == "no_offer"
    assert table.row.status == "playing"


@pytest.mark.parametrize("what", ["draw", "takeback"])
def test_an_offer_is_withdrawn_by_who_made_it_as_long_as_it_stands(what):
    table = begun_match("checkers")
    table.act("black", "move 3 3 4 4")
    offer(table, table.alice, what)
    assert answer(table, table.bob, "withdraw", what) == "not_your_offer"
    made = table.row.seq
    assert answer(table, table.alice, "withdraw", what) is None
    told = last(table)
    assert (told["what"], told["role"], told["offer"]) == ("withdrawn", "black", what)
    assert "offers" not in told
    assert refused(table.send(table.bob.pk, "accept", what=what, of=made)) == "no_offer"
    assert refused(table.send(table.alice.pk, "withdraw", what=what, of=made)) == "no_offer"
    assert offer(table, table.alice, what) == "offered_before", "nobody is asked over and over"
    assert (table.row.status, verify(table.id)) == ("playing", [])


def test_offers_and_gifts_leave_what_the_players_decide_on_as_it_was():
    table = begun_match("checkers", Terms(time=RealTime(5, 0)))
    bases = table.row.bases
    offer(table, table.bob)
    answer(table, table.alice, "decline")
    table.send(table.bob.pk, "give_time")
    assert table.row.bases == bases
    assert table.act("black", "move 3 3 4 4", base=bases["black"]).refusal is None


def test_two_people_at_one_screen_agree_at_once():
    alice = guest("alice")
    table = Table(waiting_match("checkers", alice, "both"), alice, alice)
    assert offer(table, alice) is None
    assert table.row.how == "agreement"


def test_a_rematch_can_be_declined_and_is_offered_by_each_once():
    table = begun_match("checkers")
    table.send(table.alice.pk, "resign")
    assert refused(table.send(table.alice.pk, "rematch")) is None
    assert offers(table) == {"rematch": "black"}
    assert answer(table, table.bob, "decline", "rematch") is None
    assert snapshot(table.now, (), [], table.row.created_at).match.rematch is None
    assert refused(table.send(table.alice.pk, "rematch")) == "rematch_declined"
    assert refused(table.send(table.bob.pk, "rematch")) is None
    assert refused(table.send(table.alice.pk, "rematch")) is None
    assert table.row.successor


def test_a_match_is_called_off_only_until_both_have_acted():
    for actions in (0, 1, 2):
        table = begun_match("checkers")
        for role, action in (("black", "move 3 3 4 4"), ("red", "move 2 6 1 5"))[:actions]:
            table.act(role, action)
        said = refused(table.send(table.bob.pk, "abort"))
        assert said == ("both_have_acted" if actions == 2 else None)
        assert table.row.how == ("" if actions == 2 else "aborted")
    assert {seat.outcome for seat in table.now.seats.values()} == {""}


def test_an_action_that_is_not_yet_written_counts_for_what_comes_with_it():
    table = begun_match("checkers")
    table.act("black", "move 3 3 4 4")
    answers = writer.run(
        [
            Command(Act(new_cmd(), 3, "move 2 6 1 5"), table.id, table.bob.pk),
            Command(Abort(new_cmd()), table.id, table.alice.pk),
            Command(Offer(new_cmd(), "takeback"), table.id, table.bob.pk),
            Command(Accept(new_cmd(), "takeback", 5), table.id, table.alice.pk),
        ]
    )
    assert [refused(one) for one in answers] == [None, "both_have_acted", None, None]
    assert (table.row.seq, table.row.ply, table.row.last_number) == (6, 1, 2)
    assert verify(table.id) == []


def test_fifteen_seconds_more_go_to_the_other_player_and_everybody_is_told_who_gave_them():
    table = begun_match("checkers", Terms(time=RealTime(5, 0)))
    assert refused(table.send(table.alice.pk, "give_time")) is None
    told = last(table)
    assert (told["what"], told["role"], told["given"]) == ("time_given", "black", 15_000)
    assert told["clocks"]["left"] == {"black": 300_000, "red": 315_000}


def test_endless_gifts_of_time_are_refused(monkeypatch):
    monkeypatch.setattr(command_quota, "QUOTA", replace(command_quota.QUOTA, burst=1000))
    table = begun_match("checkers", Terms(time=RealTime(60, 0)))
    gifts = 0
    while refused(table.send(table.alice.pk, "give_time")) is None:
        gifts += 1
    assert gifts == 241
    assert table.now.clocks.left["red"] == 2 * 60 * 60 * 1000 + 15_000
