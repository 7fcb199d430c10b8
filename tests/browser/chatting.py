"""The chat of a match."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lobby import begin
from tests.browser.player import Player
from tests.browser.playing import Person


@pytest.fixture
def table(player: Callable[..., Player]) -> tuple[Person, Person, str]:
    alice, bob = Person(player("alice")), Person(player("bob"))
    link = begin(alice, bob, "mancala", "north")
    expect(bob.page.locator(".seat-presence[data-here=true]")).to_have_count(2)
    return alice, bob, link


def chat(person: Person) -> Locator:
    return person.page.locator("#chat")


def open_chat(person: Person) -> Locator:
    person.page.get_by_role("button", name=re.compile("^Chat")).click()
    expect(person.page.get_by_role("group", name="Reactions")).to_be_visible()
    return chat(person)


def say(person: Person, text: str) -> None:
    person.page.get_by_label("Message", exact=True).fill(text)
    person.page.keyboard.press("Enter")
    expect(messages(person).filter(has_text=text)).to_be_visible()


def messages(person: Person) -> Locator:
    return chat(person).get_by_role("listitem")
