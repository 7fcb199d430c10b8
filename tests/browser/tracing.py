"""What a motion costs the browser: Chromium's own trace, cut into frames."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
PICTURE = 1000 / 60
"""Milliseconds from one picture to the next, where nothing is late."""
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
    layouts: int = 0
    lasted: float = 0
    """Milliseconds since the picture before, by the clock."""

    @property
    def cost(self) -> float:
        """Script and style together."""
        return self.script + self.style

    @property
    def cost_each(self) -> float:
        """The same, shared among the pictures in whose place a busy machine shows this one."""
        return self.cost / max(1, self.lasted / PICTURE)


@dataclass
class Trace:
    """The frames in which something was done, in order."""

    frames: list[Frame] = field(default_factory=list)

    @property
    def layouts(self) -> int:
        return sum(frame.layouts for frame in self.frames)

    @property
    def costs(self) -> list[float]:
        """The cost of each frame, the cheapest first."""
        return sorted(frame.cost for frame in self.frames)


@contextmanager
def traced(page: Page) -> Iterator[Trace]:
    """`with traced(page) as trace:` fills the trace at its end.

    If the page calls `console.timeStamp`, only what it does between the first call and the last counts: to
    begin and to end tracing takes a while.
    """
    browser = page.context.browser
    assert browser
    trace = Trace()
    browser.start_tracing(page=page, categories=CATEGORIES)
    yield trace
    trace.frames = frames(json.loads(browser.stop_tracing())["traceEvents"])


def frames(events: list[dict[str, Any]]) -> list[Frame]:
    """A commit hands a finished frame over to be drawn: what was done since the one before belongs to it."""
    done = [Frame()]
    counted_until = shown_at = 0.0
    for event in _of_the_page(events):
        name, begins, ends = event["name"], event["ts"], event["ts"] + event["dur"]
        if name == "Commit":
            done[-1].lasted, shown_at = (begins - shown_at) / 1000 if shown_at else 0, begins
            done.append(Frame())
        elif name in LAYOUT:
            done[-1].layouts += 1
        elif begins >= counted_until and name in SCRIPT | STYLE:
            # What began within something counted has been counted with it.
            counted_until = ends
            spent = event.get("tdur", event["dur"]) / 1000
            if name in STYLE:
                done[-1].style += spent
            else:
                done[-1].script += spent
    return [frame for frame in done if frame.cost or frame.layouts]


def _of_the_page(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page's main thread did, in order: the busiest, where other pages have one too."""
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    stamps = sorted(event["ts"] for event in events if event["name"] == "TimeStamp")
    # On a busy machine a trace may have begun only after the first.
    since, until = stamps[0] if stamps[1:] else -math.inf, stamps[-1] if stamps else math.inf
    by_thread: dict[tuple[int, int], list[dict[str, Any]]] = {thread: [] for thread in main}
    for event in events:
        if event["ph"] == "X" and since < event["ts"] < until and (event["pid"], event["tid"]) in main:
            by_thread[event["pid"], event["tid"]].append(event)
    # The longer of two that begin together holds the other.
    return sorted(max(by_thread.values(), key=len), key=lambda event: (event["ts"], -event["dur"]))
