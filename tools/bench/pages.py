"""Time, weight and motion of pages.

Chromium opens each page for the first time over a line with a round trip of 150 ms and 1.6 Mbit/s. It also
opens the heaviest match page over a worse line and on a slower processor. The spread shows what else runs on
the machine.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from games_app.rules import GAMES
from tests.browser import chromium
from tests.browser.page_figures import DESK, Condition, Figures, figures, midway, opened
from tests.browser.tracing import Trace, traced
from tests.faults.visitor import Visitor
from tests.played import Played, begin
from tests.server import Server

RELAY = (("south", "scoop 7"), ("north", "scoop 9"))
"""Moves of congkak, south first: the second of these drops 116 shells."""
MOVED = """() => new Promise((resolve) => {
  const { animator } = document.querySelector("game-board");
  const look = (begun) => {
    if (begun && !animator.playing) resolve();
    else setTimeout(look, 100, begun || animator.playing);
  };
  look(false);
})"""
"""Script that waits for a motion to begin and to end, at intervals that don't disturb it."""


HARDER = (
    Condition("400 ms, 0.4 Mbit/s", 400, 0.4),
    Condition("150 ms, 1.6 Mbit/s, processor 6 times slower", 150, 1.6, slowdown=6),
)


@dataclass(frozen=True)
class Motion:
    """A long sowing, frame by frame: milliseconds of script and style."""

    seconds: float
    frames: int
    middle: float
    p99: float
    most: float
    layouts: int

    def text(self) -> str:
        return (
            f"a relay of 116 shells: {self.seconds:.1f} s, {self.frames} frames, script and style a frame "
            f"p50 {self.middle:.1f}, p99 {self.p99:.1f}, at most {self.most:.1f} ms; {self.layouts} layouts"
        )


@dataclass(frozen=True)
class Report:
    pages: list[Figures]
    motion: Motion

    def text(self) -> str:
        return "\n".join(one.text() for one in (*self.pages, self.motion))

    def data(self) -> dict[str, Any]:
        return asdict(self)


def measure(runs: int) -> Report:
    """Open each page ``runs`` times, against a fresh server."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data") as server:
        matches = {game: midway(server.url, game) for game in GAMES}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium.find_or_install(playwright, whole=True)
            )
            phone = playwright.devices["Pixel 7"]
            pages = [
                figures(f"match of {game}", browser, match.other(match.mover), match.path, runs)
                for game, match in matches.items()
            ]
            one = matches["congkak"]
            pages += [
                figures(
                    "match of congkak", browser, one.other(one.mover), one.path, runs, condition=condition
                )
                for condition in HARDER
            ]
            pages += [
                figures(
                    "match of congkak, phone", browser, one.other(one.mover), one.path, runs, screen=phone
                ),
                figures("home", browser, Visitor(server.url), "/", runs, playable=False),
            ]
            motion = relay(browser, begin(server.url, "congkak", opening="south"))
            browser.close()
    return Report(pages, motion)


def relay(browser: Browser, match: Played) -> Motion:
    """Measure how expensive it is for alice's page to show bob's long sowing."""
    first, long = RELAY
    match.play([first])
    with opened(browser, match.alice, DESK) as page:
        page.goto(match.path)
        page.get_by_role("status").filter(has_text="bob").wait_for()
        began = time.monotonic()
        with traced(page) as trace:
            match.play([long])
            page.evaluate(MOVED)
            seconds = time.monotonic() - began
    return motion(trace, seconds)


def motion(trace: Trace, seconds: float) -> Motion:
    costs = trace.costs
    p99 = costs[int(0.99 * len(costs))]
    return Motion(seconds, len(costs), statistics.median(costs), p99, costs[-1], trace.layouts)
