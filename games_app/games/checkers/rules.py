"""Pawn checkers on eight by eight cells: pawns step and jump forward, and only captures score.

A cell is its index (y - 1) * 8 + x - 1. Pawns stand only on the dark cells, those with x + y even.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self

from games_app.games import trace as steps
from games_app.games.base import NOOP, Facts, Game, IllegalAction, InvalidFacts, State, Trace
from games_app.games.validation import by_role, one_of, record, require, whole

SIZE = range(1, 9)
CELLS = tuple(f"{x} {y}" for y in SIZE for x in SIZE)
INDEX = {cell: i for i, cell in enumerate(CELLS)}
DARK = tuple(i for i, cell in enumerate(CELLS) if sum(map(int, cell.split())) % 2 == 0)
WRITTEN = tuple(f"{'abcdefgh'[int(x) - 1]}{y}" for x, y in map(str.split, CELLS))

ROLES = ("black", "red")
OTHER = {"black": "red", "red": "black"}
UPWARD = {"black": 1, "red": -1}
PAWNS = 12
LAST_STEP = 100
GOALS = (0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 90, 100)

ACTION = re.compile(r"(move|jump) ([0-9]{1,2}) ([0-9]{1,2}) ([0-9]{1,2}) ([0-9]{1,2})")
BEGUN = re.compile(r"(?:move|jump) ([0-9]{1,2}) ([0-9]{1,2})")
"""An action that names only its pawn. It is never legal, but the refusal says what that pawn can do."""
NOTATION = re.compile(r"([a-h][1-8])([-x])([a-h][1-8])")


def _forward(role: str, cell: int, cells: int) -> tuple[int, ...]:
    """The cells that lie ``cells`` steps diagonally forward of ``cell``."""
    x, y = map(int, CELLS[cell].split())
    y += cells * UPWARD[role]
    return tuple(INDEX[f"{x2} {y}"] for x2 in (x - cells, x + cells) if x2 in SIZE and y in SIZE)


STEPS = {role: tuple(_forward(role, cell, 1) for cell in range(64)) for role in ROLES}
JUMPS = {role: tuple(_forward(role, cell, 2) for cell in range(64)) for role in ROLES}
"""Landing cell of a jump, by role and cell. The cell jumped over is the mean of both indices."""


@dataclass(frozen=True, slots=True)
class CheckersState(State):
    """``cells``: the colour of the pawn on each of the 64 cells, or None; ``captures``: by ROLES."""

    cells: tuple[str | None, ...]
    captures: tuple[int, int]
    control: str
    step: int
    trace: Trace = field(default=(), compare=False, repr=False)

    roles = ROLES

    @property
    def to_move(self) -> tuple[str, ...]:
        return () if self._ended() else (self.control,)

    def goals(self) -> dict[str, int]:
        if not self._ended():
            return {}
        return {role: GOALS[n] for role, n in zip(ROLES, self.captures, strict=True)}

    def facts(self) -> Facts:
        return {
            "pawns": {CELLS[i]: self.cells[i] for i in DARK if self.cells[i]},
            "captures": dict(zip(ROLES, self.captures, strict=True)),
            "control": self.control,
            "step": self.step,
        }

    def _ended(self) -> bool:
        if self.step == LAST_STEP or PAWNS in self.captures:
            return True
        return not any(True for _ in self._moves()) and not any(True for _ in self._jumps())

    def _own(self) -> Iterator[int]:
        return (i for i in DARK if self.cells[i] == self.control)

    def _moves(self) -> Iterator[tuple[int, int]]:
        cells, ways = self.cells, STEPS[self.control]
        return ((i, to) for i in self._own() for to in ways[i] if cells[to] is None)

    def _jumps(self) -> Iterator[tuple[int, int]]:
        cells, ways, opponent = self.cells, JUMPS[self.control], OTHER[self.control]
        for i in self._own():
            for to in ways[i]:
                if cells[to] is None and cells[(i + to) // 2] == opponent:
                    yield i, to

    def _legal(self, role: str) -> list[str]:
        jumps = [f"jump {CELLS[i]} {CELLS[to]}" for i, to in self._jumps()]
        return jumps or [f"move {CELLS[i]} {CELLS[to]}" for i, to in self._moves()]

    def _apply(self, role: str, action: str) -> Self:
        if action == NOOP:
            raise IllegalAction("no_pass")
        if begun := BEGUN.fullmatch(action):
            raise self._unfinished(role, cell_named(*begun.groups()))
        verb, start, target = parsed(action)
        self._check_own(role, start)
        return self._move(role, start, target) if verb == "move" else self._jump(role, start, target)

    def _check_own(self, role: str, start: int) -> None:
        if self.cells[start] is None:
            raise IllegalAction("no_pawn", cell=WRITTEN[start])
        if self.cells[start] != role:
            raise IllegalAction("not_your_pawn", cell=WRITTEN[start])

    def _unfinished(self, role: str, start: int) -> IllegalAction:
        self._check_own(role, start)
        jumpers = [jumper for jumper, _ in self._jumps()]
        if start in jumpers or (not jumpers and any(start == own for own, _ in self._moves())):
            return IllegalAction("target_missing", start=WRITTEN[start])
        if not STEPS[role][start]:
            return IllegalAction("pawn_at_the_end", cell=WRITTEN[start])
        if jumpers:
            return IllegalAction("jump_first", cell=WRITTEN[jumpers[0]])
        return IllegalAction("pawn_blocked", cell=WRITTEN[start])

    def _move(self, role: str, start: int, target: int) -> Self:
        if target not in STEPS[role][start]:
            raise IllegalAction("not_a_step", start=WRITTEN[start], target=WRITTEN[target])
        if self.cells[target] is not None:
            raise IllegalAction("cell_taken", cell=WRITTEN[target])
        for jumper, _ in self._jumps():
            raise IllegalAction("jump_first", cell=WRITTEN[jumper])
        cells = list(self.cells)
        cells[start], cells[target] = None, role
        return self._next(cells, self.captures, (steps.move(role, CELLS[start], CELLS[target]),))

    def _jump(self, role: str, start: int, target: int) -> Self:
        if target not in JUMPS[role][start]:
            raise IllegalAction("not_a_jump", start=WRITTEN[start], target=WRITTEN[target])
        if self.cells[target] is not None:
            raise IllegalAction("cell_taken", cell=WRITTEN[target])
        over = (start + target) // 2
        if self.cells[over] != OTHER[role]:
            raise IllegalAction("nothing_to_jump", cell=WRITTEN[over])
        cells = list(self.cells)
        cells[start], cells[over], cells[target] = None, None, role
        black, red = self.captures
        captures = (black + 1, red) if role == "black" else (black, red + 1)
        jumped = steps.move(role, CELLS[start], CELLS[target])
        return self._next(cells, captures, (jumped, steps.capture(role, [(CELLS[over], 1)])))

    def _next(self, cells: list[str | None], captures: tuple[int, int], trace: Trace) -> Self:
        control, step = OTHER[self.control], self.step + 1
        state = type(self)(tuple(cells), captures, control, step, trace)
        if not state._ended():
            return state
        black, red = captures
        winner = None if black == red else "black" if black > red else "red"
        return type(self)(state.cells, captures, control, step, (*trace, steps.over(winner)))


def parsed(action: str) -> tuple[str, int, int]:
    """The verb and the two cells that an action names, legal or not."""
    words = ACTION.fullmatch(action)
    if words is None:
        raise IllegalAction("not_an_action", action=action)
    verb, *numbers = words.groups()
    return verb, cell_named(*numbers[:2]), cell_named(*numbers[2:])


def cell_named(x: str, y: str) -> int:
    if f"{x} {y}" not in INDEX:
        raise IllegalAction("no_such_cell", x=x, y=y)
    return INDEX[f"{x} {y}"]


class Checkers(Game):
    """The game; its states are CheckersState."""

    slug = "checkers"
    name = "Pawn checkers"
    order = 30
    roles = ROLES

    def initial_state(self, **options: str) -> CheckersState:
        self.checked_options(options)
        cells: list[str | None] = [None] * 64
        for i in DARK:
            cells[i] = "black" if i < 24 else "red" if i >= 40 else None
        return CheckersState(tuple(cells), (0, 0), "black", 1)

    def state_from_facts(self, facts: Facts) -> CheckersState:
        fields = record(facts, ("pawns", "captures", "control", "step"), "The facts")
        state = CheckersState(
            _cells(fields["pawns"]),
            by_role(fields["captures"], ROLES, PAWNS, "captures"),
            one_of(fields["control"], ROLES, "control"),
            whole(fields["step"], 1, LAST_STEP, "step"),
        )
        _check_counts(state)
        return state

    def notation(self, action: str) -> str:
        if action == NOOP:
            return "--"
        verb, start, target = parsed(action)
        return f"{WRITTEN[start]}{'x' if verb == 'jump' else '-'}{WRITTEN[target]}"

    def action(self, notation: str) -> str:
        if notation == "--":
            return NOOP
        words = NOTATION.fullmatch(notation)
        if words is None:
            raise IllegalAction("not_a_notation", notation=notation)
        start, sign, target = words.groups()
        verb = "jump" if sign == "x" else "move"
        return f"{verb} {CELLS[WRITTEN.index(start)]} {CELLS[WRITTEN.index(target)]}"

    def score(self, facts: Facts) -> dict[str, int]:
        return dict(facts["captures"])


def _cells(pawns: object) -> tuple[str | None, ...]:
    if not isinstance(pawns, dict):
        raise InvalidFacts("pawns must be an object: cells to colours")
    cells: list[str | None] = [None] * 64
    for cell, colour in pawns.items():
        require(INDEX.get(cell) in DARK, "Pawns must stand on dark cells, written as column and row: 1 3")
        cells[INDEX[cell]] = one_of(colour, ROLES, "A pawn's colour")
    return tuple(cells)


def _check_counts(state: CheckersState) -> None:
    for role, taken in zip(ROLES, state.captures, strict=True):
        left = state.cells.count(OTHER[role])
        require(left + taken == PAWNS, f"{OTHER[role]}'s pawns and {role}'s captures must make {PAWNS}")
    require(state.control == ROLES[(state.step - 1) % 2], "Black is in control at odd steps, red at even")
    black, red = state.captures
    plies = state.step - 1
    require(black <= (plies + 1) // 2 and red <= plies // 2, "A capture takes a ply of its own")
