"""The pages around a match: axe finds nothing, by day and by night, and some read as written down."""

import pytest
from playwright.sync_api import expect

from games_app.games.catalogue import BOARDS, COURSES, GUIDES
from games_app.games.rules import GAMES
from tests.backing.management import done
from tests.browser.accounts import account
from tests.browser.lobby import begin_unseen, make
from tests.browser.playing import Person
from tests.browser.reading import check, reads
from tests.journeys import test_tournaments as tournaments


@pytest.fixture
def visitor(player, server):
    """People at a site where nothing has happened before this module."""

    def arrive(name: str, **options) -> Person:
        return Person(player(name, base_url=server.url, reduced_motion="reduce", **options))

    return arrive


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_the_guide_and_the_form_of_a_new_match(visitor, game):
    alice = visitor("alice")
    pages = [("rules/{}", "The beginning."), ("learn/{}", "Show me"), ("new/{}", "Create invitation")]
    pages += [("explorer/{}", "What was played here")]
    pages += [("learn/{}/course", "Next lesson")] if game in COURSES else []
    pages += [("learn/{}/sowing/short/abc", "Show me")] if game in BOARDS else []
    for path, words in pages:
        if path == "learn/{}" and game not in GUIDES:
            continue
        page = alice.player.open(f"/{path.format(game)}")
        expect(page.get_by_text(words, exact=True)).to_be_visible()
        if game == "mancala" and path == "new/{}":
            reads(page.locator("body"), "new")
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


def test_holidays_of_somebody_who_plays_and_of_a_stranger(visitor):
    alice, bob = visitor("alice"), visitor("bob", viewport={"width": 390, "height": 844})
    alice.player.open("/holidays")
    check(alice)
    begin_unseen(alice, bob, "mancala", "north", time="days", days="3")
    for one in (alice, bob):
        one.player.open("/holidays").get_by_role("button", name="Take this holiday").click()
        expect(one.button("End it now")).to_be_visible()
        check(one)


def test_tournaments_before_and_after_games(visitor):
    alice, bob = visitor("alice"), visitor("bob", viewport={"width": 390, "height": 844})
    link = tournaments.make(alice, "")
    check(alice)
    alice.page.get_by_text("How places are decided").click()
    alice.page.get_by_text("Run this tournament").click()
    check(alice)
    tournaments.join(bob, link, "bob")
    check(bob)
    bob.page.get_by_role("button", name="Play : alice").click()
    bob.resign()
    expect(bob.result).to_be_visible()
    for path in (link, f"{link}/print", f"{link}/screen", "/tournaments"):
        alice.player.open(path)
        check(alice)


def test_the_page_about_the_api(visitor):
    alice = visitor("alice", viewport={"width": 390, "height": 844})
    page = alice.player.open("/api#make_match")
    expect(page.get_by_role("heading", name="POST /api/v1/matches", exact=True)).to_be_in_viewport()
    check(alice)


def test_a_club_with_a_question_and_a_round(visitor, server):
    alice, bob = visitor("alice"), visitor("bob", viewport={"width": 390, "height": 844})
    account(alice, server.url, "alice")
    alice.player.open("/clubs/new")
    check(alice)
    alice.page.get_by_label("Name of the club").fill("Cafe")
    alice.page.get_by_role("button", name="Make the club").click()
    link, club = alice.page.get_by_label("Link to the club").input_value(), alice.page.url
    bob.player.open(link)
    check(bob)
    bob.page.get_by_label("Your name").fill("bob")
    bob.page.get_by_role("button", name="Join").click()
    expect(bob.page.get_by_role("heading", name="Members")).to_be_visible()
    for one in (alice, bob):
        one.player.open(club)
        check(one)
    alice.player.open(f"{club}/ask")
    check(alice)
    alice.page.get_by_role("link", name="Mancala", exact=True).first.click()
    check(alice)
    alice.page.get_by_role("button", name="Ask this position").click()
    close = alice.page.get_by_role("button", name="Close the question")
    expect(close).to_be_enabled()
    bob.player.open(f"{club}/question")
    check(bob)
    close.click()
    expect(alice.page.get_by_role("button", name="Show what is proved")).to_be_visible()
    for one, page in (
        (alice, "question/screen"),
        (bob, "question"),
        (alice, "round"),
        (alice, "round/screen"),
    ):
        one.player.open(f"{club}/{page}")
        check(one)
    alice.player.open("/clubs")
    check(alice)


def test_a_class_its_cards_and_its_children(visitor, server):
    teacher, ann = visitor("teacher"), visitor("ann", viewport={"width": 390, "height": 844})
    account(teacher, server.url, "teacher")
    teacher.player.open("/clubs/new/class")
    check(teacher)
    teacher.page.get_by_label("Name of the class").fill("4b")
    teacher.page.get_by_role("button", name="Make the class").click()
    expect(teacher.page.get_by_role("heading", name="Children and cards")).to_be_visible()
    club = teacher.page.url
    teacher.page.get_by_label("Paste the names").fill("Ann\nBen\nCem")
    teacher.page.get_by_role("button", name="Make the cards").click()
    expect(teacher.page.get_by_role("heading", name="Cards to cut out")).to_be_visible()
    check(teacher)
    words = teacher.page.locator(".card-words").first.inner_text()
    ann.player.open("/card")
    check(ann)
    ann.page.get_by_label("The words of your card").fill(words)
    ann.page.get_by_role("button", name="Sign in").click()
    for one in (teacher, ann):
        one.player.open(club)
        expect(one.page.get_by_role("heading", name="4b")).to_be_visible()
        check(one)
    for page in ("/classes/teachers", "/classes/parents"):
        ann.player.open(page)
        check(ann)


def test_the_page_of_the_host(visitor, server):
    alice = visitor("alice")
    account(alice, server.url, "alice")
    said = done("owner", data=server.data)
    alice.player.open(said[said.index("/owner/") :].split()[0])
    check(alice)
    alice.page.get_by_role("button", name="Become the owner").click()
    expect(alice.page.get_by_role("heading", name="Run this site")).to_be_visible()
    check(alice)
    alice.player.resize(390, 844)
    check(alice)
