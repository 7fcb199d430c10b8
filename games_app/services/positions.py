"""A position outside of a match, as a board takes it. Nothing in it is anybody's secret."""

from __future__ import annotations

from typing import Any

from ..rules import State


def open_position(state: State) -> dict[str, Any]:
    """{"facts", "to_move", "legal": {role: actions}}"""
    return {
        "facts": state.facts(),
        "to_move": state.to_move,
        "legal": {role: state.legal_actions(role) for role in state.to_move},
    }
