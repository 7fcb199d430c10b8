"""The compact form of a game: small values in place of states, for searching millions of positions.

A game has one if its folder has a module ``engine`` with the instance ``ENGINE``. A position is seen by the
role that is to move in it. Values are *gains*: how much the mover will still get more than the other, counted
from the position on. What was gained before is no part of a position, so that positions which differ in
nothing else are searched once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, TypeVar, cast

from games_app.games.base import State
from games_app.games.decision import play

S = TypeVar("S", bound=State)
P = TypeVar("P")

Choice = tuple[int, P, bool]
"""The gain of a choice, the position after it as its mover sees it, whether that is the same role."""

Unit = Literal["margin", "goal"]
Scope = Literal["game", "round"]


@dataclass(frozen=True, slots=True)
class Entry(Generic[S, P]):
    """A decision and where it leads: ``lead`` is the margin so far of the role that took it.

    ``position`` is None where the scope of the search has ended. ``again``: the same role moves there.
    """

    action: str
    state: S
    lead: int
    position: P | None
    again: bool


class Compact(ABC, Generic[S, P]):
    """The way from states of a game to positions, and the play of these.

    A position is hashable and holds everything that decides how play goes on: it is the exact key of what
    was found out about it.
    """

    version: ClassVar[int] = 3
    """Counts up with every change that could alter a value."""
    states: type[S]
    scope: ClassVar[Scope] = "game"
    unit: ClassVar[Unit] = "margin"
    scale: ClassVar[int] = 1
    """Values are so many times the unit; what lies between two multiples is for estimates alone."""
    to_the_end: ClassVar[bool] = False
    """True if proofs are found soonest by searching to the end at once, and not by deepening step by step."""
    bounds_first: ClassVar[bool] = False
    """True if bounds settle so much that those of all choices are looked at before one is searched."""
    complete: ClassVar[bool] = False
    """True if any position can be proved, so that nobody need estimate it or ask who wins first."""

    def suited(self, state: S) -> Compact[S, P]:
        """Return the instance whose positions are those of ``state``, where one game has several boards."""
        return self

    def proving(self) -> Compact[S, P]:
        """Return the instance that searches for proofs, with all that is known of the game.

        Levels that look only some choices ahead don't get it: nobody of their strength ends a game like that.
        """
        return self

    def searchable(self, state: S) -> S:
        """Return the same position in the form that is searched, where states have several."""
        return state

    def likeness(self, state: S) -> Hashable | None:
        """Return what two states have in common if analysing one gives the other away.

        It is the same for mirror images, and leaves out what somebody could alter to hide the likeness: the
        moves left, the stores, the round. None where nothing can be analysed nearby.
        """
        return self.position(state)

    def can_search(self, state: S) -> bool:
        """Return whether ``state`` is a position between two decisions in which one role is to move."""
        return len(state.to_move) == 1

    def entries(self, state: S) -> list[Entry[S, P]]:
        """Return every decision of the role to move, by the rules themselves."""
        (role,) = state.to_move
        return [self._entry(state, role, action) for action in state.legal_actions(role)]

    def _entry(self, state: S, role: str, action: str) -> Entry[S, P]:
        after = cast("S", play(state, role, action).state)
        again = after.to_move == (role,)
        position = None if after.is_terminal else self.position(after)
        return Entry(action, after, self.lead(after, role), position, again)

    def played_on(self, choice: Choice[P]) -> Choice[P]:
        """Return a choice with the passes that are forced after it, as the rules play them."""
        return choice

    @abstractmethod
    def position(self, state: S) -> P:
        """Return ``state`` as its mover sees it."""

    @abstractmethod
    def lead(self, state: S, role: str) -> int:
        """Return how much more than the other ``role`` has so far; at the end, the result."""

    @abstractmethod
    def choices(self, position: P) -> list[Choice[P]]:
        """Return every choice of the mover, those first that promise most; none where play has ended.

        A forced pass is a choice. The order must not change: the best choice is kept by its place.
        """

    @abstractmethod
    def bounds(self, position: P) -> tuple[int, int]:
        """Return a gain that the mover has at least, and one that it has at most, whatever is played."""

    @abstractmethod
    def estimate(self, position: P) -> int | None:
        """Return the gain as it looks, or None where a capture is about to change it."""
