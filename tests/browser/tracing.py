"""The cost of a motion for the browser: Chromium's own trace, cut into frames."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
SCRIPT = {
    "EvaluateScript",
    "EventDispatch",
    "FireAnimationFrame",
    "FunctionCall",
    "RunMicrotasks",
    "TimerFire",
}
STYLE = {"UpdateLayoutTree"}
LAYOUT = {"Layout"}


@dataclass
class Frame:
    """The work of the page's main thread up to one picture, in milliseconds of its own time."""

    script: float = 0
    style: float = 0
    restyled: int = 0
    """Number of elements whose style was computed anew."""
    layouts: int = 0

    @property
    def cost(self) -> float:
        """Script and style together."""
        return self.script + self.style


@dataclass
class Trace:
    """The frames with any work, in order."""

    frames: list[Frame] = field(default_factory=list)

    @property
    def layouts(self) -> int:
        return sum(frame.layouts for frame in self.frames)

    @property
    def restyled(self) -> int:
        return sum(frame.restyled for frame in self.frames)

    @property
    def costs(self) -> list[float]:
        """The cost of each frame, the cheapest first."""
        return sorted(frame.cost for frame in self.frames)


@contextmanager
def traced(page: Page) -> Iterator[Trace]:
    """`with traced(page) as trace:` fills the trace at its end."""
    browser = page.context.browser
    assert browser
    trace = Trace()
    browser.start_tracing(page=page, categories=CATEGORIES)
    yield trace
    trace.frames = frames(json.loads(browser.stop_tracing())["traceEvents"])


def frames(events: list[dict[str, Any]]) -> list[Frame]:
    """A commit hands a finished frame over to be drawn: what was done since the one before belongs to it."""
    done = [Frame()]
    counted_until = 0.0
    for event in _of_the_page(events):
        name, begins, ends = event["name"], event["ts"], event["ts"] + event["dur"]
        if name == "Commit":
            done.append(Frame())
        elif name in LAYOUT:
            done[-1].layouts += 1
        elif begins >= counted_until and name in SCRIPT | STYLE:
            # What began within something counted has been counted with it.
            counted_until = ends
            spent = event.get("tdur", event["dur"]) / 1000
            if name in STYLE:
                done[-1].style += spent
                done[-1].restyled += event["args"]["elementCount"]
            else:
                done[-1].script += spent
    return [frame for frame in done if frame.cost or frame.layouts]


def _of_the_page(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the work of the page's main thread, in order: the busiest one, if other pages have one too."""
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    by_thread: dict[tuple[int, int], list[dict[str, Any]]] = {thread: [] for thread in main}
    for event in events:
        if event["ph"] == "X" and (event["pid"], event["tid"]) in main:
            by_thread[event["pid"], event["tid"]].append(event)
    # The longer of two that begin together holds the other.
    return sorted(max(by_thread.values(), key=len), key=lambda event: (event["ts"], -event["dur"]))
