"""Positions outside of a match, in the form that a board takes. They hold no secrets."""

from __future__ import annotations

from typing import Any

from games_app.games.base import Ways
from games_app.rules import State


def open_position(state: State) -> dict[str, Any]:
    """Return {"facts", "to_move", "legal": {role: actions}}, by hand also {"ways": {role: ways}}."""
    position = {
        "facts": state.facts(),
        "to_move": state.to_move,
        "legal": {role: state.legal_actions(role) for role in state.to_move},
    }
    ways = open_ways(state)
    return position | {"ways": ways} if ways else position


def open_ways(state: State) -> dict[str, Ways]:
    """Return the ways of each role to move that has any."""
    return {role: ways for role in state.to_move if (ways := state.ways(role))}
