"""A refused click is explained by the rules' own sentence."""

import pytest
from playwright.sync_api import expect

from games_app.rules import IllegalAction, get_game
from tests import played
from tests.browser.lobby import at_the_board, begin
from tests.browser.playing import Person
from tests.browser.watching import decisions, record
from tests.nightly.browser.test_secret_choice import OPENING


@pytest.mark.parametrize(
    ("game", "side", "clicks", "action"),
    [
        pytest.param("mancala", "north", ["p2"], "pick p2", marks=pytest.mark.nightly),
        pytest.param("congkak", "south", ["9"], "scoop 9", marks=pytest.mark.nightly),
        ("checkers", "black", ["1 3", "3 5"], "move 1 3 3 5"),
    ],
)
def test_a_click_on_what_cannot_be_played_is_answered_with_the_reason(
    server_url, alice, game, side, clicks, action
):
    alice = Person(alice)
    options = {"rounds": "1", "opening": "south", "sowing": "auto"} if game == "congkak" else {}
    match = played.begin(server_url, game, **options)
    at_the_board(match, alice=alice)
    for stop in clicks:
        alice.stop(stop).click()
    with pytest.raises(IllegalAction) as refusal:
        get_game(game).initial_state(**options).apply(side, action)
    expect(alice.told(str(refusal.value))).to_be_visible()
    assert decisions(match.alice.record(match.id)) == []


@pytest.mark.nightly
def test_an_empty_pit_is_refused_with_the_reason_and_the_next_move_takes_it_away(server_url, alice):
    alice = Person(alice)
    at_the_board(played.begin(server_url, "mancala"), alice=alice)
    alice.stop("p8").click()
    alice.sees(4)
    alice.stop("p8").click()
    state = get_game("mancala").initial_state()
    for action in ("pick p8", "put p9", "put p10", "put pwinnorth"):
        state = state.apply("north", action)
    with pytest.raises(IllegalAction) as refusal:
        state.apply("north", "pick p8")
    expect(alice.told(str(refusal.value))).to_be_visible()
    alice.stop("p9").click()
    expect(alice.told("Waiting for bob")).to_be_visible()
    expect(alice.told(str(refusal.value))).to_be_hidden()


def test_who_is_not_to_move_is_told_so_and_nothing_is_marked_for_them(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    expect(alice.marked).to_have_count(5)
    for one, reason in (
        (bob, "It is not your turn: alice must move first."),
        (carol, "You're watching. Only alice and bob can play here."),
    ):
        expect(one.marked).to_have_count(0)
        one.stop("p8").click()
        expect(one.told(reason)).to_be_visible()
    assert decisions(record(carol, link)) == []
    alice.play("p8")
    alice.sees(4)
    alice.page.get_by_role("button", name="Back", exact=True).click()
    alice.sees(0)
    alice.stop("p9").click()
    expect(alice.told("This is how it stood earlier.")).to_be_visible()
    bob.resign()
    expect(alice.told("bob resigned")).to_be_visible()
    for one in (alice, carol):
        one.stop("p9").click()
        expect(one.told("The match is over.")).to_be_visible()


@pytest.mark.nightly
def test_a_stone_that_cannot_go_and_a_storehouse_have_their_own_reasons(server_url, alice):
    alice = Person(alice)
    at_the_board(played.begin(server_url, "checkers"), alice=alice)
    alice.stop("2 2").click()
    expect(alice.told("The pawn at b2 is blocked: no cell in front of it is free.")).to_be_visible()
    alice.stop("4 4").click()
    expect(alice.told("There is no pawn at d4.")).to_be_visible()
    at_the_board(played.begin(server_url, "congkak", **OPENING), alice=alice)
    alice.stop("A").click()
    expect(alice.told("Shells in a storehouse stay there.")).to_be_visible()
    alice.play("3")
    expect(alice.told("Chosen. Waiting for bob.")).to_be_visible()
    alice.stop("4").click()
    expect(alice.told("You have already chosen: waiting for the other player.")).to_be_visible()
