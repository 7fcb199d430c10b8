"""Portable notations: how other programs write a game, as in PDN (draughts) and PGN (chess).

All of them share the frame of a file: tags, move numbers, comments, variations and a result. A game's
``portable`` module has the rest: a ``Portable`` knows the tags and the moves of one rule set.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games_app.games.base import Accepted, Game, State


@dataclass(frozen=True, slots=True)
class Turn:
    """All that a role does until the other one moves, such as the jumps of one piece."""

    decisions: tuple[Accepted, ...]

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(decision.plies[0].action for decision in self.decisions)

    @property
    def end(self) -> State:
        """The position after the turn."""
        return self.decisions[-1].state


class Portable(ABC):
    """The notation of one rule set in the files of other programs."""

    format: ClassVar[str]
    """The name of the format: "PDN"."""
    extension: ClassVar[str]
    """The end of a file's name, in small letters and without the dot."""
    players: Mapping[str, str]
    """Role -> tag with the name of its player, in the order of the tags."""
    wins: Mapping[str, str]
    """Role -> result of a game that it won."""
    tags: Mapping[str, str]
    """Tags that tell the rule set, as they are written."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def fits(self, tags: Mapping[str, str]) -> bool:
        """Return whether a file with these tags has a game of this rule set."""

    @abstractmethod
    def is_beginning(self, position: str) -> bool:
        """Return whether the value of a tag FEN is the first position of the game."""

    @abstractmethod
    def position(self, state: State) -> str:
        """Return a first position as the value of a tag FEN."""

    @abstractmethod
    def turn(self, state: State, move: str) -> Turn:
        """Return the turn that a written move means. Raises IllegalAction."""

    @abstractmethod
    def turns(self, state: State) -> list[Turn]:
        """Return every turn of the role to move."""

    @abstractmethod
    def written(self, state: State, actions: Sequence[str]) -> str:
        """Return the turn, or its beginning, as it is written in this position."""
