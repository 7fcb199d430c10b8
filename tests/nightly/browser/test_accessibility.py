"""The pages around a match: axe finds nothing, by day and by night, and some read as written down."""

import pytest
from playwright.sync_api import expect

from games_app.games.catalogue import GUIDES
from games_app.rules import GAMES
from tests.browser.lobby import begin_unseen, make
from tests.browser.playing import Person
from tests.browser.reading import check, reads
from tests.nightly import nightly_except


@pytest.fixture
def visitor(player, server):
    """People at a site where nothing has happened before this module."""

    def arrive(name: str, **options) -> Person:
        return Person(player(name, base_url=server.url, reduced_motion="reduce", **options))

    return arrive


def test_an_empty_site(visitor):
    alice = visitor("alice")
    page = alice.player.open("/")
    expect(page.get_by_text("No public games right now")).to_be_visible()
    check(alice)
    page.locator(".daily-puzzle").evaluate("puzzle => puzzle.remove()")  # another one every day
    reads(page.locator("body"), "first_page")
    for path in (
        "/new",
        "/lobby",
        "/history",
        "/history?mine=1",
        "/name",
        "/account",
        "/login",
        "/return",
        "/import",
        "/withdraw",
        "/about",
        "/privacy",
    ):
        alice.player.open(path)
        check(alice)


@pytest.mark.parametrize("game", nightly_except(GAMES, "mancala"))
def test_the_rules_the_guide_and_the_form_of_a_new_match(visitor, game):
    alice = visitor("alice")
    for path, words in (("rules", "The beginning."), ("learn", "Show me"), ("new", "Create invitation")):
        if path == "learn" and game not in GUIDES:
            continue
        page = alice.player.open(f"/{path}/{game}")
        expect(page.get_by_text(words, exact=True)).to_be_visible()
        if game == "mancala":
            reads(page.locator("body"), path)
        check(alice)


def test_forms_with_a_mistake_and_addresses_that_lead_nowhere(visitor):
    alice = visitor("alice")
    alice.player.forgive("status of 4..")
    page = alice.player.open("/name")
    page.get_by_label("Your name").fill("x")
    page.get_by_role("button", name="Use this name").click()
    expect(page.get_by_role("alert")).to_be_visible()
    check(alice)
    alice.player.open("/m/2222222222")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    check(alice)


def test_lists_with_matches_on_them_and_what_is_left_of_a_cancelled_one(visitor):
    alice, bob = visitor("alice"), visitor("bob", viewport={"width": 390, "height": 844})
    begin_unseen(alice, bob, "mancala", "north")
    bob.player.open(begin_unseen(alice, bob, "checkers", "black"))
    bob.resign()
    expect(bob.result).to_be_visible()
    for one, heading in ((alice, "Your matches"), (visitor("carol"), "Live games")):
        expect(one.player.open("/").get_by_role("heading", name=heading)).to_be_visible()
        check(one)
    bob.player.open("/history")
    check(bob)
    alice.player.open("/history?mine=1")
    check(alice)
    make(alice, "congkak")
    check(alice)
    alice.player.forgive("status of 410")
    alice.button("Cancel the match").click()
    expect(alice.page.get_by_role("heading", name="This match was cancelled")).to_be_visible()
    check(alice)
