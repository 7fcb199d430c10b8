"""A row of five stones; the player who takes the last one wins.

A turn takes one, two or three stones off the end of the row: ``take p4`` takes p4 and all stones after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from games_app.games import trace as steps
from games_app.games.base import NOOP, Facts, Game, IllegalAction, State, Trace
from games_app.games.validation import one_of, record, require, whole

PITS = ("p1", "p2", "p3", "p4", "p5")
ROLES = ("south", "north")
STORE = {role: f"pwin{role}" for role in ROLES}
OTHER = {"south": "north", "north": "south"}
MOST = 3

ACTIONS = {f"take {pit}": i for i, pit in enumerate(PITS)}


@dataclass(frozen=True, slots=True)
class SubtractionState(State):
    """``taken``: how many stones each of ROLES has; the others still lie in the row."""

    taken: tuple[int, int]
    control: str
    trace: Trace = field(default=(), compare=False, repr=False)

    roles = ROLES

    @property
    def left(self) -> int:
        return len(PITS) - sum(self.taken)

    @property
    def to_move(self) -> tuple[str, ...]:
        return (self.control,) if self.left else ()

    def goals(self) -> dict[str, int]:
        if not self.is_terminal:
            return {}
        return {role: 0 if role == self.control else 100 for role in ROLES}

    def facts(self) -> Facts:
        row = {pit: int(i < self.left) for i, pit in enumerate(PITS)}
        stores = {STORE[role]: n for role, n in zip(ROLES, self.taken, strict=True)}
        return {"pits": row | stores, "control": self.control}

    def _legal(self, role: str) -> list[str]:
        return [f"take {pit}" for pit in PITS[max(0, self.left - MOST) : self.left]]

    def _apply(self, role: str, action: str) -> Self:
        if action == NOOP:
            raise IllegalAction("no_pass")
        if action not in ACTIONS:
            raise IllegalAction("not_an_action", action=action)
        first = ACTIONS[action]
        if first >= self.left:
            raise IllegalAction("stone_taken", stone=PITS[first][1:])
        if self.left - first > MOST:
            raise IllegalAction("too_many", n=self.left - first, most=MOST)
        return self._take(role, first)

    def _take(self, role: str, first: int) -> Self:
        stones = [(pit, 1) for pit in PITS[first : self.left]]
        south, north = self.taken
        taken = (south + len(stones), north) if role == "south" else (south, north + len(stones))
        trace = [steps.capture(role, stones, STORE[role], taken[ROLES.index(role)]), steps.end(role)]
        if sum(taken) == len(PITS):
            trace.append(steps.over(role))
        return type(self)(taken, OTHER[role], tuple(trace))


class Subtraction(Game):
    """The game; its states are SubtractionState."""

    slug = "subtraction"
    name = "Subtraction"
    roles = ROLES
    least_decisions = 1

    def initial_state(self, **options: str) -> SubtractionState:
        self.checked_options(options)
        return SubtractionState((0, 0), "south")

    def state_from_facts(self, facts: Facts) -> SubtractionState:
        given = record(facts, ("pits", "control"), "The facts")
        pits = record(given["pits"], (*PITS, *STORE.values()), "pits")
        control = one_of(given["control"], ROLES, "control")
        row = [whole(pits[pit], 0, 1, pit) for pit in PITS]
        south, north = (whole(pits[STORE[role]], 0, len(PITS), STORE[role]) for role in ROLES)
        require(row == sorted(row, reverse=True), "The row must lie from p1 on without a gap")
        require(sum(row) + south + north == len(PITS), f"There must be {len(PITS)} stones in all")
        return SubtractionState((south, north), control)

    def notation(self, action: str) -> str:
        if action not in ACTIONS:
            raise IllegalAction("not_an_action", action=action)
        return str(ACTIONS[action] + 1)

    def action(self, notation: str) -> str:
        if f"take p{notation}" not in ACTIONS:
            raise IllegalAction("not_a_notation", notation=notation)
        return f"take p{notation}"

    def score(self, facts: Facts) -> dict[str, int]:
        return {role: facts["pits"][STORE[role]] for role in ROLES}
