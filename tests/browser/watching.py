"""Content of a page and of the record, read and never touched."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import expect

from games_app.games.congkak.rules.sowing import complete
from tests.browser.playing import Person, patiently
from tests.games.cases import cases

Frame = dict[str, Any]
"""An event as it is stored."""

PRINTED = """nodes => nodes.map(node => {
  const stop = node.getAttribute("data-count");
  const moving = [...node.parentNode.querySelectorAll(`[data-numeral="${stop}"]`)];
  return [stop, (moving.find(numeral => numeral.style.visibility !== "hidden") ?? node).textContent];
})"""
"""Script that reads each stop's visible number: while stones move, one of the motion's numerals."""


WATCH = """() => {
  window.printed = [];
  const last = new Map();
  let moment = 0;
  const note = (stop, text) => {
    if (last.get(stop) === text) return;
    last.set(stop, text);
    window.printed.push([stop, Number(text), moment]);
  };
  for (const node of document.querySelectorAll("game-board:not([parts]) [data-count]")) {
    last.set(node.getAttribute("data-count"), node.textContent);
  }
  new MutationObserver((records) => {
    moment += 1;
    for (const { type, target, oldValue, addedNodes: [text] } of records) {
      const [printed, moving] = [target.getAttribute?.("data-count"), target.getAttribute?.("data-numeral")];
      if (type === "childList" && text && printed) note(printed, text.data);
      const shown = type === "attributes" && oldValue?.includes("hidden");
      if (shown && moving) note(moving, target.textContent);
    }
  }).observe(document.querySelector("game-board"), {
    childList: true, subtree: true, attributeFilter: ["style"], attributeOldValue: true
  });
}"""


def record(person: Person, link: str) -> list[Frame]:
    """Return all events of a match, as anybody may read them."""
    events: list[Frame] = []
    while True:
        before = f"&before={events[0]['seq']}" if events else ""
        answer = person.page.context.request.get(f"{link}/events?limit=200{before}")
        assert answer.ok, answer.text()
        page = json.loads(answer.text())
        events = page["events"] + events
        if page["first"]:
            return events


def decisions(events: list[Frame]) -> list[Frame]:
    return [event for event in events if event["plies"]]


def counts(person: Person) -> dict[str, int]:
    """Return the printed numbers by stop or heap."""
    printed: list[list[str]] = person.board.locator("[data-count]").evaluate_all(PRINTED)
    return {stop: int(text or 0) for stop, text in printed}


def pieces(person: Person) -> dict[str, str]:
    """Return the colour on each stop, from the stops' names."""
    named: list[list[str]] = person.board.locator("[data-stop]").evaluate_all(
        "nodes => nodes.map(node => [node.getAttribute('data-stop'), node.getAttribute('aria-label')])"
    )
    found = {stop: re.search(r"\b(white|black|red)\b", name) for stop, name in named}
    return {stop: colour[0] for stop, colour in found.items() if colour}


def watch_counts(person: Person) -> None:
    """Record every change of a printed number from now on, in order."""
    person.page.evaluate(WATCH)


def changes(person: Person) -> list[tuple[str, int]]:
    """Return the changes since ``watch_counts``: the stop and its new number."""
    return [(stop, n) for stop, n, _ in person.page.evaluate("window.printed")]


def moments(person: Person) -> int:
    """Return the number of different moments of change."""
    return len({moment for _, _, moment in person.page.evaluate("window.printed")})


def told_by(event: Frame, before: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the changes in a decision's trace, on a board where ``before`` is printed."""
    printed = dict(before)
    told = []
    for stop, n in (
        change for ply in event["plies"] for step in complete(ply["trace"]) for change in _told(step)
    ):
        if printed[str(stop)] != n:
            printed[str(stop)] = n
            told.append((str(stop), n))
    return told


def _told(step: dict[str, Any]) -> list[tuple[str | int, int]]:
    match step["do"]:
        case "scoop":
            return [(step["from"], 0), *((stop, now) for stop, now in step["drops"])]
        case "drop":
            return [(step["at"], step["now"])]
        case "capture":
            return [*((stop, 0) for stop, _ in step["from"]), (step["to"], step["now"])]
        case _:
            return []


def lies(person: Person) -> tuple[dict[str, int], dict[str, str]]:
    """Return the whole content of the board."""
    return counts(person), pieces(person)


def as_recorded(game: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts' own stones in the shape of ``counts`` (sowing games) or of ``pieces`` (others)."""
    lying = cases(game).board(facts)
    if cases(game).ON_POINTS:
        return {stop: colour for stop, colour in lying if stop != "heap"}
    return {str(stop): n for stop, n in lying.items() if not isinstance(stop, tuple)}


def shows(person: Person, game: str, facts: dict[str, Any]) -> None:
    """Wait until what lies on the board is what the facts say."""
    stones = as_recorded(game, facts)
    if not cases(game).ON_POINTS:
        for stop, n in stones.items():
            expect(person.board.locator(f'[data-count="{stop}"]')).to_have_text(str(n))
        return
    for _ in patiently(lambda: f"{pieces(person)} instead of {stones}"):
        if pieces(person) == stones:
            return


def show_the_same(*people: Person) -> None:
    """Wait until all boards print the same numbers: each moves its stones in its own time."""
    for _ in patiently(lambda: str([counts(one) for one in people])):
        first, *others = (counts(one) for one in people)
        if all(one == first for one in others):
            return
