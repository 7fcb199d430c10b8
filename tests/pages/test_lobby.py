"""Open offers in the lobby: who sees them, and who gets them."""

from __future__ import annotations

import pytest

from games_app.models import Match, Player
from games_app.services.commands.messages import NO_ID, Abort, Create, MatchConfig
from games_app.services.commands.registry import Command
from games_app.services.state.terms import Claim, Daily, Pause, RealTime, Terms
from games_app.store.writer import writer
from tests.cast import guest
from tests.pages.lobby import OPEN, offer, play, take, text
from tests.pages.people import begun, config, join, loaded, make, row, seated

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_offer_to_anybody_stands_in_the_lobby_and_a_match_for_a_friend_does_not(alice, bob):
    offer(alice, "checkers")
    make(alice, "mancala")
    page = text(bob.get("/lobby"))
    assert page.count("data-offer=") == 1
    assert "alice" in page
    assert "5+3" in page


def test_the_first_page_leads_to_the_lobby(alice):
    assert 'href="/lobby">Find an opponent' in text(alice.get("/"))


def test_looking_at_the_lobby_and_at_the_address_of_an_offer_seats_nobody(alice, bob):
    address = offer(alice)
    bob.get("/lobby")
    assert bob.get(f"/lobby/take?match={address.rsplit('/', 1)[1]}").headers["Location"] == "/lobby"
    bob.get(address)
    assert seated(address) == ["alice"]
    assert Player.objects.count() == 1


def test_one_press_takes_an_offer_and_the_match_begins(alice, bob):
    address = offer(alice)
    bob.post("/name", {"name": "bob"})
    assert take(bob, address).headers["Location"] == address
    assert seated(address) == ["alice", "bob"]
    assert row(address).status == Match.Status.PLAYING
    assert "data-offer=" not in text(bob.get("/lobby"))


def test_the_page_of_a_match_from_the_lobby_leads_its_players_to_another_one(alice, bob, carol):
    address = offer(alice)
    take(bob, address)
    friends = begun(alice, bob)
    way = 'href="/lobby">Find another opponent'
    assert [way in text(person.get(address)) for person in (alice, bob, carol)] == [True, True, False]
    assert way not in text(alice.get(friends))


def test_whoever_comes_too_late_reads_so_and_stays_in_the_lobby(alice, bob, carol):
    taken, other = offer(alice), offer(alice, "morris", time="days", absence="wait")
    take(bob, taken)
    answer = take(carol, taken)
    assert answer.status_code == 409
    assert "Somebody else was faster" in text(answer)
    assert other.rsplit("/", 1)[1] in text(answer)
    assert len(seated(taken)) == 2


@pytest.mark.parametrize("gone", ["cancelled", "never there"])
def test_an_offer_that_is_gone_is_refused_with_the_same_words(alice, bob, gone):
    address = offer(alice) if gone == "cancelled" else "/m/2222222222"
    if gone == "cancelled":
        alice.post(f"{address}/cancel")
    answer = take(bob, address)
    assert answer.status_code == 409
    assert "Somebody else was faster" in text(answer)


@pytest.mark.parametrize("match", ["", "x" * 5000, "MATCH"])
def test_what_is_no_offer_at_all_is_refused_likewise(alice, match):
    assert alice.post("/lobby/take", {"match": match}).status_code == 409


def test_nobody_takes_their_own_offer(alice):
    address = offer(alice)
    assert 'action="/lobby/take"' not in text(alice.get("/lobby")).partition("<template")[0]
    assert take(alice, address).headers["Location"] == address
    assert seated(address) == ["alice"]


def test_a_name_that_looks_like_the_makers_is_asked_for_again_at_the_match(alice, bob):
    address = offer(alice)
    bob.post("/name", {"name": "AIice"})
    assert take(bob, address).headers["Location"] == address
    assert seated(address) == ["alice"]
    assert "invites you" in text(bob.get(address))


def test_an_offer_can_also_be_taken_by_its_link(alice, bob):
    address = offer(alice)
    assert join(bob, address).status_code == 302
    assert seated(address) == ["alice", "bob"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"time": "none"}, "choose minutes or days"),
        ({"absence": "wait"}, "let the other player claim"),
        ({"absence": "pause"}, "let the other player claim"),
        ({"side": "both"}, "somebody beside you"),
    ],
)
def test_an_offer_whose_terms_would_keep_a_stranger_waiting_comes_back_with_the_reason(alice, changes, said):
    answer = alice.post("/new/mancala", config(**{**OPEN, **changes}))
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Match.objects.exists()


def test_days_for_each_turn_need_no_claim(alice):
    assert row(offer(alice, time="days", absence="wait")).open_offer


@pytest.mark.parametrize(
    "terms", [Terms(), Terms(time=RealTime(5, 3)), Terms(time=RealTime(5, 3), absence=Pause(5))]
)
def test_the_service_makes_no_such_offer_whoever_asks(terms):
    create = Create(MatchConfig("mancala", {}, "random", "public", terms, open_offer=True), "alice")
    assert writer.run([Command(create, "", guest("alice").pk)])[0].refusal.code == "failed"
    assert not Match.objects.exists()


@pytest.mark.parametrize("terms", [Terms(time=RealTime(5, 3), absence=Claim(120)), Terms(time=Daily(3))])
def test_terms_that_free_a_stranger_are_accepted(terms):
    create = Create(MatchConfig("mancala", {}, "random", "public", terms, open_offer=True), "alice")
    assert writer.run([Command(create, "", guest("alice").pk)])[0].refusal is None


def test_who_comes_from_the_lobby_finds_a_clock_and_a_claim_chosen(alice):
    form = alice.get("/new/mancala?to=anybody").context["form"]
    assert [form[name].value() for name in ("opponent", "time", "absence")] == ["anybody", "10+5", "claim"]
    assert alice.get("/new/mancala").context["form"]["opponent"].value() == "friend"


def test_the_waiting_room_of_an_offer_says_that_it_stands_in_the_lobby(alice):
    assert "Your offer is in the lobby" in text(alice.get(offer(alice)))
    assert "If you leave for a minute" not in text(alice.get(offer(alice, time="days", absence="wait")))


def test_who_leaves_matches_with_strangers_reads_how_long_to_wait(alice, bob):
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
    assert "strangers" not in text(alice.get("/lobby"))


def abort(address, name):
    match = loaded(address)
    person = next(seat.player_id for seat in match.seats.values() if seat.name == name)
    assert writer.run([Command(Abort(NO_ID), match.row.public_id, person)])[0].refusal is None
