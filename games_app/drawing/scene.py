"""Scene of a board, for any game: its contents, and the stops to mark as the last move.

The contents are read from the facts, which name places as the drawing does, and the stops from the traces of
the last decision. Twin of static/boards/scene.js and trace.js.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Protocol

from games_app.games.rules import Facts


@dataclass(frozen=True, slots=True)
class Hand:
    held: int
    at: str | None


@dataclass(frozen=True, slots=True)
class Scene:
    counts: dict[str, int] = field(default_factory=dict)
    """Stones by stop or heap; also the number printed beside a heap."""
    men: dict[str, str] = field(default_factory=dict)
    """Single pieces: stop -> kind."""
    hands: dict[str, Hand] = field(default_factory=dict)
    burnt: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    """The roles that have chosen in secret."""


class Named(Protocol):
    """Names used by a game's drawing."""

    @property
    def stops(self) -> Mapping[str, str]: ...
    @property
    def paths(self) -> Mapping[str, str]:
        """Stop or heap -> the path to its number in the facts."""

    @property
    def kinds(self) -> frozenset[str]: ...
    @property
    def secret_phase(self) -> str | None:
        """The phase in which roles choose in secret."""


def read(facts: Facts, drawing: Named) -> Scene:
    """Return the scene of ``facts``.

    A number at a stop is a number of stones; a name is that of a piece. Heaps, and stops that the facts name
    differently, have a path: "heap white" is the entry of "heap" for "white".
    """
    counts: dict[str, int] = {}
    men: dict[str, str] = {}
    for there in facts.values():
        if isinstance(there, Mapping):
            for stop, what in there.items():
                if stop in drawing.stops and isinstance(what, int):
                    counts[stop] = what
                elif stop in drawing.stops and what in drawing.kinds:
                    men[stop] = what
    for name, path in drawing.paths.items():
        fact, role = path.split()
        counts[name] = facts[fact][role]
    burnt = frozenset(str(stop) for stop in facts.get("burnt", ()))
    return Scene(counts, men, _hands(facts), burnt, _waiting(facts, drawing.secret_phase))


def _hands(facts: Facts) -> dict[str, Hand]:
    """Return the hands. "at" is the place of a single sowing hand, or else maps each role to its place."""
    at = facts.get("at")
    places = at if isinstance(at, Mapping) else dict.fromkeys(facts.get("hand", ()), at)
    return {
        role: Hand(held, None if places[role] is None else str(places[role]))
        for role, held in facts.get("hand", {}).items()
    }


def _waiting(facts: Facts, secret_phase: str | None) -> frozenset[str]:
    """Return the roles that neither choose nor sow nor have ended, while others still choose."""
    if secret_phase is None or facts["phase"] != secret_phase or not facts["choosing"]:
        return frozenset()
    idle = {role for role, held in facts["hand"].items() if not held}
    return frozenset(idle - {*facts["choosing"], *facts["ended"]})


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
