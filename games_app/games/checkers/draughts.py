"""English draughts: pawns become kings, jumps go on, and a player without a move has lost.

Each jump is an action. ``chain`` is the cell of a piece that must jump again before the turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from games_app.games import repetition
from games_app.games import trace as steps
from games_app.games.base import NOOP, Facts, IllegalAction, InvalidFacts, State, Step, Trace
from games_app.games.checkers.rules import (
    BEGUN,
    CELLS,
    DARK,
    INDEX,
    JUMPS,
    OTHER,
    PAWNS,
    ROLES,
    STEPS,
    WRITTEN,
    Checkers,
    cell_named,
    parsed,
)
from games_app.games.validation import by_role, one_of, record, require

KINGS = {role: f"{role}-king" for role in ROLES}
OWNERS = {role: role for role in ROLES} | {king: role for role, king in KINGS.items()}
"""Kind of a piece -> its role."""
FAR_ROW = {"black": range(56, 64), "red": range(8)}
LAST_QUIET = 80
"""Number of moves of both players without a capture or a pawn's move after which the game is drawn."""

WAYS = STEPS | dict.fromkeys(KINGS.values(), tuple(map(tuple.__add__, *STEPS.values())))
LEAPS = JUMPS | dict.fromkeys(KINGS.values(), tuple(map(tuple.__add__, *JUMPS.values())))
"""Cells that a kind of piece can go to from each cell: by a step, or by a jump."""


@dataclass(frozen=True, slots=True)
class DraughtsState(State):
    """``cells``: the kind of the piece on each of the 64 cells, or None; ``past``: see ``repetition``."""

    cells: repetition.Board
    control: str
    chain: int | None = None
    past: repetition.Past = ()
    trace: Trace = field(default=(), compare=False, repr=False)

    roles = ROLES

    @property
    def slug(self) -> str:
        return "draughts"

    @property
    def to_move(self) -> tuple[str, ...]:
        return () if self._drawn() or self._blocked() else (self.control,)

    def goals(self) -> dict[str, int]:
        if self.to_move:
            return {}
        if self._drawn():
            return dict.fromkeys(ROLES, 50)
        return {role: 0 if role == self.control else 100 for role in ROLES}

    def facts(self) -> Facts:
        return {
            "pawns": {CELLS[i]: kind for i in DARK if (kind := self.cells[i])},
            "captures": {role: PAWNS - self._count(OTHER[role]) for role in ROLES},
            "control": self.control,
            "chain": None if self.chain is None else CELLS[self.chain],
            "quiet": [f"{WRITTEN[a]}-{WRITTEN[b]}" for a, b in repetition.moves(self.cells, self.past)],
            "times": repetition.times(self.cells, self.past),
        }

    def _count(self, role: str) -> int:
        return self.cells.count(role) + self.cells.count(KINGS[role])

    def _drawn(self) -> bool:
        past = self.past
        return bool(past) and (
            len(past) >= LAST_QUIET or repetition.times(self.cells, past) >= repetition.THIRD
        )

    def _blocked(self) -> bool:
        return not any(True for _ in self._jumps()) and not any(True for _ in self._moves())

    def _own(self) -> Iterator[tuple[int, str]]:
        role, king = self.control, KINGS[self.control]
        return ((i, kind) for i in DARK if (kind := self.cells[i]) == role or kind == king)

    def _moves(self) -> Iterator[tuple[int, int]]:
        return ((i, to) for i, kind in self._own() for to in WAYS[kind][i] if self.cells[to] is None)

    def _jumps(self) -> Iterator[tuple[int, int]]:
        for i, kind in self._own():
            if self.chain is None or i == self.chain:
                yield from ((i, to) for to in self._jumps_from(i, kind))

    def _jumps_from(self, start: int, kind: str) -> Iterator[int]:
        cells, other = self.cells, OTHER[OWNERS[kind]]
        for to in LEAPS[kind][start]:
            if cells[to] is None and OWNERS.get(cells[(start + to) // 2] or "") == other:
                yield to

    def _legal(self, role: str) -> list[str]:
        jumps = [f"jump {CELLS[i]} {CELLS[to]}" for i, to in self._jumps()]
        return jumps or [f"move {CELLS[i]} {CELLS[to]}" for i, to in self._moves()]

    def _apply(self, role: str, action: str) -> Self:
        if action == NOOP:
            raise IllegalAction("no_pass")
        if begun := BEGUN.fullmatch(action):
            raise self._unfinished(role, cell_named(*begun.groups()))
        verb, start, target = parsed(action)
        kind = self._own_piece(role, start)
        if self.chain is not None and (verb == "move" or (start, target) not in self._jumps()):
            raise self._jump_on()
        return self._move(start, target, kind) if verb == "move" else self._jump(start, target, kind)

    def _own_piece(self, role: str, start: int) -> str:
        kind = self.cells[start]
        if kind is None:
            raise IllegalAction("no_pawn", cell=WRITTEN[start])
        if OWNERS[kind] != role:
            raise IllegalAction("not_your_pawn", cell=WRITTEN[start])
        if self.chain not in (None, start):
            raise self._jump_on()
        return kind

    def _jump_on(self) -> IllegalAction:
        targets = (WRITTEN[target] for _, target in self._jumps())
        return IllegalAction("jump_on", cell=WRITTEN[self.chain or 0], cells=", ".join(targets))

    def _unfinished(self, role: str, start: int) -> IllegalAction:
        kind = self._own_piece(role, start)
        jumpers = [jumper for jumper, _ in self._jumps()]
        if start in jumpers or (not jumpers and any(start == own for own, _ in self._moves())):
            return IllegalAction("target_missing", start=WRITTEN[start])
        if jumpers:
            return IllegalAction("jump_first", cell=WRITTEN[jumpers[0]])
        return IllegalAction("pawn_blocked" if kind in ROLES else "king_blocked", cell=WRITTEN[start])

    def _move(self, start: int, target: int, kind: str) -> Self:
        if target not in WAYS[kind][start]:
            code = "not_a_step" if kind in ROLES else "not_a_kings_step"
            raise IllegalAction(code, start=WRITTEN[start], target=WRITTEN[target])
        if self.cells[target] is not None:
            raise IllegalAction("cell_taken", cell=WRITTEN[target])
        for jumper, _ in self._jumps():
            raise IllegalAction("jump_first", cell=WRITTEN[jumper])
        cells = list(self.cells)
        cells[start], cells[target] = None, kind
        past = () if kind in ROLES else (*self.past, self.cells)
        return self._next(cells, target, [steps.move(self.control, CELLS[start], CELLS[target])], past)

    def _jump(self, start: int, target: int, kind: str) -> Self:
        if target not in LEAPS[kind][start]:
            code = "not_a_jump" if kind in ROLES else "not_a_kings_jump"
            raise IllegalAction(code, start=WRITTEN[start], target=WRITTEN[target])
        if self.cells[target] is not None:
            raise IllegalAction("cell_taken", cell=WRITTEN[target])
        over = (start + target) // 2
        if OWNERS.get(self.cells[over] or "") != OTHER[self.control]:
            raise IllegalAction("nothing_to_jump", cell=WRITTEN[over])
        cells = list(self.cells)
        cells[start], cells[over], cells[target] = None, None, kind
        done = [
            steps.move(self.control, CELLS[start], CELLS[target]),
            steps.capture(self.control, [(CELLS[over], 1)]),
        ]
        on = type(self)(tuple(cells), self.control)
        if target not in FAR_ROW.get(kind, ()) and any(True for _ in on._jumps_from(target, kind)):
            return replace(on, chain=target, trace=tuple(done))
        return self._next(cells, target, done, ())

    def _next(self, cells: list[str | None], target: int, done: list[Step], past: repetition.Past) -> Self:
        """The state after a turn: a pawn that has come to the far row is crowned."""
        if target in FAR_ROW.get(cells[target] or "", ()):
            cells[target] = KINGS[self.control]
            done.append(steps.crown(self.control, CELLS[target]))
        state = type(self)(tuple(cells), OTHER[self.control], None, past, tuple(done))
        if state.to_move:
            return state
        return replace(state, trace=(*done, steps.over(state.winner or None)))


class Draughts(Checkers):
    """The rule set; its states are DraughtsState. Captures are facts, but nothing is counted."""

    slug = "draughts"
    name = "English draughts"
    least_decisions = 10

    def initial_state(self, **options: str) -> DraughtsState:  # type: ignore[override]
        return DraughtsState(Checkers.initial_state(self, **options).cells, ROLES[0])

    def score(self, facts: Facts) -> dict[str, int]:
        return {}

    def state_from_facts(self, facts: Facts) -> DraughtsState:  # type: ignore[override]
        fields = record(facts, ("pawns", "captures", "control", "chain", "quiet", "times"), "The facts")
        cells = _cells(fields["pawns"])
        control = one_of(fields["control"], ROLES, "control")
        chain = None if fields["chain"] is None else INDEX[one_of(fields["chain"], CELLS, "chain")]
        past = repetition.read(fields, cells, LAST_QUIET, _quiet)
        state = DraughtsState(cells, control, chain, past)
        captures = by_role(fields["captures"], ROLES, PAWNS, "captures")
        for role, taken in zip(ROLES, captures, strict=True):
            require(state._count(OTHER[role]) + taken == PAWNS, f"Pieces and captures must make {PAWNS}")
        require(any(map(state._count, ROLES)), "There must be a piece")
        _check_chain(state, captures[ROLES.index(control)])
        _check_past(state)
        return state


def _quiet(move: str) -> tuple[int, int]:
    start, target = move.split("-")
    return WRITTEN.index(start), WRITTEN.index(target)


def _cells(pawns: object) -> repetition.Board:
    if not isinstance(pawns, dict):
        raise InvalidFacts("pawns must be an object: cells to kinds of pieces")
    cells: list[str | None] = [None] * 64
    for cell, kind in pawns.items():
        require(INDEX.get(cell) in DARK, "Pieces must stand on dark cells, written as column and row: 1 3")
        cells[INDEX[cell]] = one_of(kind, OWNERS, "A kind of piece")
        require(INDEX[cell] not in FAR_ROW.get(kind, ()), "A pawn on the far row must be a king")
    return tuple(cells)


def _check_chain(state: DraughtsState, captures: int) -> None:
    if state.chain is None:
        return
    require(captures > 0 and not state.past, "A chain begins with a capture")
    goes_on = any(start == state.chain for start, _ in state._jumps())
    require(goes_on, "chain must be the cell of a piece that can jump on")


def _check_past(state: DraughtsState) -> None:
    """Check that kings alone moved since the last change, each by a step where nothing could be taken."""
    after = len(state.past)
    for i, (start, target) in enumerate(repetition.moves(state.cells, state.past)):
        control = state.control if (after - i) % 2 == 0 else OTHER[state.control]
        before = DraughtsState(state.past[i], control)
        require(before.cells[start] == KINGS[control], "Only kings move in quiet, in turn")
        require((start, target) in set(before._moves()), "quiet must hold steps to free cells")
        require(not any(True for _ in before._jumps()), "No jump was possible in quiet")
