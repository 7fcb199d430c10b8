"""A page's resources are requested at once, compressed, and cached for ever."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests import played
from tests.browser.lobby import begin, begin_unseen, sit_down
from tests.browser.page_figures import figures, midway
from tests.browser.player import TWO_FRAMES
from tests.browser.playing import Person, patiently

FETCHED = """() => performance.getEntriesByType("resource").map(({ name }) => name)
  .filter((name) => name.endsWith(".js"))"""
LISTED = """() => [...document.head.querySelectorAll("link[rel=modulepreload], script[src]")]
  .map((one) => one.href ?? one.src)"""

SHEETS = """() => [...document.styleSheets].map(({ href }) => href).filter(Boolean)"""


def hold(person: Person, pattern: str) -> list[Route]:
    """Hold back the page's requests."""
    held: list[Route] = []
    person.player.alter().route(pattern, lambda route: held.append(route))
    return held


def let_go(page: Page, held: list[Route]) -> None:
    """Release the held-back requests once they were made."""
    for _ in patiently():
        if held:
            break
        page.wait_for_timeout(50)
    held[0].continue_()


def test_a_page_asks_for_all_that_its_scripts_need_at_once_and_for_nothing_twice(server_url, alice):
    match = played.begin(server_url, "mancala")
    sit_down(Person(alice), match.alice)
    for path in ("/", "/new/congkak", "/rules/congkak", match.path):
        page = alice.open(path)
        page.wait_for_load_state("networkidle")
        fetched, listed = page.evaluate(FETCHED), page.evaluate(LISTED)
        assert len(set(fetched)) == len(fetched), path
        assert set(listed) <= set(fetched), path
        later = {address.rpartition("/")[2].partition("-")[0] for address in set(fetched) - set(listed)}
        assert later <= {"animator", "enhancements"}, path


def test_the_sounds_come_when_the_pointer_moves_and_not_when_a_page_comes_under_it(alice):
    asked: list[str] = []
    alice.page.on("request", lambda request: asked.append(request.url))
    page = alice.open("/")
    page.mouse.move(0, 0)  # where it is: the same event as a browser sends with the first frame
    page.evaluate(TWO_FRAMES)
    assert not [address for address in asked if "/synthesizer-" in address]
    with page.expect_request("**/chunks/synthesizer-*.js"):
        page.mouse.move(8, 8)


def test_what_a_page_is_made_of_comes_compressed_and_is_never_asked_for_again(alice):
    page = alice.open("/")
    made_of = page.evaluate(LISTED) + page.evaluate(SHEETS)
    assert len(made_of) >= 4
    for address in made_of:
        headers = page.context.request.get(address, headers={"Accept-Encoding": "gzip, br"}).headers
        assert "immutable" in headers["cache-control"], address
        assert headers["content-encoding"] == "br", address
        assert headers["x-content-type-options"] == "nosniff", address
        assert not headers.keys() & {"access-control-allow-origin", "etag", "last-modified"}, address


def test_a_match_in_its_middle_takes_16_requests_and_80_kb_and_nothing_in_it_shifts(browser, server_url):
    match = midway(server_url, "congkak")
    seen = figures("match", browser, match.other(match.mover), match.path, runs=1)
    assert seen.requests <= 16, seen.text()
    assert seen.weight < 80_000, seen.text()
    assert seen.shift < 0.0005, seen.text()


@pytest.mark.nightly
def test_a_piece_and_where_it_goes_may_both_be_pressed_before_the_script_has_come(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = begin_unseen(alice, bob, "checkers", "black")
    bob.player.open(link)
    held = hold(alice, "**/chunks/board-*.js")
    alice.page.goto(link, wait_until="commit")
    while not alice.board.get_attribute("data-early"):
        alice.stop("3 3").click()
    alice.stop("4 4").click()
    let_go(alice.page, held)
    bob.sees(1)


@pytest.mark.nightly
def test_a_piece_that_is_chosen_before_the_moves_so_far_have_come_stays_chosen(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = begin(alice, bob, "checkers", "black")
    for one, stops in ((alice, ("3 3", "4 4")), (bob, ("6 6", "7 5"))):
        for stop in stops:
            one.play(stop)
    alice.sees(2)
    held = hold(alice, "**/events")
    alice.player.open(link)
    alice.play("1 3")
    expect(alice.targets).to_have_count(1)
    let_go(alice.page, held)
    expect(alice.board.locator("[data-last]").first).to_be_attached()
    expect(alice.targets).to_have_count(1)


@pytest.mark.nightly
def test_the_moves_so_far_come_by_themselves_after_a_bad_line(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = begin(alice, bob, "mancala", "north")
    alice.play("p9")
    bob.sees(4)
    bob.player.forgive("/events")
    bob.player.alter().route("**/events", lambda route: route.abort(), times=1)
    bob.player.open(link)
    expect(bob.told("The moves so far can't be loaded at the moment.")).to_be_visible()
    expect(bob.page.get_by_role("region", name="Moves").get_by_role("listitem")).to_have_count(1)
    expect(bob.board.locator("[data-last]").first).to_be_attached()


@pytest.mark.nightly
def test_a_wish_that_a_later_one_has_overtaken_leaves_the_board_alone(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = begin(alice, bob, "mancala", "north")
    alice.play("p9")
    bob.sees(4)
    newest, asked = hold(bob, "**/events"), hold(bob, "**/events?ply=*")
    bob.player.open(link)
    bob.page.keyboard.press("r")
    bob.page.keyboard.press("v")
    with bob.page.expect_response("**/events?ply=*"):
        let_go(bob.page, asked)
    let_go(bob.page, newest)
    expect(bob.page.get_by_role("region", name="Moves").get_by_role("listitem")).to_have_count(1)
    expect(bob.scrubber).to_have_attribute("aria-valuetext", "Live, move 1")


@pytest.mark.nightly
def test_what_comes_late_does_what_was_pressed_and_typed_before(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = begin_unseen(alice, bob, "mancala", "north")
    bob.player.open(link)
    held = hold(alice, "**/chunks/enhancements-*.js")
    alice.page.goto(link, wait_until="commit")
    expect(alice.scrubber).to_have_attribute("aria-valuetext", "Live, no moves yet")
    alice.page.get_by_role("textbox", name="Type a move").fill("9")
    alice.page.keyboard.press("Enter")
    alice.pick("Keys")
    let_go(alice.page, held)
    bob.sees(4)
    expect(alice.page.get_by_role("dialog", name="Keys")).to_be_visible()
    expect(alice.page).to_have_url(re.compile(f"{link}$"))


@pytest.mark.nightly
def test_who_may_watch_can_be_unfolded_again_after_a_bad_line(server_url, alice):
    alice = Person(alice)
    match = played.begin(server_url, "mancala")
    sit_down(alice, match.alice)
    alice.player.forgive("visibility-")
    lost: list[Route] = []

    def lose(route: Route) -> None:
        lost.append(route)
        route.abort() if len(lost) == 1 else route.continue_()

    alice.player.alter().route("**/chunks/visibility-*.js", lose)
    alice.player.open(match.path)
    fold = alice.page.locator("#visibility summary")
    expect(alice.page.get_by_role("button", name="Offer a draw")).to_be_visible()
    fold.click()
    expect(alice.told("No connection. Who may watch can't be changed now.")).to_be_visible()
    fold.click()
    expect(alice.page.get_by_role("radio", name="Only people who have the link")).to_be_visible()


def test_what_is_pressed_before_the_script_has_come_is_done_then_and_what_got_lost_comes_later(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = begin_unseen(alice, bob, "mancala", "north")
    bob.player.open(link)
    alice.player.forgive("enhancements-")
    held, lost = [], []

    def lose(route: Route) -> None:
        lost.append(route)
        route.abort() if len(lost) == 1 else route.continue_()

    alice.player.alter().route("**/chunks/board-*.js", lambda route: held.append(route))
    alice.page.route("**/chunks/enhancements-*.js", lose)
    alice.page.goto(link, wait_until="commit")
    for fold in ("#chat", "#visibility"):
        alice.page.locator(f"{fold} summary").click()
    while not alice.board.get_attribute("data-early"):
        alice.stop("p9").click()
    expect(alice.board).to_have_attribute("data-early", "p9")
    let_go(alice.page, held)
    expect(alice.told("Keys, hints and offers are ready.")).to_be_visible()
    bob.sees(4)
    expect(alice.page.get_by_role("textbox", name="Message")).to_be_visible()
    expect(alice.page.get_by_role("radio", name="Nobody but the two players")).to_be_visible()
    alice.page.keyboard.press("?")
    expect(alice.page.get_by_role("dialog", name="Keys")).to_be_visible()
