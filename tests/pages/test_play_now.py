"""*Play now*: casual and rated pairing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games_app.lib import clock, glicko2
from games_app.lib.random_names import WORDS, Words
from games_app.models import Account, Match, Player, Rating
from tests.pages.lobby import offer, play, take, text
from tests.pages.people import loaded, row, seated

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("game", "preset"), [("mancala", "5+3"), ("morris", "days")])
def test_two_who_want_the_same_are_paired(alice, bob, game, preset):
    first = play(alice, game, preset).headers["Location"]
    assert play(bob, game, preset).headers["Location"] == first
    assert row(first).status == Match.Status.PLAYING
    assert len(set(loaded(first).sitters.values())) == 2


def test_player_with_other_rules_of_the_same_game_waits_beside(alice, bob):
    first = play(alice, "draughts").headers["Location"]
    assert play(bob, "checkers").headers["Location"] != first
    assert row(first).status == Match.Status.WAITING


def test_an_offer_with_the_same_terms_made_by_the_form_is_taken_too_and_one_with_others_is_not(alice, bob):
    other = offer(alice, takebacks="never")
    same = offer(alice)
    assert play(bob).headers["Location"] == same
    assert row(other).status != Match.Status.PLAYING


def test_pressing_again_leads_back_to_the_own_offer(alice):
    first = play(alice).headers["Location"]
    assert play(alice).headers["Location"] == first
    assert Match.objects.count() == 1


def test_the_same_form_sent_twice_is_done_once_whoever_was_found(alice, bob):
    address = play(alice, cmd="the-form-of-alice").headers["Location"]
    assert play(bob, cmd="the-form-of-bob").headers["Location"] == address
    for person, cmd in ((alice, "the-form-of-alice"), (bob, "the-form-of-bob")):
        assert play(person, cmd=cmd).headers["Location"] == address
    assert Match.objects.count() == 1


def test_two_tabs_that_send_their_first_form_at_once_are_one_person(alice):
    """Neither has a session yet, and they share the cookie of the page's forms."""
    alice.get("/lobby")
    other_tab = Client()
    other_tab.cookies["csrftoken"] = alice.cookies["csrftoken"].value
    assert play(alice).status_code == 302
    refused = play(other_tab)
    assert refused.status_code == 429
    assert "You are already looking for a game in another tab" in text(refused)
    assert 'href="/lobby/own"' in text(refused)
    assert Player.objects.count() == 1
    other_tab.cookies["sessionid"] = alice.cookies["sessionid"].value
    assert play(other_tab).status_code == 302
    assert Match.objects.get().status == Match.Status.WAITING
    assert other_tab.get("/lobby/own").headers["Location"] == f"/m/{Match.objects.get().public_id}"


def test_players_whose_names_look_the_same_are_not_paired(alice, mallory):
    alice.post("/name", {"name": "alice"})
    mallory.post("/name", {"name": "AIice"})
    assert play(alice).headers["Location"] != play(mallory).headers["Location"]


def test_a_newcomer_gets_no_name_like_one_in_the_lobby_and_so_is_paired(alice, bob, monkeypatch):
    monkeypatch.setitem(WORDS, "en", Words(["Quiet"], ["Heron"], "{adjective} {animal}"))
    first = play(alice).headers["Location"]
    monkeypatch.setitem(WORDS, "en", Words(["Quiet"], ["Heron"] * 99 + ["Finch"], "{adjective} {animal}"))
    assert play(bob).headers["Location"] == first
    assert set(seated(first)) == {"Quiet Heron", "Quiet Finch"}


def test_the_other_offers_of_both_players_end_when_a_real_time_match_begins(alice, bob, carol):
    second, days = offer(alice, "morris"), offer(alice, "checkers", time="days", absence="wait")
    of_bob = offer(bob, "congkak", name="bob", rounds="3", opening="south", sowing="auto")
    begun = offer(alice)
    take(bob, begun)
    assert [row(one).status for one in (begun, second, of_bob, days)] == [
        "playing",
        "expired",
        "expired",
        "waiting",
    ]
    assert take(carol, second).status_code == 409


def test_maker_of_an_offer_taken_a_moment_ago_goes_there_and_takes_no_other(alice, bob, carol):
    own = offer(alice)
    other = offer(carol, "morris", name="carol")
    take(bob, own)
    refused = take(alice, other)
    assert refused.status_code == 409
    assert "taken your own offer" in text(refused)
    assert play(alice, "checkers").headers["Location"] == own
    assert seated(other) == ["carol"]


def account(person, name):
    """Open an account for a person."""
    person.post("/name", {"name": name})
    answer = person.post("/account", {"name": name, "password": "a long secret", "again": "a long secret"})
    assert answer.status_code in (200, 302)
    assert Account.objects.filter(name=name).exists(), text(answer)


def test_a_rated_offer_says_so_with_the_makers_rating_and_a_guest_what_it_takes(alice, bob):
    account(alice, "alice")
    address = play(alice, "mancala", rated="1").headers["Location"]
    assert row(address).terms["balanced"]
    page = text(bob.get("/lobby"))
    assert "5+3, rated" in page
    assert "1500? ± 700" in page
    assert 'action="/lobby/take"' not in page.partition("<template")[0]
    assert "Needs an account" in page.partition("<template")[0]
    assert "Rated games need an account." in text(bob.get("/lobby?rated"))
    assert "you need an account" in text(take(bob, address))
    account(bob, "bob")
    assert take(bob, address).headers["Location"] == address
    assert row(address).status == Match.Status.PLAYING


def test_a_rated_offer_that_waits_looks_again_until_somebody_is_near(alice, bob, mallory, monkeypatch):
    account(alice, "alice")
    account(bob, "bob")
    bobs = Player.objects.get(name="bob")
    strong = glicko2.Rating(2000, 80.0)
    Rating.objects.create(
        player=bobs,
        game="morris",
        pace="blitz",
        rating=strong.rating,
        deviation=strong.deviation,
        volatility=strong.volatility,
        at=clock.now(),
    )
    first, second = (play(one, "morris", rated="1").headers["Location"] for one in (alice, bob))
    assert first != second
    assert "data-again" in text(bob.get(second))
    offer = second.rsplit("/", 1)[1]
    assert bob.post("/lobby/again", {"match": offer}).status_code == 204
    for nobody, match in ((mallory, offer), (alice, offer), (bob, "MATCH"), (bob, "2222222222")):
        assert nobody.post("/lobby/again", {"match": match}).status_code == 404
    assert bob.get("/lobby/again").status_code == 405
    later = clock.now() + timedelta(minutes=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert bob.post("/lobby/again", {"match": offer}).json() == {"match": first}
    assert [row(one).status for one in (first, second)] == ["playing", "expired"]
    assert bob.post("/lobby/again", {"match": offer}).status_code == 204


TAKE = 'action="/lobby/take"'


def lines(person):
    """Return the offers of the lobby, without the line from which the page's script makes more."""
    return text(person.get("/lobby")).partition("<template")[0]


@pytest.fixture
def rated_people(alice, bob, carol):
    """Open accounts of three people; bob's rating is 150 points above those of the others, who are new."""
    for person, name in ((alice, "alice"), (bob, "bob"), (carol, "carol")):
        account(person, name)
    known = {"game": "morris", "pace": "blitz", "deviation": 60.0, "volatility": 0.06, "at": clock.now()}
    Rating.objects.create(player=Player.objects.get(name="bob"), rating=1650.0, **known)


def test_an_offer_with_bounds_says_them_and_goes_to_whose_rating_fits(rated_people, alice, bob, carol):
    address = offer(alice, "morris", rated="yes", within="100")
    assert "rating is within 100 points of yours" in text(alice.get(address))
    assert "5+3, rated, for ratings from 1400 to 1600" in text(bob.get("/lobby"))
    assert TAKE in lines(carol)
    for refused in (take(bob, address), bob.post(f"{address}/join", {"name": "bob"})):
        assert refused.status_code == 409
        assert "This offer is for ratings from 1400 to 1600. Yours is 1650." in text(refused)
    # Without bounds, the two would be near enough.
    assert play(bob, "morris", rated="1").headers["Location"] != address
    assert play(carol, "morris", rated="1").headers["Location"] == address


def test_player_with_rating_bounds_is_not_paired_beyond_them_however_long_they_wait(
    rated_people, alice, bob, monkeypatch
):
    own = offer(alice, "morris", rated="yes", within="100")
    theirs = play(bob, "morris", rated="1").headers["Location"]
    later = clock.now() + timedelta(minutes=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    for person, address in ((alice, own), (bob, theirs)):
        assert person.post("/lobby/again", {"match": address.rsplit("/", 1)[1]}).status_code == 204
    assert play(alice, "morris", rated="1").headers["Location"] == theirs
