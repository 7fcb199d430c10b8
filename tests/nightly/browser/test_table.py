"""The match page stays in its place when the connection is lost, and its menu works by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import at_the_board, sit_down
from tests.browser.playing import Person
from tests.played import begin as begin_unseen

FIXED = ["#board", "#seat-near", ".word", ".steps", "#moves-title", "#panel-about"]
PLACES = """(fixed) => fixed.map((selector) => {
  const { left, top } = document.querySelector(selector).getBoundingClientRect();
  return `${selector} ${Math.round(left)} ${Math.round(top)}`;
})"""


@pytest.mark.parametrize("window", [(1440, 900), (820, 1180), (390, 844)])
@pytest.mark.parametrize("game", ["mancala", "morris"])
def test_nothing_jumps_when_the_connection_is_lost(server_url, alice, game, window):
    match = begin_unseen(server_url, game)
    sit_down(Person(alice), match.alice)
    alice.resize(*window)
    page, lost = alice.alter(), False
    page.route_web_socket(re.compile("/ws/m/"), lambda one: one.close() if lost else one.connect_to_server())
    alice.open(match.path)
    expect(page.locator(".seat-presence[data-here=true]")).to_have_count(1)  # told once the socket is open
    before, lost = page.evaluate(PLACES, FIXED), True
    alice.reload()
    expect(page.locator("#delivery")).to_have_text(re.compile(r"^No connection, trying again in \d+ s$"))
    assert page.evaluate(PLACES, FIXED) == before


def test_the_menu_is_used_by_keys_and_gives_the_focus_back(server_url, alice):
    alice = Person(alice)
    at_the_board(begin_unseen(server_url, "mancala"), alice=alice)
    page, keys = alice.page, alice.page.keyboard
    more, menu = alice.button("More"), page.get_by_role("group", name="More")
    more.focus()
    keys.press("Enter")
    expect(menu).to_be_visible()
    keys.press("Tab")
    expect(menu.get_by_role("button", name="Show the move again")).to_be_focused()
    keys.press("Escape")
    expect(menu).to_be_hidden()
    expect(more).to_be_focused()
    alice.pick("Keys")
    expect(menu).to_be_hidden()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys.press("Escape")
    expect(more).to_be_focused()  # closed, the dialog gives the focus back
    alice.pick("Sound")
    expect(menu.get_by_role("button", name="Sound", exact=True, pressed=False)).to_be_visible()
    page.mouse.click(5, 5)
    expect(menu).to_be_hidden()
