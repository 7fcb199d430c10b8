"""Games in PDN, the Portable Draughts Notation 3.0 (https://wiegerw.github.io/pdn).

Square 1 is g1 and square 32 is b8: they are counted from Black's right hand, row by row. Our red pieces are
PDN's White.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NoReturn

from games_app.games.base import Game, IllegalAction, State, play
from games_app.games.checkers.draughts import Draughts
from games_app.games.checkers.rules import CELLS, DARK, parsed
from games_app.games.portable import Portable, Turn

SQUARES = sorted(DARK, key=lambda cell: (cell // 8, -(cell % 8)))
"""The cells of squares 1 to 32."""
NUMBERS = {cell: number for number, cell in enumerate(SQUARES, 1)}
MOVE = re.compile(r"\d{1,2}(?:[-x:]\d{1,2})+", re.ASCII)
"""A move. The sign between its squares tells nothing: where a capture is possible, no other move is."""
FEN = re.compile(r"([BW]):([BW])([\d,K-]*):([BW])([\d,K-]*)\.?", re.ASCII)
PIECES = re.compile(r"([1-9]\d?)(?:-([1-9]\d?))?", re.ASCII)
FIRST_POSITION = {"B": set(range(1, 13)), "W": set(range(21, 33))}
"""The squares of both colours, all of them men, with Black to move."""

ENGLISH_DRAUGHTS = 21
UNASSIGNED = 99
"""A game type that PDN gives to no game: pawn checkers has none, and nobody shall take it for draughts."""


class Pdn(Portable):
    """Turns as squares: "11-15", "22x15", and with all squares if the ends alone are ambiguous: "1x10x19"."""

    format = "PDN"
    extension = "pdn"
    players = {"red": "White", "black": "Black"}
    wins = {"black": "1-0", "red": "0-1"}

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if isinstance(game, Draughts):
            self._type, self._variant = ENGLISH_DRAUGHTS, {}
        else:
            self._type, self._variant = UNASSIGNED, {"Variant": game.name}
        self.tags = {"GameType": f"{self._type},B,8,8,N1,0", **self._variant}

    def fits(self, tags: Mapping[str, str]) -> bool:
        """Published games of English draughts often lack the tag GameType."""
        kind = tags.get("GameType", "").replace(" ", "")
        if kind in ("", "?"):
            return self._type == ENGLISH_DRAUGHTS
        match = re.fullmatch(rf"{self._type}(,B,8,8,N1(,0)?)?", kind)
        return match is not None and self._variant.items() <= tags.items()

    def is_beginning(self, position: str) -> bool:
        fen = FEN.fullmatch(position.replace(" ", ""))
        if fen is None or fen[1] != "B":
            return False
        return {fen[2]: _men(fen[3]), fen[4]: _men(fen[5])} == FIRST_POSITION

    def position(self, state: State) -> str:
        men = state.facts()["pawns"]
        black, red = (
            ",".join(str(NUMBERS[cell]) for cell in SQUARES if men.get(CELLS[cell]) == role)
            for role in state.roles
        )
        return f"B:W{red}:B{black}"

    def turn(self, state: State, move: str) -> Turn:
        squares = _squares(move)
        path = tuple(SQUARES[square - 1] for square in squares)
        fitting = [turn for turn in _turns(state, path[0]) if _passes(_path(turn.actions), path)]
        turns = [turn for turn in fitting if _path(turn.actions) == path] or fitting
        if not turns:
            _refuse(state, path, "-" in move)
        if any(turn.end != turns[0].end for turn in turns):
            moves = ", ".join(_long(turn.actions) for turn in turns)
            raise IllegalAction("capture_ambiguous", move=move, moves=moves)
        return turns[0]

    def turns(self, state: State) -> list[Turn]:
        return list(_turns(state))

    def written(self, state: State, actions: Sequence[str]) -> str:
        start, *_, target = _path(actions)
        if actions[0].startswith("move"):
            return f"{NUMBERS[start]}-{NUMBERS[target]}"
        alike = [turn for turn in _turns(state, start) if _path(turn.actions)[-1] == target]
        return f"{NUMBERS[start]}x{NUMBERS[target]}" if len(alike) == 1 else _long(actions)


def _turns(state: State, start: int | None = None) -> Iterator[Turn]:
    """Yield the turns of the role to move, or only those of the piece on this cell."""
    for role in state.to_move:
        for action in state.legal_actions(role):
            if start in (None, parsed(action)[1]):
                decision = play(state, role, action)
                if role not in decision.state.to_move:
                    yield Turn((decision,))
                else:
                    yield from (Turn((decision, *on.decisions)) for on in _turns(decision.state))


def _path(actions: Sequence[str]) -> tuple[int, ...]:
    """Return the cells that a piece comes by, its own first."""
    return (parsed(actions[0])[1], *(parsed(action)[2] for action in actions))


def _passes(path: tuple[int, ...], cells: tuple[int, ...]) -> bool:
    """Return whether the path leads from the first of these cells over the others to the last."""
    steps = iter(path[1:-1])
    return (path[0], path[-1]) == (cells[0], cells[-1]) and all(cell in steps for cell in cells[1:-1])


def _long(actions: Sequence[str]) -> str:
    return "x".join(str(NUMBERS[cell]) for cell in _path(actions))


def _squares(move: str) -> list[int]:
    if not MOVE.fullmatch(move):
        raise IllegalAction("not_a_notation", notation=move)
    squares = [int(square) for square in re.split("[-x:]", move)]
    for square in squares:
        if not 1 <= square <= len(SQUARES):
            raise IllegalAction("no_such_square", square=square, last=len(SQUARES))
    return squares


def _refuse(state: State, path: Sequence[int], with_dash: bool) -> NoReturn:
    """Raise the IllegalAction that says why no turn leads over these cells."""
    role = state.to_move[0] if state.to_move else state.roles[0]
    for start, target in pairwise(path):
        is_step = with_dash or {abs(start // 8 - target // 8), abs(start % 8 - target % 8)} == {1}
        state = state.apply(role, f"{'move' if is_step else 'jump'} {CELLS[start]} {CELLS[target]}")
    # All that was legal, so the piece must jump on. The rules say so of any other move.
    state.apply(role, f"move {CELLS[path[-1]]} {CELLS[path[-1]]}")
    raise AssertionError(path)


def _men(text: str) -> set[int]:
    """Return the squares of a part of a FEN; none if it has a king."""
    pieces = [PIECES.fullmatch(part) for part in text.split(",")]
    if None in pieces:
        return set()
    return {n for each in pieces if each for n in range(int(each[1]), int(each[2] or each[1]) + 1)}


def portable(game: Game) -> Portable:
    """Return the portable notation of a rule set."""
    return Pdn(game)
