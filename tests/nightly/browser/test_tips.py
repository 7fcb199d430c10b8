"""A tip on request: what to look at, then the move. Everybody at the match sees that one was taken."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lobby import begin
from tests.browser.playing import Person, by_finger
from tests.engine_worker import EngineWorker
from tests.nightly.browser.test_computer import begin as begin_with_computer
from tests.server import Server


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site whose computer makes hardly any pauses."""
    folder = tmp_path_factory.mktemp("quick")
    with Server(folder, {"COMPUTER_PACE": "0.02"}) as running, EngineWorker(folder, only="replies"):
        yield running


def prompt(one: Person) -> Locator:
    return one.page.get_by_role("list", name="Offers and notices").get_by_role("listitem")


def ring(one: Person) -> Locator:
    return one.board.locator(".hint-ring")


def taken(one: Person, words: str) -> Locator:
    return one.page.locator(".tips-taken", has_text=words)


def test_the_computer_gives_a_tip_in_two_steps_and_the_result_says_so(player, quick):
    alice = Person(player("alice", base_url=quick.url))
    begin_with_computer(alice, "mancala")
    alice.press(alice.button("Tip"))
    expect(prompt(alice)).to_contain_text("Tip: ")
    expect(alice.button("Show the move")).to_be_visible()
    alice.player.check_accessibility()
    alice.press(alice.button("Show the move"))
    expect(prompt(alice)).to_have_text(re.compile(r"^Tip: try pit \d+\."))
    expect(ring(alice).first).to_be_attached()
    alice.press(alice.button("Close"))
    expect(ring(alice)).to_have_count(0)
    expect(prompt(alice)).to_have_count(0)
    alice.resign()
    expect(alice.result).to_contain_text("You took 1 tip.")
    alice.player.reload()
    expect(taken(alice, "You took 1 tip.").last).to_be_visible()
    page = alice.player.open("/history?mine=1")
    expect(page.get_by_text("with tips")).to_be_visible()


@pytest.mark.nightly
def test_a_tip_is_gone_with_the_move_and_comes_by_keys_too(player, quick):
    alice = Person(player("alice", base_url=quick.url))
    begin_with_computer(alice, "mancala")
    alice.button("Tip").focus()
    expect(alice.button("Tip")).to_be_enabled()
    alice.page.keyboard.press("Enter")
    expect(alice.button("Show the move")).to_be_visible()
    alice.play("p8")
    expect(prompt(alice)).to_have_count(0)
    expect(ring(alice)).to_have_count(0)


def test_the_other_player_and_a_watcher_see_that_one_was_taken_and_cannot_take_one_themselves(player, quick):
    alice, bob, carol = (Person(player(name, base_url=quick.url)) for name in ("alice", "bob", "carol"))
    link = begin(alice, bob, "mancala", "north", tips="both")
    carol.player.open(link)
    expect(carol.told("alice's turn")).to_be_visible()
    expect(carol.button("Tip")).to_have_count(0)
    expect(bob.button("Tip")).to_be_disabled()
    alice.press(alice.button("Tip"))
    expect(alice.button("Show the move")).to_be_visible()
    for one in (bob, carol):
        expect(one.told("alice took a tip.")).to_be_visible()
        expect(taken(one, "alice took 1 tip.").first).to_be_attached()
        expect(ring(one)).to_have_count(0)


def test_nobody_fetches_them_where_the_players_did_not_agree(player, quick):
    alice, bob = (Person(player(name, base_url=quick.url)) for name in ("alice", "bob"))
    fetched: list[str] = []
    alice.page.on("request", lambda request: fetched.append(request.url))
    begin(alice, bob, "mancala", "north")
    alice.player.complete()
    expect(alice.button("Tip")).to_have_count(0)
    assert not [url for url in fetched if "tips" in url]


@pytest.mark.nightly
def test_on_a_short_phone_it_is_in_the_menu_and_leaves_the_board_its_place(player, quick):
    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    alice = Person(player("alice", base_url=quick.url, **phone), by_finger)
    begin_with_computer(alice, "mancala")
    before = alice.board.bounding_box()
    alice.press(alice.page.locator("#more"))
    alice.press(alice.button("Tip"))
    expect(alice.button("Show the move")).to_be_in_viewport(ratio=1)
    expect(alice.told("Your turn")).to_be_in_viewport(ratio=1)
    assert alice.board.bounding_box() == before
