"""The mutable position while one action is played out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games_app.games.base import Step
from games_app.games.congkak.rules.board import HOUSES, paths

if TYPE_CHECKING:
    from games_app.games.congkak.rules.state import CongkakState


class Table:
    """A working copy of a state, with the steps of the trace so far."""

    __slots__ = (
        "at",
        "burnt",
        "choosing",
        "control",
        "ended",
        "hands",
        "options",
        "paths",
        "phase",
        "round",
        "sealed",
        "shells",
        "steps",
        "won",
    )

    def __init__(self, state: CongkakState) -> None:
        self.options = state.options
        self.shells = list(state.shells)
        self.burnt = state.burnt
        self.paths = paths(state.burnt)
        self.hands = list(state.hands)
        self.at = list(state.at)
        self.round = state.round
        self.phase = state.phase
        self.control = state.control
        self.choosing = set(state.choosing)
        self.sealed = list(state.sealed)
        self.ended = list(state.ended)
        self.won = list(state.won)
        self.steps: list[Step] = []

    def houses_empty(self, side: int) -> bool:
        """Return whether no house of this side holds a shell."""
        shells = self.shells
        return not any(shells[house] for house in HOUSES[side])
