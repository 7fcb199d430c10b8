"""Play as people do: they look for the page's marks, and press them with mouse, finger or keys."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.browser.keys import by_keys, tab_to
from tests.browser.player import Player

Press = Callable[[Locator], None]
"""A way to press something on the page: mouse, finger or keys."""

MOST = 400
"""Number of decisions that exceeds any match of these tests."""

SECONDS = 240
"""Seconds that exceed every wait."""

PAUSE, LONGEST_PAUSE = 0.05, 0.2
"""Seconds between checks, growing after each vain one: a check takes some milliseconds."""

GLANCE = """() => {
  const seen = (node) => node?.checkVisibility({ visibilityProperty: true }) ?? false;
  const told = [...document.querySelectorAll("[role=status]")].filter(seen);
  const locked = document.querySelector("game-board[data-locked]");
  return [
    !locked && told.some((status) => status.textContent.includes("Your turn")),
    seen(document.querySelector("#result")),
    Number(document.querySelector("#scrubber").value),
  ];
}"""
"""Script that reads a match's page at one moment. By roles, one by one, it would take ten times as long."""


def patiently(seen: Callable[[], str] = str) -> Iterator[None]:
    """Again and again, for as long as something may take; then the test fails, and says what is ``seen``."""
    until, pause = time.monotonic() + SECONDS, PAUSE
    while time.monotonic() < until:
        yield
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
    raise AssertionError(f"It has not come within {SECONDS} s. {seen()}")


def wait_until(page: Page, condition: str, arg: object = None) -> None:
    """Wait until an asynchronous condition is true: ``wait_for_function`` takes every promise for true."""
    for _ in patiently():
        if page.evaluate(condition, arg):
            return


def by_mouse(target: Locator) -> None:
    target.click()


def by_finger(target: Locator) -> None:
    target.tap()


class Glance(NamedTuple):
    """A person's view of a match at one moment."""

    to_move: bool
    """True if they are to move, and no move of theirs is on its way."""
    over: bool
    ply: int


@dataclass
class Person:
    """A person at the page of a match.

    Frequent look-ups use selectors: finding an element by its role takes the browser several times as long.
    `golden_aria` and players with keyboard and ears check the roles.
    """

    player: Player
    press: Press = by_mouse

    @property
    def page(self) -> Page:
        return self.player.page

    @property
    def board(self) -> Locator:
        return self.page.locator("game-board:not([parts])")

    @property
    def marked(self) -> Locator:
        """Return the playable stops."""
        return self.board.locator("[data-playable]")

    @property
    def targets(self) -> Locator:
        """Return the targets of the pressed piece."""
        return self.board.locator('[role="button"][aria-label$=", can go here"]')

    @property
    def scrubber(self) -> Locator:
        return self.page.locator('input[type="range"][aria-label="Place in the match"]')

    @property
    def focused_stop(self) -> Locator:
        """Return the stop of the board that has the focus."""
        return self.board.locator("[data-stop]:focus")

    def stop(self, name: str) -> Locator:
        return self.board.locator(f'[data-stop="{name}"]')

    def play(self, name: str) -> None:
        """Click a stop once the page marks it as playable."""
        self.board.locator(f'[data-stop="{name}"][data-playable]').click()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def pick(self, name: str) -> None:
        """Press an entry of the menu "More"."""
        self.press(self.page.get_by_role("button", name="More", exact=True))
        self.press(self.page.get_by_role("group", name="More").get_by_role("button", name=name, exact=True))

    def resign(self) -> None:
        """Resign the match, wherever the button is in this window."""
        expect(self.page.locator("#resign:not([hidden])")).to_be_attached()
        resign = self.button("Resign")
        self.press(resign) if resign.is_visible() else self.pick("Resign")
        self.press(self.page.get_by_role("dialog").get_by_role("button", name="Resign"))

    @property
    def last_move(self) -> Locator:
        """Return the line about the last move."""
        return self.page.locator("#last-move")

    def told(self, words: str | re.Pattern[str]) -> Locator:
        """Return the status line, if it has this text."""
        return self.page.locator('[role="status"]:visible').filter(has_text=words)

    def prompt(self, words: str) -> Locator:
        """Return the line between the players that has this text."""
        lines = self.page.get_by_role("list", name="Offers and notices").get_by_role("listitem")
        return lines.filter(has_text=words)

    def glance(self) -> Glance:
        return Glance(*self.page.evaluate(GLANCE))

    def still(self) -> None:
        """Turn motion off, as the system can."""
        self.page.emulate_media(reduced_motion="reduce")

    def at_rest(self) -> None:
        """Turn motion off on the page itself."""
        opener = self.button("Board and sound")
        if opener.count() == 0:  # narrow headers have it in their menu
            self.press(self.page.get_by_role("navigation", name="Site").get_by_role("button", name="Menu"))
        self.press(opener.last)
        motion = self.page.get_by_role("group", name="Motion")
        none = motion.get_by_role("radio", name="None")
        if self.press is by_keys:
            tab_to(motion.get_by_role("radio", checked=True))
            while not none.is_checked():
                self.page.keyboard.press("ArrowRight")
        else:
            self.press(none)
        expect(none).to_be_checked()
        self.page.keyboard.press("Escape")

    @property
    def place(self) -> str:
        """ "Live, move 12", or "Move 12 of 40"."""
        return self.scrubber.get_attribute("aria-valuetext") or ""

    @property
    def ply(self) -> int:
        """Return the ply that the board shows."""
        return int(self.scrubber.input_value())

    @property
    def result(self) -> Locator:
        """Return the panel with the result, once the match is over."""
        headline = r"\bwon( the series)?$|^A draw$|^The series is drawn$"
        return self.page.get_by_role("region", name=re.compile(headline))

    def sees(self, ply: int) -> None:
        """Wait until the page has reached a ply."""
        expect(self.scrubber).to_have_value(str(ply))

    def hears_out(self) -> None:
        """Do nothing: a sighted person need not wait until the page has spoken."""

    def decide(self, dice: random.Random) -> None:
        """Make a decision among the page's marks; return when the page shows that it was done."""
        place = self.place
        if (rest := self.page.locator("#take-the-rest")).is_visible():
            self.press(rest)
            expect(self.result).to_be_visible()
            return
        passing = self.page.locator("#pass:visible")
        expect(self.marked.or_(passing).first).to_be_attached()
        if not self.marked.count():
            self.press(passing)
        elif self.targets.count():
            # A piece that must go on is chosen already.
            self.press_one(self.targets, dice)
        elif self.press_one(self.marked, dice).endswith(", can move"):
            self.press_one(self.targets, dice)
        self.moved_on(place)

    def press_one(self, stops: Locator, dice: random.Random) -> str:
        """Press one of the stops; its name before."""
        expect(stops.first).to_be_attached()
        stop = stops.nth(dice.randrange(stops.count()))
        name = stop.get_attribute("aria-label") or ""
        self.press(stop)
        return name

    def moved_on(self, place: str) -> None:
        """Wait until the page announces another place, or a secret choice."""
        elsewhere = self.scrubber.and_(self.page.locator(f':not([aria-valuetext="{place}"])'))
        expect(elsewhere.or_(self.told("Chosen.")).first).to_be_visible()


def play_on(people: list[Person], dice: random.Random, decisions: int = MOST) -> None:
    """Let them play, each when their page says so, until the end or so many decisions."""
    for _ in range(decisions):
        mover = next_mover(people)
        if not mover:
            return
        mover.decide(dice)
    assert decisions < MOST, "The match has no end."
    next_mover(people)


def next_mover(people: list[Person]) -> Person | None:
    """Return whose turn it is, once all pages are at one ply and say so; None if the match is over.

    A decision that opens two sealed choices is two plies: for a moment a page may be at the first of them.
    The page may leave that ply at any time, where somebody else chooses in secret at the same time.
    """
    for _ in patiently():
        seen = [one.glance() for one in people]
        mover = next((one for one, glance in zip(people, seen, strict=True) if glance.to_move), None)
        if mover is None and not all(glance.over for glance in seen):
            continue
        plies = {glance.ply for glance in seen}
        # Asked once more: the page may have gone on while the others were asked.
        if len(plies) == 1 and (mover is None or mover.glance().to_move):
            break
    for one in people:
        one.hears_out()
    return mover
