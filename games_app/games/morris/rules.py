"""Nine Men's Morris: three squares, twenty-four points, sixteen mills."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from games_app.games import trace as steps
from games_app.games.base import NOOP, Facts, Game, IllegalAction, State, Step, Trace
from games_app.games.validation import by_role, one_of, record, require, whole

SQUARES = ("inner", "middle", "outer")
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
POINTS = tuple(f"{square} {direction}" for square in SQUARES for direction in DIRECTIONS)
INDEX = {point: i for i, point in enumerate(POINTS)}

Line = tuple[int, int, int]


def _lines() -> Iterator[Line]:
    for first in (0, 8, 16):
        for corner in (1, 3, 5, 7):
            yield first + corner, first + (corner + 1) % 8, first + (corner + 2) % 8
    for side in (0, 2, 4, 6):
        yield side, side + 8, side + 16


LINES = tuple(_lines())
DIAGONALS = tuple((corner, corner + 8, corner + 16) for corner in (1, 3, 5, 7))


class Grid:
    """The lines of a board: the mills through each point, and the points next to it."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self.lines = lines
        self.mills = tuple(tuple(line for line in lines if point in line) for point in range(24))
        self.next_to = {pair for a, b, c in lines for pair in ((a, b), (b, a), (b, c), (c, b))}
        self.neighbours = tuple(tuple(b for b in range(24) if (a, b) in self.next_to) for a in range(24))


STRAIGHT, DIAGONAL = Grid(LINES), Grid(LINES + DIAGONALS)

ROLES = ("white", "black")
OTHER = {"white": "black", "black": "white"}
EMPTY = "empty"
STONES = 9
FLYING = 3
LAST_STEP = 60

ACTIONS: dict[str, tuple[str, tuple[int, ...]]] = {
    **{f"{verb} {point}": (verb, (i,)) for verb in ("place", "remove") for point, i in INDEX.items()},
    **{f"move {a} {b}": ("move", (i, j)) for a, i in INDEX.items() for b, j in INDEX.items()},
}
"""Each action of the game: its verb and the points it names."""

BEGUN = {f"move {point}": i for point, i in INDEX.items()}
"""A move that names only its stone. It is never legal, but the refusal says what that stone can do."""


def _diagram(point: str) -> str:
    """The point's name on the usual diagram: columns a-g, rows 1-7, "d7" for outer n."""
    square, direction = point.split()
    reach = SQUARES.index(square) + 1
    column = "d" if direction in ("n", "s") else chr(ord("d") + (reach if "e" in direction else -reach))
    row = 4 if direction in ("e", "w") else 4 + (reach if "n" in direction else -reach)
    return f"{column}{row}"


WRITTEN = tuple(_diagram(point) for point in POINTS)


def _notation(verb: str, points: tuple[int, ...]) -> str:
    names = "-".join(WRITTEN[point] for point in points)
    return f"x{names}" if verb == "remove" else names


NOTATIONS = {NOOP: "--"} | {action: _notation(*named) for action, named in ACTIONS.items()}
READINGS = {written: action for action, written in NOTATIONS.items()}


@dataclass(frozen=True, slots=True)
class MorrisState(State):
    """``points``: the content of each of POINTS; ``heap``: stones still to place; ``mill``: one to settle."""

    points: tuple[str, ...]
    heap: tuple[int, int]
    control: str
    step: int
    mill: bool = False
    trace: Trace = field(default=(), compare=False, repr=False)

    roles = ROLES

    @property
    def grid(self) -> Grid:
        return STRAIGHT

    @property
    def to_move(self) -> tuple[str, ...]:
        return () if self._ended() else (self.control,)

    def goals(self) -> dict[str, int]:
        if not self._ended():
            return {}
        left = {role: self.points.count(role) for role in ROLES}
        return {role: _goal(left[role], left[OTHER[role]]) for role in ROLES}

    def forced(self) -> tuple[str, str] | None:
        if self._ended() or self._can_act(self.control):
            return None
        return self.control, NOOP

    def facts(self) -> Facts:
        return {
            "points": dict(zip(POINTS, self.points, strict=True)),
            "heap": dict(zip(ROLES, self.heap, strict=True)),
            "control": self.control,
            "step": self.step,
            "mill": self.mill,
        }

    def _ended(self) -> bool:
        if self.step == LAST_STEP:
            return True
        return not any(self.heap) and min(self.points.count(role) for role in ROLES) < FLYING

    def _in_mill(self, point: int) -> bool:
        points, own = self.points, self.points[point]
        return any(points[a] == points[b] == points[c] == own for a, b, c in self.grid.mills[point])

    def _removable(self, role: str) -> Iterator[int]:
        opponent = OTHER[role]
        return (i for i, owner in enumerate(self.points) if owner == opponent and not self._in_mill(i))

    def _moves(self, role: str) -> Iterator[tuple[int, int]]:
        own = [i for i, owner in enumerate(self.points) if owner == role]
        for start in own:
            for target in range(24) if len(own) == FLYING else self.grid.neighbours[start]:
                if self.points[target] == EMPTY:
                    yield start, target

    def _stones_to_place(self, role: str) -> int:
        return self.heap[ROLES.index(role)]

    def _can_act(self, role: str) -> bool:
        if self.mill:
            return any(True for _ in self._removable(role))
        return self._stones_to_place(role) > 0 or any(True for _ in self._moves(role))

    def _legal(self, role: str) -> list[str]:
        if self.mill:
            actions = [f"remove {POINTS[i]}" for i in self._removable(role)]
        elif self._stones_to_place(role):
            actions = [f"place {POINTS[i]}" for i, owner in enumerate(self.points) if owner == EMPTY]
        else:
            actions = [f"move {POINTS[i]} {POINTS[j]}" for i, j in self._moves(role)]
        return actions or [NOOP]

    def _apply(self, role: str, action: str) -> Self:
        if action == NOOP:
            return self._pass(role)
        if action not in ACTIONS and action not in BEGUN:
            raise _not_an_action(action)
        verb, points = ACTIONS.get(action, ("move", ()))
        if verb == "remove":
            return self._remove(role, *points)
        if self.mill:
            raise IllegalAction("remove_first" if self._can_act(role) else "all_in_mills")
        if not points:
            raise self._unfinished(role, BEGUN[action])
        return self._place(role, *points) if verb == "place" else self._move(role, *points)

    def _pass(self, role: str) -> Self:
        if self._can_act(role):
            raise IllegalAction("remove_first" if self.mill else "no_pass")
        return self._next(self.points, self.heap, [steps.passed(role)])

    def _place(self, role: str, point: int) -> Self:
        if not self._stones_to_place(role):
            raise IllegalAction("all_placed")
        if self.points[point] != EMPTY:
            raise IllegalAction("point_taken", point=WRITTEN[point])
        points = list(self.points)
        points[point] = role
        white, black = self.heap
        heap = (white - 1, black) if role == "white" else (white, black - 1)
        return self._closing(points, heap, point, steps.place(role, POINTS[point]))

    def _check_stone(self, role: str, start: int) -> None:
        """Check that the role may move the stone at ``start``, blocked or not. Raises IllegalAction."""
        left = self._stones_to_place(role)
        if left:
            raise IllegalAction("place_first", n=left)
        if self.points[start] != role:
            code = "point_empty" if self.points[start] == EMPTY else "not_your_stone"
            raise IllegalAction(code, point=WRITTEN[start])

    def _unfinished(self, role: str, start: int) -> IllegalAction:
        self._check_stone(role, start)
        free = any(own == start for own, _ in self._moves(role))
        if free:
            return IllegalAction("target_missing", start=WRITTEN[start])
        return IllegalAction("stone_blocked", point=WRITTEN[start])

    def _move(self, role: str, start: int, target: int) -> Self:
        self._check_stone(role, start)
        if self.points[target] != EMPTY:
            raise IllegalAction("point_taken", point=WRITTEN[target])
        if not self._may_go(role, start, target):
            raise IllegalAction("not_a_neighbour", start=WRITTEN[start], target=WRITTEN[target])
        points = list(self.points)
        points[start], points[target] = EMPTY, role
        return self._closing(points, self.heap, target, steps.move(role, POINTS[start], POINTS[target]))

    def _may_go(self, role: str, start: int, target: int) -> bool:
        return (start, target) in self.grid.next_to or self.points.count(role) == FLYING

    def _remove(self, role: str, point: int) -> Self:
        if not self.mill:
            raise IllegalAction("no_mill_closed")
        owner = self.points[point]
        if owner != OTHER[role]:
            raise IllegalAction("point_empty" if owner == EMPTY else "your_own_stone", point=WRITTEN[point])
        if point not in self._removable(role):
            if not self._can_act(role):
                raise IllegalAction("all_in_mills")
            raise IllegalAction("stone_in_mill", point=WRITTEN[point])
        points = list(self.points)
        points[point] = EMPTY
        return self._next(tuple(points), self.heap, [steps.capture(role, [(POINTS[point], 1)])])

    def _closing(self, points: list[str], heap: tuple[int, int], point: int, done: Step) -> Self:
        """The state after a stone came to ``point``: closing a mill keeps control."""
        role = points[point]
        closed = [line for line in self.grid.mills[point] if all(points[i] == role for i in line)]
        if not closed:
            return self._next(tuple(points), heap, [done])
        mill = steps.mill(role, [[POINTS[i] for i in line] for line in closed])
        return self._next(tuple(points), heap, [done, mill], mill=True)

    def _next(
        self, points: tuple[str, ...], heap: tuple[int, int], trace: list[Step], mill: bool = False
    ) -> Self:
        control = self.control if mill else OTHER[self.control]
        state = type(self)(points, heap, control, self.step + 1, mill, tuple(trace))
        if not state._ended():
            return state
        white, black = (points.count(role) for role in ROLES)
        winner = None if white == black else "white" if white > black else "black"
        return replace(state, trace=(*trace, steps.over(winner)))


def _goal(own: int, other: int) -> int:
    if min(own, other) < FLYING:
        return 100 if other < FLYING else 0
    return 50 if own == other else 75 if own > other else 25


def _not_an_action(action: str) -> IllegalAction:
    """The refusal of a string that is no action: it names the point that does not exist."""
    words = re.fullmatch(r"(?:place|remove) (\w+ \w+)|move (\w+ \w+) (\w+ \w+)", action)
    for point in words.groups() if words else ():
        if point is not None and point not in INDEX:
            return IllegalAction("no_such_point", point=point)
    return IllegalAction("not_an_action", action=action)


class Morris(Game):
    """The game; its states are MorrisState."""

    slug = "morris"
    name = "Nine Men's Morris"
    order = 20
    roles = ROLES
    least_decisions = 9
    """All men are placed."""

    def initial_state(self, **options: str) -> MorrisState:
        self.checked_options(options)
        return MorrisState((EMPTY,) * 24, (STONES, STONES), "white", 0)

    def state_from_facts(self, facts: Facts) -> MorrisState:
        fields = record(facts, ("points", "heap", "control", "step", "mill"), "The facts")
        points = record(fields["points"], POINTS, "points")
        require(type(fields["mill"]) is bool, "mill must be true or false")
        state = MorrisState(
            tuple(one_of(points[point], (EMPTY, *ROLES), point) for point in POINTS),
            by_role(fields["heap"], ROLES, STONES, "heap"),
            one_of(fields["control"], ROLES, "control"),
            whole(fields["step"], 0, LAST_STEP, "step"),
            fields["mill"],
        )
        _check_counts(state)
        check_turn(state)
        return state

    def notation(self, action: str) -> str:
        if action not in NOTATIONS:
            raise IllegalAction("not_an_action", action=action)
        return NOTATIONS[action]

    def action(self, notation: str) -> str:
        if notation not in READINGS:
            raise IllegalAction("not_a_notation", notation=notation)
        return READINGS[notation]

    def score(self, facts: Facts) -> dict[str, int]:
        """Stones on the board and those still to be placed."""
        lying = list(facts["points"].values())
        return {role: lying.count(role) + facts["heap"][role] for role in ROLES}


def _check_counts(state: MorrisState) -> None:
    board = [state.points.count(role) for role in ROLES]
    for role, left, lying in zip(ROLES, state.heap, board, strict=True):
        require(left + lying <= STONES, f"{role} can't have more than {STONES} stones")
    require(any(state.heap) or max(board) >= FLYING, "One role must have three stones or more")
    placed = 2 * STONES - sum(state.heap)
    removed = placed - sum(board)
    require(state.step >= placed + removed, "step must count every stone placed and every stone removed")
    if any(state.heap):
        most = 2 * placed - state.mill
        require(state.step <= most, "step can't grow by more than two with each stone placed")


def check_turn(state: MorrisState) -> None:
    white, black = state.heap
    if any(state.heap):
        white_is_ahead = (state.control == "white") == state.mill
        require(black - white == white_is_ahead, "The heaps must fit the turn: the roles place in turn")
    own = (i for i, owner in enumerate(state.points) if owner == state.control)
    require(not state.mill or any(state._in_mill(i) for i in own), "A mill to settle must lie on the board")
