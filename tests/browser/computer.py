"""Games against the computer, which hardly pauses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import TURN, choose
from tests.browser.playing import Person
from tests.engine_worker import EngineWorker
from tests.web_server import Server

SHORT = {"congkak": {"Length": "One round"}}


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site whose computer makes hardly any pauses."""
    folder = tmp_path_factory.mktemp("quick")
    env = {"COMPUTER_PACE": "0.02", "REVIEW_SECONDS": "600", "PUZZLE_SECONDS": "0"}
    with Server(folder, env) as running, EngineWorker(folder, env):
        yield running


def begin(alice: Person, game: str, level: str = "Beginner") -> None:
    page = alice.player.open(f"/computer/{game}")
    page.get_by_label("Your name").fill("alice")
    for group, choice in {"How strong": level, **SHORT.get(game, {})}.items():
        choose(page, group, choice)
    alice.press(page.get_by_role("button", name="Start the game"))
    expect(alice.told(TURN)).to_be_visible()
    alice.player.complete()
    alice.still()
