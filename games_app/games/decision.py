"""A decision: the ply that a person chose, and the plies that the server plays after it."""

from __future__ import annotations

from dataclasses import dataclass

from games_app.games.base import State, Trace


@dataclass(frozen=True, slots=True)
class Ply:
    """One applied action and what it did."""

    role: str
    action: str
    trace: Trace


@dataclass(frozen=True, slots=True)
class Accepted:
    """A decision that the rules allow: the person's own ply, then the plies that it forces."""

    role: str
    plies: tuple[Ply, ...]
    state: State


def play(state: State, role: str, action: str) -> Accepted:
    """Apply ``action`` and every forced ply after it. Raises IllegalAction."""
    state = state.apply(role, action)
    plies = [Ply(role, action, state.trace)]
    while forced := state.forced():
        state = state.apply(*forced)
        plies.append(Ply(*forced, state.trace))
    return Accepted(role, tuple(plies), state)
