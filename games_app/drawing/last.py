"""The stops that a decision began and ended at, marked until the next. Its twin is static/boards/trace.js."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def last_stops(traces: Iterable[Sequence[Mapping[str, Any]]]) -> list[str]:
    """``traces``: those of the plies of one decision, in order."""
    stops: list[str] = []
    for trace in traces:
        for step in trace:
            match step["do"]:
                case "scoop":
                    stops = [*(stops[:1] or [str(step["from"])]), *_end(step, stops[1:])]
                case "drop" | "forfeit":
                    stops = [*stops[:1], str(step["at"])]
                case "move":
                    stops += [step["from"], step["to"]]
                case "place":
                    stops.append(step["to"])
    return list(dict.fromkeys(stops))


def _end(scoop: Mapping[str, Any], before: list[str]) -> list[str]:
    """Where the last shell of a scoop and of all its relays fell; what was ``before`` if none did."""
    for drops in reversed([scoop["drops"], *scoop.get("relays", ())]):
        if drops:
            return [str(drops[-1][0]), *before[1:]]
    return before
