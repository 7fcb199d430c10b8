"""Fixtures of the browser tests: Chromium, the real server, and people with a browser each.

The conftest of each folder with browser tests imports them by name, and they last for its package: if
Playwright's event loop lived for the whole session, it would end every later asynchronous test.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.backing.processes import begin
from tests.browser import chromium, fonts, shots
from tests.browser.contexts import Contexts
from tests.browser.player import Player
from tests.web_server import Server

PATIENCE = 180_000
"""Milliseconds in which a page must show what it should, on a busy machine."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    program = chromium.find_or_install(playwright)
    options = [] if shots.FOLDER else chromium.THRIFTY  # which leave no memory for pictures
    running = playwright.chromium.launch(executable_path=program, args=options, env=fonts.environment())
    yield running
    running.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server that the browsers talk to, with a record that grows through the package."""
    env = {"EMBED_ANCESTORS": "http://localhost:*", "TRUSTED_PROXIES": "127.0.0.1"}
    with Server(tmp_path_factory.mktemp("site"), env) as running:
        yield running


@pytest.fixture(scope="package")
def server_url(site: Server) -> str:
    return site.url


@pytest.fixture(scope="package")
def contexts(browser: Browser, server_url: str) -> Contexts:
    return Contexts(browser, server_url)


@pytest.fixture(scope="module", autouse=True)
def _forget_other_sites(contexts: Contexts) -> Iterator[None]:
    """Keep browsers for later modules, except those that know a site of this module."""
    yield
    contexts.forget_other_sites()


@pytest.fixture
def motion() -> str:
    """Preference of people's systems for reduced motion. Modules about motion override it."""
    return "reduce"


@pytest.fixture
def player(contexts: Contexts, motion: str) -> Iterator[Callable[..., Player]]:
    """`player("alice")`: a person with a fresh browser; options go to Playwright's `new_context`.

    The test fails at its end if any of their pages had a fault.
    """
    people: list[tuple[Player, dict[str, Any]]] = []

    def arrive(name: str, **options: Any) -> Player:
        options = {"reduced_motion": motion} | options
        page = contexts.take(**options)
        page.context.set_default_timeout(PATIENCE)
        people.append((Player(name, page.context, page), options))
        return people[-1][0]

    yield arrive
    faults = [fault for person, _ in people for fault in person.faults]
    for person, options in people:
        for number, page in enumerate(person.context.pages, 1):
            shots.take(page, person.name, f"end{number}")
        person.leave()
        if person.altered_browser:
            person.context.close()
        else:
            contexts.give_back(person.page, altered=person.altered, **options)
    assert not faults, "\n".join(faults)


@pytest.fixture
def alice(player: Callable[..., Player]) -> Player:
    return player("alice")


@pytest.fixture
def bob(player: Callable[..., Player]) -> Player:
    return player("bob")


@pytest.fixture
def carol(player: Callable[..., Player]) -> Player:
    return player("carol")


@pytest.fixture
def own_url(server: Server) -> str:
    """A separate site for the module, where nobody plays the positions that its tests analyse."""
    return server.url


@pytest.fixture
def visitor(player: Callable[..., Player], own_url: str) -> Callable[..., Player]:
    """A person at that site."""
    return lambda name, **options: player(name, base_url=own_url, **options)


@pytest.fixture(scope="module")
def worker(server: Server) -> Iterator[None]:
    """The engine beside that site, which searches no match for puzzles.

    Nodes alone end its reviews: a slow processor proves no less.
    """
    root, env = server.prepare()
    env |= {"REVIEW_SECONDS": "600", "PUZZLE_SECONDS": "0"}
    running = begin([sys.executable, "manage.py", "engine"], cwd=root, env=env, output=Path(os.devnull))
    yield
    running.terminate()
    running.wait()
