"""The site as an app, with its service worker."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests import played
from tests.browser.player import Player
from tests.played import Played

CONTROLLED = "() => navigator.serviceWorker?.controller"
"""Condition that the service worker answers the page's requests."""


STORED = """async (path) => {
  const pages = await caches.open("pages");
  return (await pages.keys()).some(({ url }) => url.endsWith(path));
}"""
"""Condition that a path is stored."""


@pytest.fixture
def phone(player: Callable[..., Player]) -> Callable[[str], Player]:
    """A person whose browser may have a service worker."""
    return lambda name: player(name, service_workers="allow")


def controlled(person: Player, path: str) -> Page:
    """Open a path, and wait for the service worker."""
    page = person.alter_browser()
    person.open(path)
    page.wait_for_function(CONTROLLED)
    return page


def resigned(url: str) -> Played:
    """Return a match that is over."""
    match = played.begin(url, "mancala")
    match.tell(match_role(match), "resign")
    return match


def match_role(match: Played) -> str:
    return str(match.alice.record(match.id)[-1]["position"]["to_move"][0])
