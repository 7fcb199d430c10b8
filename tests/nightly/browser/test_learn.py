"""Each guide can be followed to its end with only the page's texts and names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games_app.games.catalogue import GUIDES
from games_app.rules import get_game
from tests.browser.keys import by_keys
from tests.browser.lobby import make
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


def have_shown(one: Person) -> None:
    """Ask what to look at, then for the move."""
    one.press(one.button("Show me"))
    one.press(one.button("Show the move"))


@pytest.mark.parametrize(
    ("game", "press"),
    [
        ("mancala", by_keys),
        pytest.param("morris", by_mouse, marks=pytest.mark.nightly),
        pytest.param("checkers", by_mouse, marks=pytest.mark.nightly),
        pytest.param("congkak", by_finger, marks=pytest.mark.nightly),
    ],
)
def test_a_guide_leads_through_the_game_to_a_first_match(learner, game, press):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    alice = learner(press, **phone if press is by_finger else {})
    alice.player.open(f"/learn/{game}")
    walk(alice, game)


def test_who_errs_is_told_why_and_who_asks_is_shown(learner):
    alice = learner()
    page = alice.player.open("/learn/congkak#3")
    again = GUIDES["congkak"].steps[2]
    at_step(page, 3, again.title)
    play(alice, "congkak", "scoop 9")
    expect(alice.told("House 9 is not yours. Yours are 1 to 7.")).to_be_visible()
    expect(alice.marked).to_have_count(4)
    play(alice, "congkak", "scoop 7")
    expect(alice.told("Legal, but this step asks for house 4.")).to_be_visible()
    expect(alice.marked).to_have_count(1)
    page.emulate_media(color_scheme="dark")
    alice.player.check_accessibility()
    have_shown(alice)
    expect(page.get_by_text(str(again.moves[1].task))).to_be_visible()
    alice.press(alice.button("Show me"))
    expect(alice.told(str(again.after))).to_be_visible()
    play(alice, "congkak", "scoop 7")
    expect(alice.told("This step is done")).to_be_visible()
    alice.button("Once more").click()
    expect(page.get_by_text(str(again.task))).to_be_visible()
    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Both at once").click()
    at_step(page, 6, "Both at once")
    page.go_back()
    at_step(page, 3, again.title)
    steps = page.get_by_role("navigation", name="Steps").get_by_role("link")
    expect(steps.filter(has_text="done")).to_have_text(re.compile(str(again.title)))


@pytest.mark.parametrize(
    ("game", "step", "lit", "missed", "told"),
    [
        pytest.param(
            "congkak", 1, 1, "scoop 3", "Legal, but this step asks for house 6.", marks=pytest.mark.nightly
        ),
        pytest.param(
            "mancala", 3, 1, "pick p4", "Legal, but this step asks for pit 5.", marks=pytest.mark.nightly
        ),
        ("checkers", 5, 1, "move 6 2 7 3", "Legal, but this step asks for c7-b8 or c7-d8."),
        pytest.param(
            "morris", 2, 17, "place outer w", "Legal, but this step asks for g7.", marks=pytest.mark.nightly
        ),
    ],
)
def test_a_step_lights_what_it_names_and_says_what_it_asks_for(learner, game, step, lit, missed, told):
    alice = learner()
    at_step(alice.player.open(f"/learn/{game}#{step}"), step, GUIDES[game].steps[step - 1].title)
    expect(alice.marked).to_have_count(lit)
    for place in places(alice.page, game, missed)[:1]:
        alice.press(place)
    expect(alice.told(told)).to_be_visible()
    expect(alice.marked).to_have_count(1)


def test_on_a_short_phone_the_answer_comes_into_sight(learner):
    alice = learner(by_finger, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    at_step(alice.player.open("/learn/congkak#1"), 1, "Scoop")
    play(alice, "congkak", "scoop 3")
    expect(alice.told("Legal, but this step asks for house 6.")).to_be_in_viewport(ratio=1)


@pytest.mark.nightly
def test_skipping_to_the_page_leaves_the_step_as_it_is(learner):
    alice = learner(by_keys)
    page = alice.player.open("/learn/congkak#3")
    move = GUIDES["congkak"].steps[2].moves[1]
    have_shown(alice)
    expect(page.get_by_text(str(move.task))).to_be_visible()
    alice.press(page.get_by_role("link", name="Skip to the page"))
    expect(page).to_have_url(re.compile("#main$"))
    at_step(page, 3, GUIDES["congkak"].steps[2].title)
    expect(page.get_by_text(str(move.task))).to_be_visible()


@pytest.mark.nightly
def test_the_way_back_leads_to_where_one_had_come_and_nothing_is_offered_twice(learner, bob):
    alice, bob = learner(), Person(bob)
    link = make(bob, "mancala", name="bob")
    alice.player.open(link)
    alice.page.get_by_role("link", name="Learn it in 5 short steps").click()
    at_step(alice.page, 1, "Sow")
    alice.press(alice.button("Show me"))
    expect(alice.told(str(GUIDES["mancala"].steps[0].after))).to_be_visible()
    alice.player.check_accessibility()
    alice.player.open("/learn/mancala")
    at_step(alice.page, 2, "Move again")
    alice.player.open(link)
    expect(alice.page.get_by_label("Your name")).to_be_visible()
    expect(alice.page.get_by_text("New to Mancala?")).to_be_hidden()
    expect(bob.page.get_by_text("New to Mancala?")).to_be_visible()
    bob.button("No, thanks").click()
    expect(bob.page.get_by_text("New to Mancala?")).to_be_hidden()
    bob.player.reload()
    expect(bob.page.get_by_label("Link to the match")).to_be_visible()
    expect(bob.page.get_by_text("New to Mancala?")).to_be_hidden()


@pytest.mark.nightly
def test_no_is_taken_for_an_answer_though_the_line_is_dead(learner):
    alice = learner()
    make(alice, "mancala")
    page = alice.page
    alice.player.forgive("ERR_INTERNET_DISCONNECTED")
    offer = page.get_by_text("New to Mancala?")
    expect(offer).to_be_visible()
    page.context.set_offline(True)
    alice.button("No, thanks").click()
    expect(offer).to_be_hidden()
    page.context.set_offline(False)


@pytest.mark.nightly
def test_who_asks_is_told_what_to_look_at_before_the_move_is_shown(learner):
    alice = learner()
    page = alice.player.open("/learn/morris#2")
    alice.press(alice.button("Show me"))
    expect(alice.told("You can close a mill with these stones.")).to_be_visible()
    rings = alice.board.locator(".hint-ring")
    expect(rings).to_have_count(2)
    alice.player.check_accessibility()
    play(alice, "morris", GUIDES["morris"].steps[1].moves[0].shown)
    expect(rings).to_have_count(0)
    expect(page.get_by_role("button", name="Show me")).to_be_visible()
