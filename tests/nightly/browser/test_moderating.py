"""A moderator's work: a report, its messages, and the actions."""

from __future__ import annotations

import re
import secrets
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import begin, send
from tests.browser.player import Player
from tests.browser.playing import Person
from tests.web_server import Server

PHONE = {"viewport": {"width": 390, "height": 844}}
PASSWORD = "correct horse battery"


@pytest.fixture
def moderator(site: Server, player: Callable[..., Player]) -> Player:
    """A moderator with an account, who looks after the site by phone."""
    person = player("moderator", **PHONE)
    name = f"Grace {secrets.token_hex(3)}"
    send(Person(person), "/account", name=name, password=PASSWORD)
    root, env = site.prepare()
    appoint = [sys.executable, str(root / "manage.py"), "moderate", "appoint", name]
    subprocess.run(appoint, cwd=root, env=env, check=True, stdout=subprocess.DEVNULL)
    return person


def test_a_moderators_afternoon(moderator, player):
    alice, bob = Person(player("alice")), Person(player("bob"))
    match = begin(alice, bob, "mancala", "north")
    for person, text in ((alice, "Good luck"), (bob, "You will lose, loser"), (alice, "Please be nice")):
        person.page.get_by_role("button", name=re.compile("^Chat")).click()
        person.page.get_by_label("Message", exact=True).fill(text)
        person.page.keyboard.press("Enter")
        expect(person.page.locator("#chat").get_by_role("listitem").filter(has_text=text)).to_be_visible()
        person.page.keyboard.press("Escape")
    alice.page.goto(f"/report?match={match.rsplit('/', 1)[1]}&room=players&number=2")
    alice.page.get_by_label("Insults or threats").check()
    alice.page.get_by_role("button", name="Report").click()
    expect(alice.page.get_by_role("heading", name="Thank you")).to_be_visible()

    page = moderator.open("/account")
    page.get_by_role("link", name="Reports").click()
    case = page.get_by_role("article")
    expect(case.get_by_role("listitem")).to_have_count(3)
    expect(case.locator(".reported")).to_contain_text("You will lose, loser")
    moderator.check_accessibility()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    case.get_by_label("Reason, for the log").fill("insult")
    case.get_by_role("button", name="Hide the message").click()
    expect(page.get_by_role("status")).to_have_text("The message is hidden.")
    case.get_by_role("button", name="Warn", exact=True).click()
    expect(bob.page.get_by_role("alert")).to_contain_text("Insults and threats aren't allowed here.")
    expect(alice.page.locator(".warned")).to_have_count(0)
    for button in ("Pause their chat", "End the match", "Close the report"):
        case.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_role("status")).to_be_visible()
    expect(page.get_by_text("No open reports.")).to_be_visible()
    expect(page.get_by_role("region", name="Latest actions").get_by_role("listitem").first).to_contain_text(
        "close"
    )
    expect(bob.page.get_by_text("a moderator ended the match").first).to_be_visible()

    page.get_by_label("Person, match, club, network or word").fill("insult")
    page.get_by_role("button", name="Search").click()
    log = page.get_by_role("region", name="Actions so far")
    expect(log.get_by_role("listitem")).to_have_text([re.compile(r"hide.*: insult")])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    expect(bob.page.get_by_role("alert").filter(has_text="A moderator has warned you.")).to_be_visible()
    bob.player.check_accessibility()
    bob.page.get_by_role("button", name="I understand").click()
    expect(bob.page).to_have_url(match)
    expect(bob.page.get_by_text("A moderator has warned you.")).to_have_count(0)
