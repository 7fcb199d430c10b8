"""Motion and sounds of stones."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.player import Player
from tests.browser.playing import Person, patiently
from tests.browser.watching import counts, decisions, record, told_by
from tests.games.recorded import played, recorded
from tests.played import begin as begin_played

LONG = 120
"""Minimum number of shells of a long sowing."""

PLAY = """async ([before, plies, then, speed = "slow"]) => {
  const board = document.querySelector("game-board");
  const at = (facts) => ({ facts, to_move: [], legal: {} });
  await customElements.whenDefined("game-board");
  board.speed = speed;
  board.show(at(before), { roles: [] });
  window.landed = board.play(plies, at(then), { roles: [] });
}"""


LISTEN = """() => {
  window.heard = 0;
  window.AudioContext = class extends AudioContext {
    constructor(...options) {
      super(...options);
      window.audio = this;
    }
  };
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    window.heard += 1;
    return createOscillator.call(this);
  };
}"""


@pytest.fixture
def motion():
    return "no-preference"


@pytest.fixture
def board(server_url: str, carol: Player) -> Person:
    """Carol at the page of a match of congkak, whose board is given motions."""
    return at_a_match(server_url, carol)


def at_a_match(server_url: str, player: Player) -> Person:
    match = begin_played(server_url, "congkak", opening="south")
    page = player.open(match.path)
    page.wait_for_load_state("networkidle")  # what comes last is laid out beside the board
    expect(page.locator(".seat-presence[data-here=false]")).to_have_count(2)  # told once the socket is open
    return Person(player)


def a_long_sowing() -> dict[str, Any]:
    return next(one for game in recorded("congkak") for one in played(game) if shells(one["plies"]) >= LONG)


def test_a_motion_ends_at_once_when_it_is_asked_to(board):
    sowing = a_long_sowing()
    board.page.evaluate(PLAY, [sowing["before"], sowing["plies"], sowing["then"]])
    board.stop("3").press("Escape")
    houses = {stop: str(n) for stop, n in sowing["then"]["houses"].items()}
    for stop, n in houses.items():
        assert board.board.locator(f'[data-count="{stop}"]').text_content() == n
    assert board.page.evaluate("window.landed.then(() => 'at once')") == "at once"


@dataclass
class Sowing:
    """The first sowing of a match of congkak, on the page of bob, whose clock can be stopped."""

    bob: Person
    start: dict[str, int]
    order: list[tuple[str, int]]
    """Successive changes by it: a stop and its new number."""

    def after(self, changes: int) -> dict[str, int]:
        return self.start | dict(self.order[:changes])


@pytest.fixture
def sowing(server_url: str, player: Callable[..., Player]) -> Sowing:
    match = begin_played(server_url, "congkak", opening="south")
    person = Person(player("bob", clock=True))
    person.player.open(match.path)
    person.at_rest()
    start = counts(person)
    match.play([("south", "scoop 3")])
    person.sees(1)
    [event] = decisions(record(person, f"{server_url}{match.path}"))
    person.button("First").click()
    person.sees(0)
    return Sowing(person, start, told_by(event, start))


def test_a_move_is_gone_through_stone_by_stone_in_both_directions(sowing):
    bob, keys = sowing.bob, sowing.bob.page.keyboard
    for n in range(1, 13):
        keys.press(".")
        stands(bob, f"Move 0 of 1 and {n} more")
        assert counts(bob) == sowing.after(n)
    expect(bob.page.locator("#speech")).to_contain_text(
        re.compile(r"\b\d+ shells? in house \d+\. In the hand: \d+\.")
    )
    for n in range(11, 5, -1):
        keys.press(",")
        stands(bob, f"Move 0 of 1 and {n} more")
    assert counts(bob) == sowing.after(6)
    bob.pick("Next stone")
    stands(bob, "Move 0 of 1 and 7 more")
    assert counts(bob) == sowing.after(7)


def test_stones_are_heard_unless_the_sound_is_off_and_that_is_remembered(alice, bob):
    for one in (alice, bob):
        one.alter().add_init_script(f"({LISTEN})()")
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "mancala", "north")
    may_sound(alice)
    assert alice.page.evaluate("window.heard") == 0
    alice.play("p9")
    alice.page.wait_for_function("() => window.heard > 6")
    bob.sees(4)
    bob.pick("Sound")
    sound = bob.page.locator("[data-do=sound]")
    expect(sound).to_have_attribute("aria-pressed", "false")
    bob.page.keyboard.press("Escape")
    before = bob.page.evaluate("window.heard")
    bob.play("p2")
    expect(bob.board.locator('[data-count="p5"]')).to_have_text("4")
    assert bob.page.evaluate("window.heard") == before
    bob.player.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")


def may_sound(person: Person) -> None:
    """Press what does nothing until sounds are heard: with the first press they are only fetched."""
    for _ in patiently():
        person.page.get_by_role("heading", name="Moves").click()
        if person.page.evaluate("window.audio?.state") == "running":
            return


def shells(plies: list[dict[str, object]]) -> int:
    """Return the number of a decision's drops."""
    return json.dumps(plies).count("], [") + 1


def stands(person: Person, place: str) -> None:
    expect(person.scrubber).to_have_attribute("aria-valuetext", place)
