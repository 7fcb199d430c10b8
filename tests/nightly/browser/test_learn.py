"""Guides, courses and the sowing trainer are played with only the page's texts and names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games_app.games.catalogue import COURSES, GUIDES
from games_app.games.rules import get_game
from games_app.games.sowing_series import LENGTH, Level, series
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


def test_a_course_asks_again_after_a_weaker_move_and_keeps_what_is_solved(learner):
    alice = learner()
    page = alice.player.open("/learn/mancala/course")
    lesson = COURSES["mancala"].lessons[0].step
    play(alice, "mancala", "pick p3")
    expect(page.get_by_text("There is a better move. Look again.")).to_be_visible()
    for move in lesson.moves:
        play(alice, "mancala", move.shown)
    expect(alice.told(str(lesson.after))).to_be_visible()
    alice.press(page.get_by_role("button", name="Next lesson"))
    page.reload()
    expect(page.get_by_role("link", name=re.compile("^1 ?Nearest first ?done"))).to_be_visible()


def test_sowings_are_foreseen_by_keys_and_counted(learner):
    alice = learner(by_keys)
    page = alice.player.open("/learn/oware/sowing/captures/abc")
    for n, sowing in enumerate(series(get_game("oware"), Level.CAPTURES, "abc"), 1):
        expect(page.get_by_role("heading", name=f"Sowing {n} of {LENGTH}")).to_be_visible()
        # The first answer is wrong.
        stop = sowing.falls[-1] if n > 1 else str(int(sowing.falls[-1]) % 12 + 1)
        alice.press(page.get_by_role("button", name=re.compile(f"^house {stop},")))
        alice.press(page.get_by_role("button", name=str(sowing.taken or "Nothing"), exact=True))
        expect(page.get_by_text("Right!" if n > 1 else "Not quite.")).to_be_visible()
        if n < LENGTH:
            alice.press(page.get_by_role("button", name="Next sowing"))
    expect(page.get_by_text("9 of 10 right: you see through every sowing.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name=re.compile("^3 ?Captures ?best: 9 of 10"))).to_be_visible()
