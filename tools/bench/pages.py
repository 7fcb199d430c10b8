"""Time and weight of pages that Chromium opens for the first time, over a slow line.

The line has a round trip of 150 ms and 1.6 Mbit/s. The spread shows what else runs on the machine.
"""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright, sync_playwright

from games_app.games.rules import GAMES
from tests.browser import chromium
from tests.browser.page_figures import DESK, Figures, figures, midway
from tests.faults.visitor import Visitor
from tests.web_server import Server
from tools.bench import rounds
from tools.bench.rounds import Setup


@dataclass(frozen=True)
class Report:
    sides: dict[str, list[Figures]]

    def text(self) -> str:
        return "\n".join(f"{side}, {page.text()}" for side, pages in self.sides.items() for page in pages)

    def data(self) -> dict[str, Any]:
        return asdict(self)


def add_options(parser: ArgumentParser) -> None:
    rounds.add_options(parser)


def measure(setup: Setup) -> Report:
    """Open each page once a round, on a fresh server of each checkout."""
    sides = {}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        program = chromium.find_or_install(playwright, whole=True)
        browser = playwright.chromium.launch(executable_path=program)
        for side, root in rounds.checkouts(setup.against).items():
            with Server(Path(folder) / side, root=root) as server:
                sides[side] = list(_pages(playwright, browser, server.url, setup.rounds))
        browser.close()
    return Report(sides)


def _pages(playwright: Playwright, browser: Browser, url: str, runs: int) -> Iterator[Figures]:
    screens = {"desk": DESK, "phone": playwright.devices["Pixel 7"]}
    for game, (name, screen) in product(GAMES, screens.items()):
        match = midway(url, game)
        player = match.other(match.mover)
        yield figures(f"match of {game}, {name}", browser, player, match.path, runs, screen=screen)
    yield figures("home", browser, Visitor(url), "/", runs, playable=False)
