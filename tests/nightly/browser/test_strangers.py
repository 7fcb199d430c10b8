"""Playing strangers: from the first page to the first moves with somebody."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.lobby import TURN, begin_unseen, offer, send
from tests.browser.playing import Person, patiently
from tests.browser.reading import check


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


def told_in_the_head(page: Page, words: re.Pattern[str]) -> Locator:
    """Return the link in the head of the page, which may be late: pages cache what waits."""
    link = page.get_by_role("navigation", name="Site").get_by_role("link", name=words)
    for _ in patiently():
        if link.count():
            break
        page.reload()
    return link


def test_a_press_in_the_head_of_a_page_leads_to_the_match_where_it_is_alices_turn(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = begin_unseen(alice, bob, "checkers", "black")
    page = alice.player.open("/about")
    check(alice)
    told_in_the_head(page, re.compile("^Your turn 1$")).click()
    expect(page).to_have_url(link)
    expect(page.get_by_role("link", name="Your turn", exact=False)).to_have_count(0)
