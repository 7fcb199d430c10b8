"""What each side has at a position: the numbers of the score line. The rules themselves keep none of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games_app.rulebook import SHEETS

Facts = Mapping[str, Any]


def score(game: str, facts: Facts) -> dict[str, int]:
    """What a role has of what is counted in this game: stones or shells in store, men left, men taken."""
    counted = SHEETS[game].counted
    return dict(counted.of(facts)) if counted else {}


def counted(game: str) -> str:
    """What that is, in words; empty where nothing is counted."""
    counted = SHEETS[game].counted
    return str(counted.what) if counted else ""


def round_of(facts: Facts) -> int:
    """In a game of rounds which one this is, from 1; 0 in any other."""
    return int(facts.get("round", 0))


def houses_held(facts: Facts) -> dict[str, int]:
    """In a game of rounds how many houses each role has that are not burnt; nothing in any other."""
    if not round_of(facts):
        return {}
    half = len(facts["houses"]) // 2
    held = [int(house) <= half for house in facts["houses"] if int(house) not in facts["burnt"]]
    return {"south": held.count(True), "north": held.count(False)}


def round_over(trace: bytes) -> dict[str, int] | None:
    """Each role's shells, where a ply with this trace ended a round; it is read only then."""
    if b'"round"' not in trace:
        return None
    step = next(step for step in msgspec.json.decode(trace) if step["do"] == "round")
    stores: dict[str, int] = step["stores"]
    return stores
