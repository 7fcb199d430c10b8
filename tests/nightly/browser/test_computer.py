"""Alice plays the computer, at its lowest level and a quick pace, each game from the form to the result."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import TURN, choose, send
from tests.browser.playing import Person, by_finger, play_on
from tests.engine_worker import EngineWorker
from tests.server import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SHORT = {"congkak": {"Length": "One round"}}


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site whose computer makes hardly any pauses."""
    folder = tmp_path_factory.mktemp("quick")
    with Server(folder, {"COMPUTER_PACE": "0.02"}) as running, EngineWorker(folder, only="replies"):
        yield running


def begin(alice: Person, game: str, level: str = "Beginner") -> None:
    page = alice.player.open(f"/computer/{game}")
    page.get_by_label("Your name").fill("alice")
    for group, choice in {"How strong": level, **SHORT.get(game, {})}.items():
        choose(page, group, choice)
    alice.press(page.get_by_role("button", name="Start the game"))
    expect(alice.told(TURN)).to_be_visible()
    alice.player.complete()
    alice.still()


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["mancala", "morris", "checkers", "congkak"])
def test_a_whole_game_is_played_against_the_computer(player, quick, game):
    alice = Person(player("alice", base_url=quick.url))
    begin(alice, game)
    play_on([alice], random.Random(3))
    headline = alice.result.get_by_role("heading").inner_text()
    assert headline in ("You won", "Computer (Beginner) won", "A draw")


def test_one_press_on_the_first_page_starts_a_game_on_a_phone(player, quick):
    alice = Person(player("alice", base_url=quick.url, **PHONE), by_finger)
    page = alice.player.open("/")
    alice.press(page.get_by_role("button", name="Play the computer"))
    expect(alice.told("Your turn")).to_be_visible()
    expect(page.get_by_text("Computer (Beginner)").first).to_be_visible()
    alice.player.complete()


@pytest.mark.nightly
def test_the_board_names_the_computer_in_the_readers_language(player, quick):
    alice = Person(player("alice", base_url=quick.url))
    alice.player.alter().add_init_script(
        'globalThis.catalogue = {"Computer (Beginner)": "Komputer (Pemula)"}'
    )
    begin(alice, "mancala")
    expect(alice.page.locator(".seat-name", has_text="Komputer (Pemula)")).to_be_visible()


def test_the_computer_is_there_and_takes_moves_back_and_plays_again(player, quick):
    alice = Person(player("alice", base_url=quick.url))
    begin(alice, "mancala")
    page = alice.page
    expect(page.get_by_text("away", exact=True)).to_have_count(0)
    alice.play("p6")
    # Asked sooner, it could cross the computer's move on the way, which ends what was asked before it.
    expect(alice.scrubber).to_have_attribute("aria-valuetext", re.compile(r"^Live, move [2-9]"))
    expect(alice.told("Your turn")).to_be_visible()
    alice.press(alice.button("Take back"))
    alice.sees(0)
    expect(alice.told("Your turn")).to_be_visible()
    alice.resign()
    alice.press(alice.button("Rematch"))
    expect(alice.told(TURN)).to_be_visible()


@pytest.mark.nightly
def test_whoever_plays_the_computer_while_an_invitation_waits_is_told_who_has_come(player, quick):
    alice, bob = (Person(player(name, base_url=quick.url)) for name in ("alice", "bob"))
    link = send(alice, "/new/mancala", name="alice", side="north", visibility="link")
    begin(alice, "mancala")
    send(bob, f"{link}/join", name="bob")
    prompts = alice.page.get_by_role("list", name="Offers and notices")
    expect(prompts).to_contain_text("bob is there: your match has begun.")
    alice.press(prompts.get_by_role("button", name="Go to your match"))
    expect(alice.page).to_have_url(link)


def test_the_form_and_the_choice_of_games_are_accessible(player, quick):
    alice = player("alice", base_url=quick.url)
    for path in ("/computer", "/computer/congkak"):
        alice.open(path)
        alice.check_accessibility()
