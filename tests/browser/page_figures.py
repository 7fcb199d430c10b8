"""Figures of a page that is opened for the first time: weight, time and layout shift."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from tests.faults.visitor import Visitor
from tests.played import Played, begin, sample

HERE = Path(__file__).resolve().parent
DESK = {"viewport": {"width": 1280, "height": 800}}
SEEN = "({ visible: seen.visible.at, playable: seen.playable.at, shift: seen.shift, shifted: seen.shifted })"
SETTLED = 1000
"""Milliseconds of rest after which the first picture counts as complete."""
MIDDLE = 14
"""Number of decisions of the sample game on the measured boards."""
SLOW_LINE = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000, "offline": False}
"""Milliseconds there and back, and bytes a second."""


@dataclass(frozen=True)
class Spread:
    """The median of several runs, with the best and the worst."""

    middle: float
    least: float
    most: float

    def text(self) -> str:
        return f"{self.middle:.0f} ({self.least:.0f}-{self.most:.0f})"


@dataclass(frozen=True)
class Figures:
    """One page, opened for the first time. Times in milliseconds from the click on its link."""

    page: str
    weight: int
    """Bytes on the wire until the page was at rest, including headers and socket."""
    parts: dict[str, int]
    """The same bytes by kind."""
    requests: int
    visible: Spread
    """Time when the position is painted."""
    playable: Spread | None
    """Time when a press on the board is answered; None if nothing is playable."""
    shift: float
    """The largest cumulative layout shift of all runs."""
    shifted: list[str]
    """The elements that shifted in any run, and from where to where."""
    server: Spread
    """Time of the server's answer, without the line."""

    def text(self) -> str:
        playable = f"playable {self.playable.text()} ms, " if self.playable else ""
        parts = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in sorted(self.parts.items()))
        return (
            f"{self.page}: "
            f"{self.weight / 1000:.1f} kB in {self.requests} requests ({parts}); "
            f"visible {self.visible.text()} ms, {playable}shift {self.shift:.3f}, "
            f"server {self.server.text()} ms{''.join(f'; {one}' for one in self.shifted)}"
        )


@dataclass
class Wire:
    """The traffic while a page loads."""

    parts: Counter[str] = field(default_factory=Counter)
    requests: int = 0
    _kinds: dict[str, str] = field(default_factory=dict)

    def listen(self, session: CDPSession) -> None:
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._loaded)
        session.on("Network.webSocketFrameReceived", self._heard)
        session.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        self.requests += 1
        self._kinds[event["requestId"]] = event.get("type", "Other").lower()

    def _loaded(self, event: dict[str, Any]) -> None:
        self.parts[self._kinds.get(event["requestId"], "other")] += int(event["encodedDataLength"])

    def _heard(self, event: dict[str, Any]) -> None:
        said: str = event["response"]["payloadData"]
        # How many beats come is only a question of how long somebody looks.
        if '"kind":"beat"' not in said:
            self.parts["socket"] += len(said.encode())


def midway(url: str, game: str) -> Played:
    options, decisions = sample(game)
    match = begin(url, game, **options)
    match.play(decisions[:MIDDLE])
    return match


def figures(
    name: str,
    browser: Browser,
    who: Visitor,
    path: str,
    runs: int,
    *,
    playable: bool = True,
    screen: Mapping[str, Any] = DESK,
) -> Figures:
    """Open the page with an empty cache and these cookies."""
    wires, seen = [], []
    for _ in range(runs):
        wire = Wire()
        with opened(browser, who, screen) as page:
            session = page.context.new_cdp_session(page)
            wire.listen(session)
            session.send("Network.emulateNetworkConditions", SLOW_LINE)
            page.add_init_script(path=HERE / "probe.js")
            page.goto(path)
            page.evaluate(f"window.seen.{'playable' if playable else 'visible'}.comes")
            page.wait_for_timeout(SETTLED)
            seen.append(page.evaluate(SEEN))
            wires.append(wire)
    middle = sorted(wires, key=lambda wire: wire.parts.total())[runs // 2]
    return Figures(
        name,
        middle.parts.total(),
        dict(middle.parts),
        middle.requests,
        spread([one["visible"] for one in seen]),
        spread([one["playable"] for one in seen]) if playable else None,
        max(one["shift"] for one in seen),
        [name for one in seen for name in one["shifted"]],
        spread([1000 * answered(who, path) for _ in range(4 * runs)]),
    )


def spread(values: Sequence[float]) -> Spread:
    return Spread(statistics.median(values), min(values), max(values))


def answered(who: Visitor, path: str) -> float:
    """Return the seconds until the whole page has come, over loopback."""
    asked = time.perf_counter()
    status, _ = who.get(path)
    assert status == 200, status
    return time.perf_counter() - asked


@contextmanager
def opened(browser: Browser, who: Visitor, screen: Mapping[str, Any]) -> Iterator[Page]:
    """Yield a page in a browser that has never been here, except for the cookies."""
    context = browser.new_context(base_url=who.url, locale="en-GB", **screen)
    context.add_cookies(
        [{"name": cookie.name, "value": cookie.value or "", "url": who.url} for cookie in who.cookies]
    )
    yield context.new_page()
    context.close()
