"""The stops that a decision began and ended at, marked until the next. Its twin is static/boards/trace.js."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any


def last_stops(traces: Iterable[Sequence[Mapping[str, Any]]]) -> list[str]:
    """``traces``: those of the plies of one decision, in order. If both sow at once, each has its own."""
    stops: dict[str | None, list[str]] = defaultdict(list)
    for step in chain.from_iterable(traces):
        role = step.get("role")
        stops[role] = _after(step, stops[role])
    return list(dict.fromkeys(chain.from_iterable(stops.values())))


def _after(step: Mapping[str, Any], stops: list[str]) -> list[str]:
    """What is marked of a role after its next step."""
    match step["do"]:
        case "scoop":
            return [*(stops[:1] or [str(step["from"])]), *_end(step, stops[1:])]
        case "drop" | "forfeit":
            return [*stops[:1], str(step["at"])]
        case "move":
            return [*stops, step["from"], step["to"]]
        case "place":
            return [*stops, step["to"]]
    return stops


def _end(scoop: Mapping[str, Any], before: list[str]) -> list[str]:
    """Where the last shell of a scoop and of all its relays fell; what was ``before`` if none did."""
    for drops in reversed([scoop["drops"], *scoop.get("relays", ())]):
        if drops:
            return [str(drops[-1][0]), *before[1:]]
    return before
