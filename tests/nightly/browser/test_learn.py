"""Each guide can be followed to its end with only the page's texts and names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games_app.games.catalogue import GUIDES
from games_app.games.rules import get_game
from tests.browser.keys import by_keys
from tests.browser.playing import Person, Press, by_finger, by_mouse

PLACE = {"mancala": "pit {}", "congkak": "house {}"}
"""Name of a place, if not its coordinate."""


@pytest.fixture
def learner(player):
    def arrive(press: Press = by_mouse, **options) -> Person:
        return Person(player("alice", reduced_motion="reduce", **options), press)

    return arrive


def places(page: Page, game: str, action: str) -> list[Locator]:
    """Return the names of the board's buttons for an action."""
    written = re.findall(r"[a-h][1-8]|\d+", get_game(game).notation(action))
    names = [PLACE.get(game, "{}").format(one) for one in written]
    return [page.get_by_role("button", name=re.compile(f"^{name}(,|$)")) for name in names]


def play(one: Person, game: str, action: str) -> None:
    """Press what the action is made of, and wait for the answer: until it comes the board takes no other."""
    for place in places(one.page, game, action):
        one.press(place)
    expect(one.page.locator("game-board[data-locked]")).to_have_count(0)


def at_step(page: Page, n: int, title: object) -> None:
    expect(page.get_by_role("heading", name=f"{n}. {title}")).to_be_visible()
    expect(page.get_by_role("navigation", name="Steps").locator("[aria-current=step]")).to_contain_text(
        str(n)
    )
    page.wait_for_load_state()


def walk(one: Person, game: str) -> None:
    """Go from the first step to the last, playing the move shown on request."""
    page = one.page
    for n, step in enumerate(GUIDES[game].steps, 1):
        at_step(page, n, step.title)
        for move in step.moves:
            if not move.by_itself:
                expect(page.get_by_text(str(move.task or step.task))).to_be_visible()
                play(one, game, move.shown)
        expect(one.told(str(step.after))).to_be_visible()
        if n < len(GUIDES[game].steps):
            one.press(page.get_by_role("button", name="Next step"))
    expect(page.get_by_role("main").get_by_role("link", name="All the rules")).to_be_visible()
    one.press(page.get_by_role("main").get_by_role("link", name="Play with a friend"))
    expect(page).to_have_url(re.compile(f"/new/{game}$"))


@pytest.mark.parametrize(
    ("game", "press"),
    [
        ("mancala", by_keys),
        ("morris", by_mouse),
        ("checkers", by_mouse),
        ("congkak", by_finger),
    ],
)
def test_a_guide_leads_through_the_game_to_a_first_match(learner, game, press):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    alice = learner(press, **phone if press is by_finger else {})
    alice.player.open(f"/learn/{game}")
    walk(alice, game)
