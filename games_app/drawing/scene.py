"""What lies on the table, whichever the game, read off the facts, which name places as the drawing does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from games_app.rules import Facts


@dataclass(frozen=True, slots=True)
class Hand:
    held: int
    at: str | None


@dataclass(frozen=True, slots=True)
class Scene:
    counts: dict[str, int] = field(default_factory=dict)
    """Stones by stop; also what is printed beside a heap."""
    men: dict[str, str] = field(default_factory=dict)
    """Single pieces: stop -> kind."""
    hands: dict[str, Hand] = field(default_factory=dict)
    burnt: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    """The roles that have chosen in secret."""


def read(facts: Facts, stops: Collection[str], heaps: Collection[str], kinds: Collection[str]) -> Scene:
    """The scene of ``facts``; the names are those of the game's drawing.

    A number at a stop is so many stones, the name of a piece is that piece. A heap's name is its way through
    the facts: "heap white" is what stands under "heap" for "white".
    """
    counts: dict[str, int] = {}
    men: dict[str, str] = {}
    for there in facts.values():
        if isinstance(there, Mapping):
            for stop, what in there.items():
                if stop in stops and isinstance(what, int):
                    counts[stop] = what
                elif stop in stops and what in kinds:
                    men[stop] = what
    for heap in heaps:
        fact, role = heap.split()
        counts[heap] = facts[fact][role]
    burnt = frozenset(str(stop) for stop in facts.get("burnt", ()))
    return Scene(counts, men, _hands(facts), burnt)


def _hands(facts: Facts) -> dict[str, Hand]:
    """Where one hand sows at a time, "at" is its place; else it is the place of each role's."""
    at = facts.get("at")
    places = at if isinstance(at, Mapping) else dict.fromkeys(facts.get("hand", ()), at)
    return {
        role: Hand(held, None if places[role] is None else str(places[role]))
        for role, held in facts.get("hand", {}).items()
    }


def _congkak(scene: Scene, facts: Facts) -> Scene:
    stores = {"A": facts["stores"]["south"], "B": facts["stores"]["north"]}
    waiting: frozenset[str] = frozenset()
    if facts["phase"] == "opening" and facts["options"]["sowing"] != "hand" and facts["choosing"]:
        waiting = frozenset(facts["stores"]) - {*facts["choosing"], *facts["ended"]}
    return Scene(scene.counts | stores, scene.men, scene.hands, scene.burnt, waiting)


MORE: Mapping[str, Callable[[Scene, dict[str, Any]], Scene]] = {"congkak": _congkak}
"""What a game's facts say in words of their own."""
