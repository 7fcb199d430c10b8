"""Stops where the last decision began and ended, to be marked. Twin of static/boards/trace.js."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any


def last_stops(traces: Iterable[Sequence[Mapping[str, Any]]]) -> list[str]:
    """Return the stops to mark; ``traces`` are those of one decision's plies, in order.

    If both roles sow at once, each has stops of its own.
    """
    stops: dict[str | None, list[str]] = defaultdict(list)
    for step in chain.from_iterable(traces):
        role = step.get("role")
        stops[role] = _after(step, stops[role])
    return list(dict.fromkeys(chain.from_iterable(stops.values())))


def _after(step: Mapping[str, Any], stops: list[str]) -> list[str]:
    """Return the marked stops of a role after its next step."""
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
    """Return where the last shell of a scoop and its relays fell; ``before`` if none did."""
    for drops in reversed([scoop["drops"], *scoop.get("relays", ())]):
        if drops:
            return [str(drops[-1][0]), *before[1:]]
    return before
