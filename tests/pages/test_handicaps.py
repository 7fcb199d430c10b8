"""Handicaps in the forms: chosen by name, for oneself or the other, and proposed to known players."""

from __future__ import annotations

import json
import re

import pytest
from django.urls import reverse

from games_app.lib import clock
from games_app.match.terms import Handicap, RealTime
from games_app.models import Match, Player, Rating
from tests.pages.people import begun, config, join, loaded, make, row

pytestmark = pytest.mark.django_db(transaction=True)

CHOSEN = [
    ({"handicap": "2", "favours": "me"}, Handicap("north", 2)),
    ({"handicap": "2", "favours": "them"}, Handicap("south", 2)),
    ({"handicap": "2"}, Handicap("north", 2)),
    (
        {"handicap": "clock", "favours": "them", "time": "10+5", "less_minutes": "3", "less_increment": "0"},
        Handicap("south", time=RealTime(3, 0)),
    ),
    ({"handicap": "clock", "time": "10+5"}, Handicap("north", time=RealTime(5, 3))),
    ({"handicap": "first", "favours": "me"}, Handicap("north", first_move=True)),
    ({"handicap": "none", "favours": "them", "less_minutes": "900"}, None),
    ({}, None),
]
"""Fields of the form of a match in which its maker is north, and the handicap of the match."""


def test_a_match_has_the_handicap_that_was_chosen(alice):
    for chosen, handicap in CHOSEN:
        address = make(alice, "mancala", side="north", **chosen)
        assert loaded(address).terms.handicap == handicap, chosen
        alice.post(f"{address}/cancel")


def test_by_lot_the_handicap_goes_to_the_person(alice):
    for favours, is_mine in (("me", True), ("them", False)):
        match = loaded(make(alice, "mancala", side="random", handicap="1", favours=favours))
        assert (match.terms.handicap.role == match.host.role) == is_mine
    first = loaded(make(alice, "mancala", side="random", handicap="first", favours="them"))
    assert (first.terms.handicap.role, first.host.role) == ("north", "south")


IMPOSSIBLE = [
    ({"handicap": "7"}, "Select a valid choice"),
    ({"handicap": "clock"}, "Unequal clocks need minutes"),
    ({"handicap": "clock", "time": "3+2"}, "Unequal clocks need minutes"),
    ({"handicap": "first", "side": "south", "favours": "me"}, "The first move can be given only"),
    ({"handicap": "2", "start": "even"}, "belongs to the usual start"),
]


def test_handicaps_that_cannot_be_come_back_with_the_reason(alice):
    for chosen, said in IMPOSSIBLE:
        answer = alice.post("/new/mancala", config("mancala", **chosen))
        assert answer.status_code == 422, chosen
        assert said in answer.content.decode(), chosen
    assert not Match.objects.exists()


def test_the_invited_player_reads_the_handicap_before_taking_the_seat(alice, bob):
    address = make(alice, "mancala", side="north", handicap="2", favours="them")
    page = bob.get(address).content.decode()
    assert "South begins with 2 stones already in the store." in page
    assert "A match with a handicap is never rated." in page


def test_two_at_one_screen_choose_the_side_that_gets_it(alice):
    answer = alice.post("/together/mancala", config("mancala", handicap="3", favours="them"))
    assert loaded(answer.headers["Location"]).terms.handicap == Handicap("south", 3)


def test_the_computer_gives_and_takes_handicaps_and_adapts(alice):
    sent = config("mancala", side="south", handicap="2", favours="me", level="adaptive")
    match = loaded(alice.post("/computer/mancala", sent).headers["Location"])
    assert match.terms.handicap == Handicap("south", 2)
    assert match.terms.adaptive
    assert match.seats["north"].level == "easy"


def test_a_tournament_offers_no_handicap_of_one_side(alice):
    assert 'name="handicap"' not in alice.get("/tournaments/new/mancala").content.decode()


@pytest.fixture
def known(alice, bob) -> Player:
    """Return bob, who has played with alice and is stronger by far."""
    address = begun(alice, bob)
    for seat in loaded(address).seats.values():
        Rating.objects.create(
            player_id=seat.player_id, game="mancala", pace="rapid", deviation=60.0, volatility=0.06,
            rating=1500 if seat.name == "alice" else 1620, at=clock.now(),
        )  # fmt: skip
    return Player.objects.get(name="bob")


def invitation(player: Player) -> str:
    return reverse("invite-to", args=[player.public_id, "mancala"])


def test_the_form_to_a_known_player_proposes_an_even_game(alice, known):
    page = alice.get(f"{invitation(known)}").content.decode()
    assert "Your rating is 1500, and bob has 1620." in page
    (chosen,) = re.findall(r'data-choose="([^"]+)"', page)
    fields = json.loads(chosen.replace("&quot;", '"'))
    assert fields["favours"] == "me"
    answer = alice.post(f"{invitation(known)}", config("mancala", **fields))
    handicap = loaded(answer.headers["Location"]).terms.handicap
    assert str(handicap.head_start) == fields["handicap"]


def test_the_form_of_another_match_keeps_the_handicap_with_its_person(alice, bob, known):
    address = make(alice, "mancala", side="north", handicap="2", favours="them")
    join(bob, address)
    form = alice.get(f"{invitation(known)}?like={row(address).public_id}").context["form"]
    assert (form["handicap"].value(), form["favours"].value()) == ("2", "them")
