"""The match page on a phone and in larger windows: nothing is cut, and nothing jumps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import open_as_it_comes, text_of
from tests.browser.lobby import at_the_board, sit_down
from tests.browser.playing import Person
from tests.browser.shifts import WATCH_SHIFTS
from tests.played import begin

IN_SIGHT = """() => Object.fromEntries(
  ["#board", "#seat-near", ".word", ".steps", ".track", ".match-actions", "#panel-moves"]
    .map((name) => [name, document.querySelector(name)?.getBoundingClientRect()])
    .filter(([, box]) => box?.height && box.top < innerHeight)
    .map(([name, { left, top }]) => [name, `${Math.round(left)} ${Math.round(top)}`]),
)"""

WINDOWS = [(1440, 900), (820, 1180), (390, 844), (360, 640)]


@pytest.mark.parametrize("window", [(360, 640), (390, 844)])
def test_result_of_a_move_is_told_to_its_end_on_a_phone(player, server_url, window):
    match = begin(server_url, "congkak", opening="south", rounds="3", name="Humble Sparrow III")
    bob = Person(player("bob"))
    bob.player.resize(*window)
    at_the_board(match, bob=bob)
    expect(bob.last_move).to_have_text("Round 1 of 3")
    match.play([("south", "scoop 3")])
    expect(bob.last_move).to_contain_text(re.compile("sows 7 from house 3; .*captures 9 shells[.]$"))
    # Less than a line: a tall font reaches a little below its last one.
    assert bob.last_move.evaluate("(node) => node.scrollHeight - node.clientHeight") < 8


@pytest.fixture
def match(server_url):
    """A match of mancala after two sowings."""
    match = begin(server_url, "mancala")
    match.play([("north", "pick p9"), ("south", "pick p1")])
    return match


def test_page_of_the_server_leaves_room_for_what_the_scripts_say(alice, carol, match):
    sit_down(Person(alice), match.alice)
    for one, windows in ((alice, WINDOWS), (carol, WINDOWS[-1:])):
        one.alter().add_init_script(WATCH_SHIFTS)
        for window in windows:
            one.resize(*window)
            one.open(match.path)
            expect(Person(one).last_move).to_contain_text("sows 4")
            assert one.page.evaluate("window.shifted") < 0.001, (
                one.name,
                window,
                one.page.evaluate("window.shifts"),
            )


@pytest.mark.parametrize("window", [(390, 844), (360, 640)])
def test_parts_painted_before_the_whole_page_has_come_stay_where_they_are(alice, match, window):
    sit_down(Person(alice), match.alice)
    alice.resize(*window)
    alice.open(match.path)
    expect(Person(alice).last_move).to_contain_text("sows 4")
    whole = alice.page.evaluate(IN_SIGHT)
    page = text_of(alice, match.path)
    for nxt in ('<section class="result"', '<section class="moves"', '<section class="more-about"'):
        open_as_it_comes(alice, match.path, page[: page.index(nxt)])
        painted = alice.page.evaluate(IN_SIGHT)
        assert ".match-actions" in painted
        assert painted == {name: place for name, place in whole.items() if name in painted}, nxt
