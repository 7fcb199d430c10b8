"""A finished game, stored as the actions people took and replayed by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from games_app.games.base import Game, State
from games_app.games.decision import Accepted, play


@dataclass(frozen=True)
class Sample:
    """``written``: the decisions in notation, separated by spaces, without forced plies.

    Where both sides choose at once, the decisions alternate between them, the first role's first.
    """

    game: Game
    options: Mapping[str, str]
    written: str

    @property
    def decisions(self) -> list[str]:
        return self.written.split()

    @property
    def beginning(self) -> State:
        return self.game.initial_state(**self.options)

    def played(self) -> Iterator[Accepted]:
        """The decisions in sequence."""
        state = self.beginning
        for written in self.decisions:
            accepted = play(state, state.to_move[0], self.game.action(written))
            yield accepted
            state = accepted.state

    @cached_property
    def winner(self) -> str:
        """The role that wins; empty for a draw."""
        *_, last = self.played()
        return last.state.winner
