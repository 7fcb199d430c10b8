"""The head of every page fits any window: one row, nothing scrolls sideways, the rest in a menu."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from games_app.lib.names import LONGEST
from tests.browser.lobby import sit_down
from tests.browser.playing import Person
from tests.faults.visitor import Visitor
from tests.nightly import nightly_except
from tests.played import Played

WIDTHS = [320, 344, 360, 390, 412, 480, 540, 640, 703, 768, 820, 912, 1024, 1100, 1280, 1366, 1440, 1920]
ONE_ROW = 52
"""Maximum height of the head in pixels, without the padding around it."""
FAULTS = """(height) => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
  const head = document.querySelector(".masthead");
  const { paddingTop, paddingBottom } = getComputedStyle(head);
  const rows = head.getBoundingClientRect().height - parseFloat(paddingTop) - parseFloat(paddingBottom);
  if (rows > height) found.push(`the head is ${rows} high`);
  let end = 0;
  for (const node of head.querySelectorAll("a, button")) {
    if (!node.checkVisibility()) continue;
    const { left, right } = node.getBoundingClientRect();
    const name = node.textContent.trim();
    if (left < end - 1 || right > innerWidth) found.push(`${name} from ${left} to ${right}`);
    if (right - left < 43.5) found.push(`${name} is narrow`);
    end = right;
  }
  return found;
}"""


@dataclass
class Busy:
    """A player with the longest name, the turn in two matches, and an invitation to a third."""

    visitor: Visitor
    wide: str
    square: str


@pytest.fixture(scope="module")
def busy(server_url: str) -> Busy:
    alice, bob = Visitor(server_url), Visitor(server_url)
    name = "M" * LONGEST

    def begin(game: str, side: str) -> Played:
        match = Played(alice.make_match(game, side, name=name), game, alice, bob)
        bob.join(match.id, "bob")
        return match

    over, wide, square = begin("mancala", "north"), begin("mancala", "north"), begin("morris", "white")
    over.tell("south", "resign")
    bob.send(f"{over.path}/again")
    return Busy(alice, wide.path, square.path)


@pytest.mark.parametrize("language", nightly_except(["en-GB", "ms-MY", "id-ID", "es-ES", "zh-CN"], "es-ES"))
def test_the_head_is_one_row_in_every_window(player, busy, language):
    alice = Person(player("alice", locale=language))
    sit_down(alice, busy.visitor)
    found = {}
    for path in ("/about", busy.wide, busy.square):
        page = alice.player.open(path)
        expect(page.locator(".masthead .badge")).to_have_text(
            [re.compile("^1"), "2" if path == "/about" else "1"]
        )
        for width in WIDTHS:
            alice.player.resize(width, 720)
            if faults := page.evaluate(FAULTS, ONE_ROW):
                found[path, width] = faults
    assert not found


@pytest.mark.parametrize("javascript", [True, False])
def test_on_a_phone_the_rest_is_in_a_menu(player, javascript):
    alice = player("alice", viewport={"width": 360, "height": 640}, java_script_enabled=javascript)
    alice.forgive("csp$")  # so Chromium says that no script runs
    page = alice.page
    page.goto("/about")
    menu = page.locator("#site-menu")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    for name in ("Puzzles", "Learn", "History", "Rules"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    menu.get_by_role("link", name="Puzzles").click()
    expect(page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()


def test_the_settings_of_the_menu_give_the_focus_back_to_its_button(player):
    alice = player("alice", viewport={"width": 360, "height": 640})
    page = alice.open("/about")
    button = page.get_by_role("button", name="Menu")
    button.click()
    alice.check_accessibility()
    page.get_by_role("button", name="Board and sound").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator("#site-menu")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
