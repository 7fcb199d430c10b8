"""Notifications: for people who enabled them in this browser and look elsewhere."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import played
from tests.browser.lobby import at_the_board
from tests.browser.playing import Person, wait_until

WHAT_IS_SHOWN = """() => {
  window.told = [];
  window.Notification = class extends Notification {
    static permission = "granted";

    constructor(words, options) {
      super(words, options);
      window.told.push(`${words}: ${options.body}`);
    }
  };
}"""
"""Script that records each notification. A headless shell says "denied" whatever the person has decided."""

LISTENS = """async () => {
  const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
  const module = fetched.find((name) => name.includes("match_notifications"));
  return module !== undefined && import(module).then(() => true);
}"""
"""Condition that the module that tells of a match has run: it is fetched once somebody wants it."""

LISTENS = """async () => {
  const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
  const module = fetched.find((name) => name.includes("match_notifications"));
  return module !== undefined && import(module).then(() => true);
}"""
"""Condition that the module that tells of a match has run: it is fetched once somebody wants it."""

LOOK_ELSEWHERE = "() => void Object.defineProperty(document, 'hidden', { get: () => true })"


def test_who_consents_is_told_of_their_turn_while_they_look_elsewhere(server_url, alice):
    match = played.begin(server_url, "checkers")
    at_the_board(match, alice=Person(alice))
    match.play([("black", "move 3 3 4 4")])
    page = alice.alter()
    opener = page.get_by_role("navigation", name="Site").get_by_role("button", name="Board and sound")
    part = page.get_by_role("dialog", name="Board and sound").get_by_role("group", name="Notifications")
    decide(page, "denied")
    opener.click()
    expect(part).to_contain_text("Your browser blocks notifications here")
    page.keyboard.press("Escape")
    decide(page, "granted")
    page.evaluate(WHAT_IS_SHOWN)
    opener.click()
    part.get_by_role("radio", name="On").click()
    expect(part).to_contain_text("You get them while this page is open")
    wait_until(page, LISTENS)
    alice.check_accessibility()
    page.keyboard.press("Escape")
    page.evaluate(LOOK_ELSEWHERE)
    match.play([("red", "move 2 6 1 5")])
    page.wait_for_function("() => window.told.length")
    assert page.evaluate("window.told") == ["Your turn: alice – bob, Pawn checkers · Quiet Table"]


def decide(page: Page, setting: str) -> None:
    """Answer whether this site may show notifications. Left alone, each kind of Chromium answers otherwise.

    The answer holds as long as the session.
    """
    session = page.context.new_cdp_session(page)
    whose = {
        "origin": page.evaluate("location.origin"),
        "browserContextId": session.send("Target.getTargetInfo")["targetInfo"]["browserContextId"],
    }
    wish = {"permission": {"name": "notifications"}, "setting": setting}
    session.send("Browser.setPermission", wish | whose)
