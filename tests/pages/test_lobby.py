"""Open offers in the lobby: who sees them, and who gets them."""

from __future__ import annotations

import pytest

from games_app.match.messages import NO_ID, Abort
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.lobby import OPEN, offer, play, take, text
from tests.pages.people import config, loaded, make, seated

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_offer_to_anybody_stands_in_the_lobby_and_a_match_for_a_friend_does_not(alice, bob):
    offer(alice, "checkers")
    make(alice, "mancala")
    page = text(bob.get("/lobby"))
    assert page.count("data-offer=") == 1
    assert "alice" in page
    assert "5+3" in page


def test_late_joiner_reads_so_and_stays_in_the_lobby(alice, bob, carol):
    taken, other = offer(alice), offer(alice, "morris", time="days", absence="wait")
    take(bob, taken)
    answer = take(carol, taken)
    assert answer.status_code == 409
    assert "Somebody else was faster" in text(answer)
    assert other.rsplit("/", 1)[1] in text(answer)
    assert len(seated(taken)) == 2


def test_own_offer_is_not_taken(alice):
    address = offer(alice)
    assert 'action="/lobby/take"' not in text(alice.get("/lobby")).partition("<template")[0]
    assert take(alice, address).headers["Location"] == address
    assert seated(address) == ["alice"]


def test_leaver_of_matches_with_strangers_reads_how_long_to_wait(alice, bob):
    for _ in range(2):
        bob.post("/name", {"name": "bob"})
        address = offer(alice, "checkers")
        assert take(bob, address).headers["Location"] == address
        abort(address, "bob")
    said = "You left 2 of your last 2 games with strangers. You can play strangers again in 2 min."
    assert said in text(bob.get("/lobby"))
    for refused in (play(bob), take(bob, offer(alice)), bob.post("/new/mancala", config(**OPEN, name="bob"))):
        assert refused.status_code == 409
        assert said in text(refused)
    assert "games with strangers" not in text(alice.get("/lobby"))


def abort(address, name):
    match = loaded(address)
    person = next(seat.player_id for seat in match.seats.values() if seat.name == name)
    assert writer.run([Command(Abort(NO_ID), match.row.public_id, person)])[0].refusal is None
