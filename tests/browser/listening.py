"""A player with only keyboard and screen reader, who knows roles, names and the page's texts."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

from playwright.sync_api import Locator, expect

from games_app.games.rules import get_game
from tests.browser.keys import by_keys
from tests.browser.player import Player
from tests.browser.playing import Person

HEAR = """() => {
  const regions = "[aria-live]:not([aria-live=off]), [role=status]:not([aria-live]), [role=alert]";
  const region = (node) => (node instanceof Element ? node : node.parentElement)?.closest(regions);
  window.heard = [];
  new MutationObserver((changes) => {
    for (const node of new Set(changes.map(({ target }) => region(target)))) {
      const said = node?.checkVisibility() ? node.textContent.trim().replace(/\\u00a0/g, " ") : "";
      if (said) window.heard.push(said);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""
"""Script that records, in order, what a screen reader would say of the page's visible live regions."""

BLACK_OUT = """() => {
  const board = document.querySelector("game-board svg");
  for (const node of board.querySelectorAll("*")) {
    if (!node.matches("[data-stop]") && !node.querySelector("[data-stop]")) node.remove();
  }
}"""
"""Script that removes every picture from the board; its places and their names stay."""

TOLD = re.compile(
    r"\b(?:sows? \d+ from \w+ (?P<sown>\d+)|places? a stone on (?P<placed>\w+)|takes? (?P<taken>[a-h]\d)"
    r"|moves? (?P<start>\w+) to (?P<goal>\w+))"
)
"""Pattern of an action in any person."""

NOT_DONE = re.compile(r"(?:You can|Hint:) [^.]*\.")
"""Pattern of a possible action."""

CHOICE = re.compile(r"You can (?:play|place a stone on|take|drop a shell into|move|jump) (.+?)\.")


HEARING = {"reduced_motion": "reduce", "clock": True}
"""Options of a listener's browser: its clock can be turned, since announcements come a moment later."""


class Listener(Person):
    """A person who opens the page of a match and listens, in a browser with ``HEARING``."""

    def __init__(self, player: Player) -> None:
        super().__init__(player, by_keys)

    def sees(self, ply: int) -> None:
        """Wait until the page has reached a ply and finished speaking."""
        super().sees(ply)
        self.hears_out()

    def hears_out(self) -> None:
        self.page.clock.fast_forward(1000)

    def listen(self) -> None:
        """Hide everything on the board from now on."""
        expect(self.page.get_by_role("textbox", name="Type a move")).to_be_visible()
        self.page.evaluate(HEAR)
        self.page.evaluate(BLACK_OUT)
        self.page.keyboard.press("b")

    @property
    def heard(self) -> list[str]:
        said: list[str] = self.page.evaluate("window.heard")
        return said

    def hears(self, words: str, since: int = 0) -> str:
        """Wait until something with these words is said after ``since`` others; return the words since."""
        found = self.page.wait_for_function(
            "([words, since]) => window.heard.slice(since).find((said) => new RegExp(words).test(said))",
            arg=[words, since],
        )
        said: str = found.json_value()
        return said

    @property
    def told_of(self) -> Counter[tuple[str, ...]]:
        """Return the announced actions, and how often each."""
        deeds = TOLD.finditer(NOT_DONE.sub("", " ".join(self.heard)))
        return Counter(tuple(place for place in deed.groups() if place) for deed in deeds)

    def ask(self, key: str, words: str) -> str:
        """Press a key that requests information."""
        since = len(self.heard)
        self.page.keyboard.press(key)
        return self.hears(words, since)

    def choices(self) -> list[list[str]]:
        """Return the announced playable actions: places to press; none if only a pass is left."""
        told = CHOICE.search(said := self.ask("m", "You can "))
        if not told:
            assert "You can only pass" in said
            return []
        groups = [part.split(" to ") for part in told[1].split("; ")]
        if len(groups[0]) == 1:
            return [[place] for place in listed(groups[0][0])]
        return [[start, goal] for start, goals in groups for goal in listed(goals)]

    def decide(self, dice: random.Random) -> None:
        """Make a decision, usually on the board and sometimes typed; return when the page has moved on."""
        place = self.place
        if dice.random() < 0.2:
            choices = self.choices()
            self.type(" ".join(dice.choice(choices)) if choices else "pass")
        elif self.press_next(dice):
            if self.targets.count():
                self.press_next(dice)
        else:
            self.hears("You can only pass")
            self.type("pass")
        self.moved_on(place)
        assert self.focused("").count(), "The focus was lost."

    def press_next(self, dice: random.Random) -> bool:
        """Go to a place whose name says that it is playable, and press it; return False if there is none."""
        possible = self.page.get_by_role("button", name=re.compile(r"\bcan\b|^Pass$"))
        expect(possible.first).to_be_attached()
        for _ in range(dice.randint(1, 4)):
            self.page.keyboard.press("n")
        if not self.focused(r"\bcan\b").count():
            return False
        self.page.keyboard.press("Enter")
        return True

    def focused(self, name: str) -> Locator:
        """Return the focused button, if it has this name."""
        return self.page.get_by_role("button", name=re.compile(name)).and_(self.page.locator(":focus"))

    def type(self, move: str) -> None:
        """Type a move, and return to the board."""
        self.page.keyboard.press("t")
        expect(self.page.get_by_role("textbox", name="Type a move")).to_be_focused()
        self.page.keyboard.type(move)
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Escape")


def recorded(game: str, decisions: list[dict[str, Any]]) -> Counter[tuple[str, ...]]:
    """Return the same actions from the record's traces."""
    steps = [step for event in decisions for ply in event["plies"] for step in ply["trace"]]
    deeds = (_deed(step) for step in steps)
    return Counter(tuple(_place(game, stop) for stop in deed) for deed in deeds if deed)


def _deed(step: dict[str, Any]) -> tuple[str | int, ...]:
    match step:
        case {"do": "scoop", "from": stop} | {"do": "place", "to": stop}:
            return (stop,)
        case {"do": "move", "from": start, "to": goal}:
            return (start, goal)
        case {"do": "capture", "from": [[stop, _]], "to": None}:
            return (stop,)
    return ()


def _place(game: str, stop: str | int) -> str:
    """Return a stop's spoken name."""
    match game:
        case "morris":
            return get_game(game).notation(f"place {stop}")
        case "checkers":
            column, row = str(stop).split()
            return "abcdefgh"[int(column) - 1] + row
        case _:
            return str(stop).removeprefix("p")


def listed(words: str) -> list[str]:
    """ "3, 5 or 7"."""
    return re.split(r", | or ", words)
