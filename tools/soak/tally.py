"""The events of a soak, and its problems."""

from __future__ import annotations

import asyncio
import traceback
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.faults.charged import BEYOND
from tests.faults.page import Page
from tools.soak.latency import Latency

MOST_TOLD = 20
"""Maximum number of differences that are printed."""


@dataclass
class Tally:
    """Counts of events."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    latency: Latency = field(default_factory=Latency)
    attacks: Counter[str] = field(default_factory=Counter)
    """Counts of what hostile senders did."""
    beyond: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds by trouble that were charged to turns beyond the players' own time, on good networks.

    Without those for which the machine had no processor for the kit or a server.
    """
    story: list[str] = field(default_factory=list)
    """Events of the match with the first difference."""
    logs: str = ""
    """The folder with the servers' logs, if it was kept."""

    def lines(self) -> list[str]:
        counted = ", ".join(f"{number} {what}" for what, number in sorted(self.counts.items()))
        if self.attacks:
            sent = ", ".join(f"{name} {number}" for name, number in sorted(self.attacks.items()))
            counted += f"\nattackers: {sent}"
        lines = [
            counted,
            *self.latency.lines(),
            *self._charged(),
            *(self.differences[:MOST_TOLD] or ["0 differences"]),
        ]
        if self.story:
            lines += ["The match of the first difference, in seconds (k: by the kit's clock):", *self.story]
        return [*lines, f"The servers' logs: {self.logs}"] if self.logs else lines

    def _charged(self) -> list[str]:
        return [
            f"{what}: {len(seconds)} turns met it, charged beyond the own time: {max(seconds):.2f} s at "
            f"most, {sum(one > BEYOND for one in seconds)} over {BEYOND:g} s"
            for what, seconds in sorted(self.beyond.items())
        ]

    @property
    def failed(self) -> bool:
        return bool(self.differences) or self.latency.too_slow


def count(tally: Tally, record: Sequence[dict[str, Any]], pages: Sequence[Page]) -> None:
    tally.counts["matches"] += 1
    tally.counts["events"] += len(record)
    tally.counts["matches with clocks"] += "clocks" in record[-1]
    tally.counts["outages told"] += sum(event["what"] == "outage" for event in record)
    for page in pages:
        tally.counts["resyncs"] += page.syncs
        tally.counts["reconnects"] += page.reconnects
        tally.counts["commands sent again"] += page.resent
        answers = [answer for many in page.answers.values() for answer in many]
        tally.counts["refusals"] += sum(not answer["ok"] for answer in answers)


def where(error: Exception) -> str:
    """Return the way through the kit on which this happened."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if "/tests/" in step.filename]
    return " > ".join(f"{step.name}:{step.lineno}" for step in steps)


def waits_in(task: asyncio.Task[Any]) -> str:
    """Return where in the kit this task waits."""
    return " > ".join(f"{frame.f_code.co_name}:{frame.f_lineno}" for frame in task.get_stack())
