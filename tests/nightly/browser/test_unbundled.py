"""A clone on a machine without Node serves plain modules: everything works, only later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.web_server import Server

SCRIPTS = "() => [...document.scripts].map((one) => one.src).filter(Boolean)"


@pytest.fixture
def motion() -> str:
    return "no-preference"


@pytest.fixture(scope="module")
def unbundled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("unbundled"), bundled=False) as running:
        yield running


def test_two_people_play_and_look_back(player: Any, unbundled: Server) -> None:
    alice, bob = (Person(player(name, base_url=unbundled.url)) for name in ("alice", "bob"))
    begin(alice, bob, "mancala", "north")
    assert any(re.search(r"/static/v-\w{8}/match/page\.js$", one) for one in alice.page.evaluate(SCRIPTS))
    alice.play("p9")
    bob.sees(4)
    alice.page.keyboard.press("?")
    expect(alice.page.get_by_role("dialog", name="Keys")).to_be_visible()
    alice.page.keyboard.press("Escape")
    bob.page.keyboard.press("a")
    expect(bob.page.get_by_role("button", name="Try moves")).to_have_attribute("aria-pressed", "true")
