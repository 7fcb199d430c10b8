"""Sowing by hand: a shell for each click, key or stop on a drag, however slow the server."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Locator, WebSocketRoute, expect

from games_app.games.rules import IllegalAction, get_game
from tests.browser.keys import middle
from tests.browser.lobby import begin
from tests.browser.playing import Person, patiently
from tests.browser.watching import Frame, decisions, record, show_the_same, shows

ALONE = {"rounds": "1", "opening": "south", "sowing": "hand"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

SEED = 18
"""Seed of the dice: both turns are short."""


@pytest.fixture
def motion() -> str:
    return "no-preference"


class Finger:
    """A finger on a touch screen, which stays down until it is lifted."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.screen: CDPSession = person.page.context.new_cdp_session(person.page)
        self.at = (0.0, 0.0)

    def down(self, stop: str) -> None:
        self.at = middle(self.person.stop(stop))
        self._tell("touchStart")

    def over(self, *stops: str) -> None:
        """Move straight from one to the next, in a few steps each."""
        for stop in stops:
            (x, y), (to_x, to_y) = self.at, middle(self.person.stop(stop))
            for part in (0.25, 0.5, 0.75, 1):
                self.at = (x + (to_x - x) * part, y + (to_y - y) * part)
                self._tell("touchMove")

    def up(self) -> None:
        self._tell("touchEnd")

    def _tell(self, kind: str) -> None:
        points = [] if kind == "touchEnd" else [{"x": self.at[0], "y": self.at[1], "id": 1}]
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def hand(person: Person, role: str) -> Locator:
    """Return the number in a hand, while it is dragged."""
    return person.board.locator(f'[data-hand="{role}"]:not([display]) [data-held]')


def actions(person: Person, link: str) -> list[str]:
    """Return all actions, in order."""
    return [f"{event['role']} {event['plies'][0]['action']}" for event in decisions(record(person, link))]


def rows(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Moves").get_by_role("listitem")


@pytest.mark.parametrize(
    ("game", "first", "second", "options", "turn"),
    [
        ("congkak", "south", "north", ALONE, r"South \d+( \d+)*, \d+ shells$"),
        ("mancala", "north", "south", {"sowing": "hand"}, r"North \d+( \d+)*, \d+ stones$"),
        ("oware", "south", "north", {"sowing": "hand"}, r"South \d+, \d+ seeds$"),
    ],
)
def test_turns_by_click_and_by_key(alice, bob, game, first, second, options, turn):
    """Let the first click each marked stop; the second takes up by Enter and drops by the space bar alone."""
    alice, bob = Person(alice), Person(bob)
    link = begin(alice, bob, game, first, **options)
    for one in (alice, bob):
        one.still()
    dice = random.Random(SEED)
    sow(alice, bob, first, dice, click)
    sow(bob, alice, second, dice, press)
    events = decisions(record(bob, link))
    for one in (alice, bob):
        shows(one, game, events[-1]["position"]["facts"])
    expect(rows(alice)).to_have_count(sum(map(ends_a_turn, events)))
    expect(rows(alice).first).to_have_text(re.compile(turn))
    assert bob.page.evaluate("scrollY") == 0


def sow(
    person: Person, other: Person, role: str, dice: random.Random, drop: Callable[[Person], None]
) -> None:
    """Play a turn: scoop a house, then drop all shells of the hand."""
    expect(person.told("Your turn")).to_be_visible()
    for _ in patiently():
        if other.told("Your turn").is_visible():
            return
        for _ in range(holds(person, role)):
            drop(person)
        scoop(person, role, dice)


def holds(person: Person, role: str) -> int:
    """Return how many shells the page draws in a hand."""
    held = hand(person, role)
    return int(held.text_content() or 0) if held.is_visible() else 0


def scoop(person: Person, role: str, dice: random.Random) -> None:
    """Drop by key, if the page asks for it."""
    if person.told("to sow").is_visible() and (houses := person.marked.count()):
        person.marked.nth(dice.randrange(houses)).focus()
        person.page.keyboard.press("Enter")
        expect(hand(person, role)).to_be_visible()


def press(person: Person) -> None:
    person.page.keyboard.press("Space")


def click(person: Person) -> None:
    person.page.mouse.click(*middle(person.marked))


def ends_a_turn(event: Frame) -> bool:
    return any(step["do"] == "end" for ply in event["plies"] for step in ply["trace"])


def test_a_finger_draws_the_hand_over_the_houses_of_a_phone(player, bob):
    alice, bob = Person(player("alice", **PHONE)), Person(bob)
    link = begin(alice, bob, "congkak", "south", **ALONE)
    finger = Finger(alice)
    finger.down("3")
    finger.over("4", "5")
    expect(hand(alice, "south")).to_have_text("5")
    finger.up()
    expect(hand(bob, "south")).to_have_text("5")
    alice.player.reload()
    expect(hand(alice, "south")).to_have_text("5")
    expect(alice.told("Your turn: drop the next shell.")).to_be_visible()
    finger.down("5")
    finger.over("6", "7", "A", "8", "9", "10")
    finger.up()
    expect(hand(bob, "south")).to_have_text("7")
    assert actions(bob, link) == [
        "south scoop 3",
        *(f"south drop {stop}" for stop in "4 5 6 7 A 8 9 10".split()),
    ]
    assert alice.page.evaluate("scrollY") == 0
    show_the_same(alice, bob)


class Gate:
    """A gate between the server and a page: while it is closed, only beats pass."""

    def __init__(self, person: Person) -> None:
        self.closed = False
        self.waiting: list[str | bytes] = []
        person.player.alter().route_web_socket(re.compile("/ws/m/"), self._stand_between)

    def open(self) -> None:
        self.closed = False
        for message in self.waiting:
            self.page.send(message)

    def _stand_between(self, page: WebSocketRoute) -> None:
        self.page = page
        page.connect_to_server().on_message(self._pass)

    def _pass(self, message: str | bytes) -> None:
        if not self.closed:
            self.page.send(message)
        elif (told := json.loads(message))["kind"] == "beat":
            self.page.send(json.dumps(told | {"seq": 0}))
        else:
            self.waiting.append(message)


def test_far_from_the_server_shells_fall_as_fast_as_they_are_dropped(alice, bob):
    """No answer comes before the last of them has fallen."""
    alice, bob = Person(alice), Person(bob)
    gate = Gate(alice)
    link = begin(alice, bob, "congkak", "south", **ALONE)
    gate.closed = True
    alice.stop("2").focus()
    alice.page.keyboard.press("Enter")
    for _ in range(6):
        alice.page.keyboard.press("Space")
    expect(hand(alice, "south")).to_have_text("1")
    expect(alice.board.locator("[data-pending]")).to_have_count(7)
    alice.stop("3").click()
    reason = why_not("scoop 2", *(f"drop {stop}" for stop in "3 4 5 6 7 A 3".split()))
    expect(alice.told(reason)).to_be_visible()
    gate.open()
    expect(alice.board.locator("[data-pending]")).to_have_count(0)
    expect(alice.page.get_by_text("Sending", exact=True)).to_be_hidden()
    expect(hand(bob, "south")).to_have_text("1")
    assert actions(bob, link) == ["south scoop 2", *(f"south drop {stop}" for stop in "3 4 5 6 7 A".split())]
    expect(alice.page.locator("[data-refused]")).to_have_count(0)
    show_the_same(alice, bob)


def why_not(*actions: str) -> str:
    """Return the rules' position after the last of south's first actions."""
    *done, last = actions
    state = get_game("congkak").initial_state(**ALONE)
    for action in done:
        state = state.apply("south", action)
    with pytest.raises(IllegalAction) as refusal:
        state.apply("south", last)
    return str(refusal.value)


def done(person: Person) -> list[str]:
    """Return the board's requests."""
    found: list[str] = person.page.evaluate("window.done")
    return found
