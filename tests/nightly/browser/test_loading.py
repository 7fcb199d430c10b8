"""A page's resources are requested at once, compressed, and cached for ever."""

from playwright.sync_api import Page, Route, expect

from tests import played
from tests.browser.lobby import begin_unseen, sit_down
from tests.browser.page_figures import figures, midway
from tests.browser.playing import Person, patiently

FETCHED = """() => performance.getEntriesByType("resource").map(({ name }) => name)
  .filter((name) => name.endsWith(".js"))"""
TITLE_FACES = "() => [...document.fonts].map(({ family }) => family)"
LISTED = """() => [...document.head.querySelectorAll("link[rel=modulepreload], script[src]")]
  .map((one) => one.href ?? one.src)"""


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


def test_a_match_in_its_middle_takes_16_requests_and_90_kb_and_nothing_in_it_shifts(browser, server_url):
    match = midway(server_url, "congkak")
    seen = figures("match", browser, match.other(match.mover), match.path, runs=1)
    assert seen.requests <= 16, seen.text()
    assert seen.weight < 90_000, seen.text()
    assert seen.shift < 0.0005, seen.text()


def test_a_match_has_the_face_of_titles_where_the_browser_has_it_from_another_page(server_url, alice):
    match = played.begin(server_url, "mancala")
    sit_down(Person(alice), match.alice)
    page = alice.open(match.path)
    assert page.evaluate(TITLE_FACES) == []
    alice.open("/").wait_for_load_state("networkidle")
    page.evaluate("(path) => location.assign(path)", match.path)
    page.wait_for_url(f"**{match.path}")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(TITLE_FACES) == ["Alegreya"]


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


def test_press_before_the_script_has_come_is_done_then_and_a_lost_script_comes_later(alice, bob):
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
