"""Positions as a board gets them, and what an action leads to: the cases of tests/js/hand-sowing.test.mjs."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games_app.games.rules import State

Case = tuple[State, str, str]
"""A position, a role and its action."""


def shown(state: State) -> dict[str, Any]:
    """Return a position as a board gets it."""
    legal = {role: state.legal_actions(role) for role in state.to_move}
    ways = {role: state.ways(role) for role in state.to_move}
    return {"facts": state.facts(), "to_move": list(state.to_move), "legal": legal, "ways": ways}


def case(state: State, role: str, action: str) -> dict[str, Any]:
    """Return an action with the positions before and after it; after it, only the changed facts."""
    after = state.apply(role, action)
    before = state.facts()
    changed = {name: value for name, value in after.facts().items() if before[name] != value}
    told = {**shown(after), "facts": changed, "trace": list(after.trace)}
    return {"before": shown(state), "role": role, "action": action, "after": told}


def check_golden(cases: Mapping[str, Case], file: Path) -> None:
    """Compare the cases with the file; GOLDEN=new in the environment writes it again."""
    found = {name: case(*one) for name, one in cases.items()}
    if os.environ.get("GOLDEN") == "new":
        lines = (f"{json.dumps(name)}: {json.dumps(one)}" for name, one in found.items())
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(json.dumps(found))
