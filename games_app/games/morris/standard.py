"""Morris as clubs play it: a player without a move has lost, and there is no last step.

``step`` counts the moves since a stone was placed or taken. ``past``: see ``repetition``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from games_app.games import repetition
from games_app.games import trace as steps
from games_app.games.base import NOOP, Facts, IllegalAction, Step
from games_app.games.morris.rules import (
    DIAGONAL,
    EMPTY,
    FLYING,
    OTHER,
    POINTS,
    ROLES,
    STONES,
    STRAIGHT,
    WRITTEN,
    Grid,
    Morris,
    MorrisState,
    check_turn,
)
from games_app.games.validation import by_role, one_of, record, require

LAST_QUIET = 100
"""Number of moves of both players, once all stones are placed, without a mill: then the game is drawn."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The differences between these rule sets."""

    slug: str
    flies: bool = True
    stones: int = STONES
    """Number of stones of each role."""
    diagonals: bool = False
    """True if lines join the corners of the squares too."""

    @property
    def grid(self) -> Grid:
        return DIAGONAL if self.diagonals else STRAIGHT


@dataclass(frozen=True, slots=True)
class StandardState(MorrisState):
    """A position of a game without a last step."""

    rules: Parameters = Parameters("")
    past: repetition.Past = ()

    @property
    def slug(self) -> str:
        return self.rules.slug

    @property
    def grid(self) -> Grid:
        return self.rules.grid

    def goals(self) -> dict[str, int]:
        if not self._ended():
            return {}
        if self._drawn():
            return dict.fromkeys(ROLES, 50)
        return {role: 0 if role == self.control else 100 for role in ROLES}

    def facts(self) -> Facts:
        return {
            "points": dict(zip(POINTS, self.points, strict=True)),
            "heap": dict(zip(ROLES, self.heap, strict=True)),
            "control": self.control,
            "mill": self.mill,
            "quiet": [f"{WRITTEN[a]}-{WRITTEN[b]}" for a, b in repetition.moves(self.points, self.past)],
            "times": repetition.times(self.points, self.past),
        }

    def _drawn(self) -> bool:
        past = self.past
        if EMPTY not in self.points:
            return True
        return len(past) >= LAST_QUIET or repetition.times(self.points, past) >= repetition.THIRD

    def _ended(self) -> bool:
        if self.mill:
            return False
        own = self.points.count(self.control) + self._stones_to_place(self.control)
        return own < FLYING or self._drawn() or not self._can_act(self.control)

    def _removable(self, role: str) -> Iterator[int]:
        theirs = [i for i, owner in enumerate(self.points) if owner == OTHER[role]]
        return iter([i for i in theirs if not self._in_mill(i)] or theirs)

    def _flies(self, role: str) -> bool:
        return self.rules.flies and self.points.count(role) == FLYING

    def _moves(self, role: str) -> Iterator[tuple[int, int]]:
        flies = self._flies(role)
        for start, owner in enumerate(self.points):
            if owner == role:
                for target in range(24) if flies else self.grid.neighbours[start]:
                    if self.points[target] == EMPTY:
                        yield start, target

    def _apply(self, role: str, action: str) -> Self:
        if action == NOOP:
            raise IllegalAction("remove_first" if self.mill else "no_pass")
        return super(StandardState, self)._apply(role, action)

    def _may_go(self, role: str, start: int, target: int) -> bool:
        return (start, target) in self.grid.next_to or self._flies(role)

    def _next(
        self, points: tuple[str, ...], heap: tuple[int, int], trace: list[Step], mill: bool = False
    ) -> Self:
        control = self.control if mill else OTHER[self.control]
        quiet = trace[0]["do"] == "move" and not mill
        past = (*self.past, self.points) if quiet else ()
        state = type(self)(points, heap, control, len(past), mill, tuple(trace), self.rules, past)
        if not state._ended():
            return state
        return replace(state, trace=(*trace, steps.over(state.winner or None)))


class Standard(Morris):
    """A rule set without a last step; its states are StandardState."""

    def __init__(self, name: str, parameters: Parameters) -> None:
        self.slug, self.name, self.parameters = parameters.slug, name, parameters

    def initial_state(self, **options: str) -> StandardState:
        self.checked_options(options)
        heap = (self.parameters.stones, self.parameters.stones)
        return StandardState((EMPTY,) * 24, heap, ROLES[0], 0, rules=self.parameters)

    def state_from_facts(self, facts: Facts) -> StandardState:
        fields = record(facts, ("points", "heap", "control", "mill", "quiet", "times"), "The facts")
        lying = record(fields["points"], POINTS, "points")
        points = tuple(one_of(lying[point], (EMPTY, *ROLES), point) for point in POINTS)
        require(type(fields["mill"]) is bool, "mill must be true or false")
        past = repetition.read(fields, points, LAST_QUIET, _quiet)
        state = StandardState(
            points,
            by_role(fields["heap"], ROLES, self.parameters.stones, "heap"),
            one_of(fields["control"], ROLES, "control"),
            len(past),
            fields["mill"],
            rules=self.parameters,
            past=past,
        )
        _check_counts(state)
        check_turn(state)
        _check_past(state)
        return state


def _quiet(move: str) -> tuple[int, int]:
    start, target = move.split("-")
    return WRITTEN.index(start), WRITTEN.index(target)


def _points(board: repetition.Board) -> tuple[str, ...]:
    return tuple(owner or EMPTY for owner in board)


def _check_counts(state: StandardState) -> None:
    """Check the stones of each role: only one may have lost more than the game allows, which ends it."""
    own, other = (
        state.points.count(role) + state._stones_to_place(role)
        for role in (state.control, OTHER[state.control])
    )
    most = state.rules.stones
    require(max(own, other) <= most, f"A role can't have more than {most} stones")
    require(other >= FLYING and own >= FLYING - (not state.mill), "Only the role to move can have two stones")
    require(not state.mill or state.points.count(OTHER[state.control]) > 0, "A mill must have stones to take")


def _check_past(state: StandardState) -> None:
    """Check that stones moved since the last change, in turn, and closed no mill."""
    after = len(state.past)
    require(not after or not (state.mill or any(state.heap)), "Nothing is quiet while stones are placed")
    for i, (start, target) in enumerate(repetition.moves(state.points, state.past)):
        control = state.control if (after - i) % 2 == 0 else OTHER[state.control]
        before = replace(state, points=_points(state.past[i]), control=control, past=(), mill=False, step=0)
        require(before.points[start] == control, "Stones must move in turn in quiet")
        require((start, target) in set(before._moves(control)), "quiet must hold moves to free points")
        moved = replace(before, points=_points((*state.past, state.points)[i + 1]))
        require(not moved._in_mill(target), "No mill was closed in quiet")
        require(before.points.count(control) >= FLYING, "The game was over before the end of quiet")
