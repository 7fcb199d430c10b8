"""Playing strangers: from the first page to the first moves with somebody."""

import random
import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lobby import TURN, begin_unseen, choose, send
from tests.browser.playing import Person, play_on
from tests.browser.reading import check
from tests.faults.visitor import Visitor

PHONE = {"viewport": {"width": 390, "height": 844}}
DESK = {"viewport": {"width": 1280, "height": 900}}
WINDOWS = pytest.mark.parametrize(
    "window", [pytest.param(DESK, marks=pytest.mark.nightly, id="1280"), pytest.param(PHONE, id="390")]
)


KEEP_WHAT_IS_SAID = """() => {
  const note = () => sessionStorage.setItem("said", document.querySelector("main").innerText);
  new MutationObserver(note).observe(document.querySelector("main"), { subtree: true, childList: true });
}"""
"""Script that stores the page's last texts in its tab, where they are found after the page has left."""


def offer(maker: Person, game: str, pace: str) -> None:
    """Go from the first page to a waiting offer, with two presses."""
    page = maker.player.open("/")
    page.get_by_role("link", name="Find an opponent").click()
    page.get_by_role("button", name=f"{pace} : {game}", exact=True).click()
    expect(page.get_by_role("heading", name="Your offer is in the lobby")).to_be_visible()


@WINDOWS
def test_alice_offers_and_bob_takes_and_both_play(player, window):
    alice, bob = Person(player("alice", **window)), Person(player("bob", **window))
    send(alice, "/name", name="alice")
    send(bob, "/name", name="bob")
    offer(alice, "Nine Men's Morris", "10+5")
    page = bob.player.open("/lobby")
    line = page.get_by_role("listitem").filter(has_text="alice")
    expect(line).to_contain_text("10+5")
    for one in (alice, bob):
        check(one)
    alice.page.evaluate(KEEP_WHAT_IS_SAID)
    line.get_by_role("button", name="Play : Nine Men's Morris, with alice").click()
    expect(bob.told(TURN)).to_be_visible()
    expect(alice.told(TURN)).to_be_visible()
    assert "Somebody has taken your offer" in alice.page.evaluate("sessionStorage.getItem('said')")
    expect(alice.page).to_have_url(bob.page.url)
    play_on([alice, bob], random.Random(1), decisions=2)
    for one in (alice, bob):
        one.sees(2)


def test_offers_come_and_go_in_an_open_lobby_without_a_reload(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    page = carol.player.open("/lobby")
    page.evaluate("window.before = true")
    expect(page.get_by_text("here now")).to_be_visible()
    send(alice, "/name", name="alice")
    offer(alice, "Nine Men's Morris", "5+3")
    line = page.get_by_role("list").get_by_role("listitem").filter(has_text="alice")
    expect(line).to_contain_text("Nine Men's Morris 5+3")
    expect(line).to_contain_text("just arrived")
    play = page.get_by_role("navigation", name="Site").get_by_role("link", name=re.compile("^Play"))
    expect(play).to_have_accessible_name("Play 1 person is waiting")
    expect(alice.player.open("/lobby").get_by_role("listitem").filter(has_text="Your offer")).to_be_visible()
    bob.player.open("/lobby").get_by_role("button", name="5+3 : Nine Men's Morris").click()
    expect(bob.told(TURN)).to_be_visible()
    expect(line).to_be_hidden()
    expect(play).to_have_accessible_name("Play")
    assert page.evaluate("window.before"), "it is the same page"


@WINDOWS
def test_no_button_moves_when_somebody_else_comes_to_wait(player, server_url, window):
    page = player("carol", **window).open("/lobby")
    buttons = page.get_by_role("button", name=re.compile("5[+]3"))
    places = [button.bounding_box() for button in buttons.all()]
    terms = {"opponent": "anybody", "time": "real", "minutes": "7", "absence": "claim"}
    waiting: dict[str, Visitor] = {}
    for _ in range(3):
        maker = Visitor(server_url)
        match = maker.make_match("mancala", "north", **terms)
        waiting[match] = maker
        expect(page.locator(f'[data-offer="{match}"]')).to_be_attached()
        assert [button.bounding_box() for button in buttons.all()] == places
    for match, maker in waiting.items():
        maker.send(f"/m/{match}/cancel")
        expect(page.locator(f'[data-offer="{match}"]')).to_have_count(0)


@pytest.mark.nightly
def test_an_offer_that_came_by_itself_is_taken_with_one_press(alice, bob):
    alice, bob = Person(alice), Person(bob)
    page = bob.player.open("/lobby")
    send(alice, "/name", name="alice")
    offer(alice, "Mancala", "3+2")
    page.get_by_role("button", name="Play : Mancala, with alice").click()
    expect(bob.told(TURN)).to_be_visible()
    expect(alice.told(TURN)).to_be_visible()


@pytest.mark.nightly
def test_two_who_press_the_same_button_play_each_other(alice, bob):
    alice, bob = Person(alice), Person(bob)
    offer(alice, "Pawn checkers", "3 days a turn")
    page = bob.player.open("/lobby")
    page.get_by_role("button", name="3 days a turn : Pawn checkers").click()
    expect(bob.told(TURN)).to_be_visible()
    expect(alice.told(TURN)).to_be_visible()
    expect(alice.page).to_have_url(bob.page.url)


@pytest.mark.nightly
def test_the_choice_made_last_is_one_press_away(alice):
    alice = Person(alice)
    offer(alice, "Congkak", "3+2")
    page = alice.player.open("/lobby")
    page.get_by_role("button", name="Play Congkak, 3+2", exact=True).click()
    expect(page.get_by_role("heading", name="Your offer is in the lobby")).to_be_visible()


def test_a_form_for_anybody_comes_with_a_clock_and_a_claim(alice):
    alice = Person(alice)
    page = alice.player.open("/new/mancala")
    page.get_by_label("Your name").fill("alice")
    choose(page, "Who you play with", "Anybody")
    expect(page.get_by_role("radio", name="10 minutes each, plus 5 seconds a turn")).to_be_checked()
    page.get_by_role("button", name="Make the offer").click()
    expect(page.get_by_role("heading", name="Your offer is in the lobby")).to_be_visible()
    alice.player.forgive("status of 410")
    page.get_by_role("button", name="Cancel the match").click()
    expect(page.get_by_role("heading", name=re.compile("cancelled"))).to_be_visible()


def told_in_the_head(page: Page, words: re.Pattern[str]) -> Locator:
    """Return the link in the head of the page, which may be late: pages cache what waits."""
    link = page.get_by_role("navigation", name="Site").get_by_role("link", name=words)
    deadline = time.monotonic() + 20
    while not link.count() and time.monotonic() < deadline:
        page.reload()
    return link


@pytest.mark.nightly
def test_bob_is_invited_to_play_again_and_finds_it_on_any_page(alice, bob):
    alice, bob = Person(alice), Person(bob)
    begin_unseen(alice, bob, "checkers", "black")
    link = begin_unseen(alice, bob, "mancala", "north")
    bob.player.open(link)
    bob.resign()
    expect(bob.result).to_be_visible()
    alice.player.open(link)
    alice.button("Invite bob to play again").click()
    expect(alice.page.get_by_role("heading", name="Waiting for bob")).to_be_visible()
    page = bob.player.open("/about")
    told_in_the_head(page, re.compile("^Play 1 invitation")).click()
    expect(page.get_by_role("heading", name="You are invited")).to_be_visible()
    check(bob)
    page.get_by_role("link", name=re.compile("^View")).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(bob.told(TURN)).to_be_visible()
    expect(alice.told(TURN)).to_be_visible()


def test_a_press_in_the_head_of_a_page_leads_to_the_match_where_it_is_alices_turn(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = begin_unseen(alice, bob, "checkers", "black")
    page = alice.player.open("/about")
    check(alice)
    told_in_the_head(page, re.compile("^Your turn 1$")).click()
    expect(page).to_have_url(link)
    expect(page.get_by_role("link", name="Your turn", exact=False)).to_have_count(0)
