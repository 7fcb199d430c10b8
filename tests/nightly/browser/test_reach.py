"""Reachability of everything: on a small phone, at high zoom, and in forced colours."""

import pytest
from playwright.sync_api import expect

from games_app.games.rules import GAMES
from games_app.lib.names import LONGEST
from tests.browser.lobby import begin, choose, sit_down
from tests.browser.playing import Person
from tests.faults.visitor import Visitor
from tests.played import Played

PHONE = {"width": 360, "height": 740}
ENLARGED = {"width": 320, "height": 256}
"""A window of 1280 by 1024 at 400 %."""
WINDOWS = [(320, 256), (360, 740), (500, 800), (660, 600), (768, 1024), (900, 800), (1100, 700)]
"""Width and height: the narrowest of each arrangement of a page."""

SPACE_OUT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* {
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
    line-height: 1.5 !important;
  }`);
  document.adoptedStyleSheets.push(sheet);
}"""
"""Space text as widely as readers may (WCAG 2.2, 1.4.12). Any usual font is then as wide as the widest."""
BACK_TO_NORMAL = "() => void document.adoptedStyleSheets.pop()"
TOO_WIDE = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const right = (node) => node.getBoundingClientRect().right;
  const turns = [...document.querySelectorAll(".seat-turn")];
  return scrollWidth > clientWidth || turns.some((turn) => right(turn) > right(turn.closest(".seat")));
}"""
"""Script that says whether the page scrolls sideways, or a seat cuts off the turn."""

OUT_OF_REACH = """(least) => {
  const width = document.documentElement.clientWidth;
  const bad = document.documentElement.scrollWidth > width ? ["the page scrolls sideways"] : [];
  const within = document.querySelector("dialog[open], :popover-open") ?? document.body;
  const targets = "a[href], button, input, select, summary, [data-stop][data-playable]";
  for (const node of within.querySelectorAll(targets)) {
    const seen = node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]");
    if (!seen || node.disabled) continue;
    node.focus();
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    const [box] = node.getClientRects();
    if (!box || box.width < 2) continue;
    const middle = (start, length, end) => Math.min(Math.max(start + length / 2, 1), end - 2);
    const [x, y] = [middle(box.left, box.width, innerWidth), middle(box.top, box.height, innerHeight)];
    const there = document.elementFromPoint(x, y);
    const target = node.closest("label") ?? node;
    const name = `${node.tagName} ${node.getAttribute("aria-label") ?? target.textContent.trim()}`;
    if (!node.contains(there) && !target.contains(there)) bad.push(`${name} lies under something`);
    const { width: across, height: down } = target.getBoundingClientRect();
    const inText = node.tagName === "A" && node.closest("p, li, dd");
    if (!inText && Math.min(across, down) < least - 0.5) bad.push(`${name} is ${across} by ${down}`);
  }
  return bad;
}"""


@pytest.mark.parametrize("game", ["mancala", "morris", "checkers", "congkak"])
def test_a_match_and_what_leads_to_it(player, game):
    alice = Person(player("alice", reduced_motion="reduce"))
    page = alice.page
    for path, words in (
        (f"/learn/{game}", "Show me"),
        (f"/learn/{game}/course", "Show me"),
        (f"/rules/{game}", "The beginning."),
        ("/lobby", "Play now"),
        ("/", "Watch"),
    ):
        alice.player.open(path)
        expect(page.get_by_text(words, exact=True).first).to_be_visible()
        is_in_reach(alice)
    alice.player.open(f"/new/{game}")
    is_in_reach(alice)
    choose(page, "Your side", "Both sides")
    page.get_by_role("button", name="Create invitation").click()
    expect(alice.marked.first).to_be_visible()
    expect(page.get_by_role("textbox", name="Type a move")).to_be_visible()
    is_in_reach(alice)
    if game == "morris":
        alice.button("More").click()
        is_in_reach(alice)
        page.keyboard.press("Escape")
        for entry in ("Keys", "Board and sound", "Resign"):
            alice.pick(entry)
            expect(page.get_by_role("dialog")).to_be_visible()
            is_in_reach(alice)
            page.keyboard.press("Escape")


@pytest.mark.parametrize("language", ["en-GB", "ms-MY", "es-ES"])
@pytest.mark.parametrize("game", ["mancala", "morris"])
def test_no_page_scrolls_sideways_where_the_text_is_wide(server_url, player, game, language):
    alice = Person(player("alice", reduced_motion="reduce", locale=language))
    owner, bob = Visitor(server_url), Visitor(server_url)
    first, second = GAMES[game].roles
    ended, running = (
        Played(owner.make_match(game, first, name="W" * LONGEST), game, owner, bob) for _ in range(2)
    )
    for match in (ended, running):
        bob.join(match.id, "M" * LONGEST)
    ended.tell(second, "resign")
    sit_down(alice, owner)
    paths = ("/", "/lobby", "/history", f"/rules/{game}", f"/new/{game}")
    found = {path: too_wide(alice, path) for path in (running.path, ended.path, *paths)}
    assert not any(found.values()), found


def is_in_reach(one: Person) -> None:
    """Judge the page once it has come, and with its text spaced out."""
    one.player.complete()
    check_reach(one)
    one.page.evaluate(SPACE_OUT)
    check_reach(one)
    one.page.evaluate(BACK_TO_NORMAL)


def check_reach(one: Person) -> None:
    for window, least in ((ENLARGED, 0), (PHONE, 44)):
        one.player.resize(**window)
        assert one.page.evaluate(OUT_OF_REACH, least) == [], f"{one.page.url} {window}"


def too_wide(one: Person, path: str) -> list[tuple[int, int]]:
    """Return the windows in which a page scrolls sideways while its text is spaced out."""
    one.player.open(path)
    one.page.evaluate(SPACE_OUT)
    found = []
    for window in WINDOWS:
        one.player.resize(*window)
        if one.page.evaluate(TOO_WIDE):
            found.append(window)
    return found


def test_forced_colours_still_show_the_turn_the_place_and_the_choice(player):
    alice = Person(player("alice", forced_colors="active", reduced_motion="reduce"))
    bob = Person(player("bob", forced_colors="active", reduced_motion="reduce"))
    begin(alice, bob, "mancala", "north")
    for stop in ("p8", "p9"):
        alice.play(stop)
    alice.sees(9)
    page = alice.page

    def looks(selector: str, *styles: str) -> list[str]:
        found: list[str] = page.locator(selector).evaluate(
            "(node, styles) => styles.map((style) => getComputedStyle(node)[style])", list(styles)
        )
        return found

    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, forced_colors="active")
        edge = ("borderInlineStartColor", "outlineStyle")
        assert looks("#seat-far", *edge) != looks("#seat-near", *edge), "whose turn it is"
        moves = page.get_by_role("region", name="Moves").get_by_role("link")
        now, before = (
            moves.nth(n).evaluate("node => getComputedStyle(node).backgroundColor") for n in (1, 0)
        )
        assert now != before, "which move is shown"
        assert looks('[data-step="last"]', "color") != looks('[data-step="first"]', "color"), (
            "what does nothing"
        )
    assert looks("game-board", "forcedColorAdjust") == ["none"], (
        "a board keeps the contrast of its own colours"
    )
    alice.player.open("/rules/morris")
    assert looks(".switch [aria-current] >> nth=0", "borderBottomWidth") != looks(
        ".switch a:not([aria-current]) >> nth=0", "borderBottomWidth"
    )
