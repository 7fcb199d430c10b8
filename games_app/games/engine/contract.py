"""The contract of a game's ``engine`` module: its compact form, ``ENGINE``, and the computer's ``LEVELS``.

``LEAST_MISTAKE`` is the minimum estimated loss that a review marks as a mistake, in the unit of the form. The
module has it only if ``manage.py bench margins`` finds one: without it, no estimated loss is marked.

The compact form has small values instead of states, for searching millions of positions. A position is seen
by the role to move in it. Values are *gains*: how much more the mover will still get than the other, counted
from the position on. Earlier gains are not part of a position, so positions that differ only in them are
searched once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Generic, Literal, Protocol, TypeVar, cast

from games_app.games.base import State, play

S = TypeVar("S", bound=State)
P = TypeVar("P")

Choice = tuple[int, P, bool]
"""The gain of a choice, the position after it as its mover sees it, and whether the same role moves again."""

Unit = Literal["margin", "goal"]
Scope = Literal["game", "round"]


@dataclass(frozen=True, slots=True)
class Entry(Generic[S, P]):
    """A decision and its result; ``lead`` is the margin so far of the role that took it.

    ``position`` is None where the scope of the search ends. ``again``: the same role moves there.
    """

    action: str
    state: S
    lead: int
    position: P | None
    again: bool


class Endings(Protocol):
    """Tables of solved endings, in the module ``endings`` of a game. Making them takes long.

    ``parts``: the numbers of the tables, in the order in which they are made; ``known``: the last known one,
    or 0.
    """

    parts: range
    known: int

    def take(self, part: int, table: memoryview) -> None:
        """Take over the next table. Raises ValueError if it can't be one."""

    def solve(self, part: int) -> Generator[None, None, bytes]:
        """Return the next table; pause now and then."""


class Compact(ABC, Generic[S, P]):
    """The conversion of a game's states to positions, and the play of these.

    A position is hashable and holds everything that decides how play continues: it is the exact key of what
    is known about it.
    """

    version: ClassVar[int] = 3
    """Version, incremented by every change that could alter a value."""
    scope: ClassVar[Scope] = "game"
    unit: ClassVar[Unit] = "margin"
    scale: ClassVar[int] = 1
    """Factor of values to the unit; values between two multiples are only for estimates."""
    to_the_end: ClassVar[bool] = False
    """True if searching to the end at once finds proofs sooner than deepening step by step."""
    bounds_first: ClassVar[bool] = False
    """True if bounds settle so much that those of all choices are checked before one is searched."""
    by_numbers: ClassVar[bool] = False
    """True if proofs by numbers find out who wins sooner than alpha-beta does."""
    complete: bool = False
    """True if any position can be proved, so that estimates and the question who wins are unnecessary."""

    def suited(self, state: S) -> Compact[S, P]:
        """Return the instance for the positions of ``state``, if one game has several boards."""
        return self

    def proving(self) -> Compact[S, P]:
        """Return the instance that searches for proofs, with all that is known of the game.

        Levels that look only some choices ahead don't get it: nobody of their strength plays endings like
        that.
        """
        return self

    def with_endings(self) -> Compact[S, P]:
        """Return the instance that also knows the endings that were made before, if there are any.

        Levels don't get it: they would be stronger where endings have been made.
        """
        return self

    def searchable(self, state: S) -> S:
        """Return the same position in the form that is searched, if states have several."""
        return state

    def images(self, state: S) -> frozenset[int]:
        """Return the keys of the position and its mirror images: analysing one gives the others away.

        A key excludes what somebody could change to hide the likeness: the moves left, the stores, the
        round. Empty if nothing near it can be analysed.
        """
        return frozenset(self.images_of(self.position(state)))

    def images_of(self, position: P) -> Iterable[int]:
        """Return the keys of a position and its mirror images, if the form itself has several."""
        return (self.key(position),)

    @abstractmethod
    def key(self, position: P) -> int:
        """Return the position as a number, without the parts that ``images`` ignores."""

    def reach(self, state: S, decisions: int) -> set[int]:
        """Return an image of the position and of each position that so many decisions can lead to."""
        images = self._reach_by_choices(state, decisions) if self.can_search(state) else None
        return self._reach_by_rules(state, decisions) if images is None else images

    def _reach_by_choices(self, state: S, decisions: int) -> set[int] | None:
        """Return None if a position is settled there: its choices need not be those of the rules."""
        layer = {self.position(state)}
        images: set[int] = set()
        for left in range(decisions, -1, -1):
            for least, most in map(self.bounds, layer):
                if least == most:
                    return None
            images.update(map(self.key, layer))
            if left:
                layer = {self.played_on(choice)[1] for position in layer for choice in self.choices(position)}
        return images

    def _reach_by_rules(self, state: S, decisions: int) -> set[int]:
        layer, images = [state], set[int]()
        for left in range(decisions, -1, -1):
            for each in layer:
                if each.to_move:
                    images.update(islice(self.suited(each).images(each), 1))
            if left:
                layer = [
                    cast("S", play(each, role, action).state)
                    for each in layer
                    for role in each.to_move
                    for action in each.legal_actions(role)
                ]
        return images

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
        """Return a choice with the forced passes after it, as the rules play them."""
        return choice

    def forget(self) -> None:
        """Drop caches that only make it faster."""

    @abstractmethod
    def position(self, state: S) -> P:
        """Return ``state`` as its mover sees it."""

    @abstractmethod
    def lead(self, state: S, role: str) -> int:
        """Return the margin of ``role`` over the other so far; at the end, the result."""

    @abstractmethod
    def choices(self, position: P) -> list[Choice[P]]:
        """Return every choice of the mover, most promising first; none at the end of play.

        A forced pass is a choice. The order must not change: the best choice is stored by its place.
        """

    @abstractmethod
    def bounds(self, position: P) -> tuple[int, int]:
        """Return the mover's guaranteed minimum and maximum gain, whatever is played."""

    @abstractmethod
    def estimate(self, position: P) -> int | None:
        """Return an estimate of the gain, or None if a capture is about to change it."""


MOST_NODES = 1_000_000
"""Maximum nodes of a level that is limited by depth."""
QUICK_NODES = 10_000
"""Nodes that a search visits in about 50 ms at most."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the computer as an opponent: a search bounded by ``depth`` or ``nodes``.

    Choices or nodes limit it, never time, so a level is as strong on a slow or busy machine as on a fast one.
    ``chance`` is the share of randomly chosen actions. A level that errs like a person has a ``slip``: the
    standard deviation of the error with which it values each action, in the unit of the game. Such a level
    ``overlooks`` the reply in this share of its decisions: it takes as much as it can.
    """

    slug: str
    depth: int | None = None
    nodes: int = MOST_NODES
    chance: float = 0
    slip: float = 0
    overlooks: float = 0
    proofs: bool = False
    """True for a level that searches until it has a proof."""

    @property
    def quick(self) -> bool:
        """True if a reply takes milliseconds, so that other jobs hardly notice the wait."""
        return self.depth is not None or self.nodes <= QUICK_NODES


EASY = Level("easy", depth=1)
MASTER = Level("master", nodes=25_000)
