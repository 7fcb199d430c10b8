"""Positions of pawn checkers that are set up by hand, or composed for puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from games_app.games.base import Facts, Game
from games_app.games.checkers.draughts import FAR_ROW, KINGS, Draughts
from games_app.games.checkers.rules import (
    CELLS,
    DARK,
    INDEX,
    LAST_STEP,
    OTHER,
    PAWNS,
    ROLES,
    WRITTEN,
    Checkers,
    CheckersState,
)
from games_app.games.setup import Draft, Problem, Setup, owner

MOST_MOVES = LAST_STEP - 1
HOME_ROWS = sorted([1, 2, 3] * 4, reverse=True)
"""Rows of the pawns at the beginning, counted from their own side, the foremost first."""


class CheckersSetup(Setup):
    """The pawns that are missing have been captured."""

    points = tuple(CELLS[i] for i in DARK)

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        captures = {role: min(PAWNS, max(0, PAWNS - draft.count(OTHER[role]))) for role in ROLES}
        # Black is in control at odd steps.
        last = LAST_STEP - (draft.turn == ROLES[0])
        step = min(last, _least_moves(draft.men, captures, draft.turn) + 1)
        return {"pawns": dict(draft.men), "captures": captures, "control": draft.turn, "step": step}

    def reasons(self, facts: Facts) -> Iterator[Problem]:
        pawns = list(facts["pawns"].values())
        for role in ROLES:
            if pawns.count(role) > PAWNS:
                yield Problem("pawns_too_many", {"mover": role.capitalize(), "n": pawns.count(role)})
                return
        if not pawns:
            yield Problem("no_pawns")
        elif _least_moves(facts["pawns"], facts["captures"], facts["control"]) >= facts["step"]:
            yield Problem("pawns_too_far", {"n": facts["step"] - 1})


def _least_moves(pawns: Mapping[str, str], captures: Mapping[str, int], turn: str) -> int:
    """Return how many moves of both sides it takes at least to come here, with this side to move."""
    black, red = (_own_moves(pawns, role, captures[role]) for role in ROLES)
    return 2 * max(black, red) if turn == ROLES[0] else 2 * max(black, red + 1) - 1


def _own_moves(pawns: Mapping[str, str], role: str, captures: int) -> int:
    """Return how many moves it takes a side: a capture is two rows, every other move one."""
    rows = [int(cell.split()[1]) for cell, owner in pawns.items() if owner == role]
    climbed = sum(row if role == ROLES[0] else 9 - row for row in rows) - sum(HOME_ROWS[: len(rows)])
    return captures + max(0, climbed - 2 * captures)


class DraughtsSetup(CheckersSetup):
    """No jump has begun, and the position is new."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.letters = {**self.letters, **{king: king[0].upper() for king in KINGS.values()}}

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        captures = {role: min(PAWNS, max(0, PAWNS - draft.count(OTHER[role]))) for role in ROLES}
        own = {"pawns": dict(draft.men), "captures": captures, "control": draft.turn}
        return own | {"chain": None, "quiet": [], "times": 1}

    def reasons(self, facts: Facts) -> Iterator[Problem]:
        pieces = [owner(kind) for kind in facts["pawns"].values()]
        for role in ROLES:
            if pieces.count(role) > PAWNS:
                yield Problem("pawns_too_many", {"mover": role.capitalize(), "n": pieces.count(role)})
                return
        for cell, kind in facts["pawns"].items():
            if INDEX[cell] in FAR_ROW.get(kind, ()):
                yield Problem("pawn_uncrowned", {"cell": WRITTEN[INDEX[cell]]})
                return
        if not pieces:
            yield Problem("no_pawns")


def setup(game: Game) -> Setup:
    """Return the setup of a rule set."""
    return DraughtsSetup(game) if isinstance(game, Draughts) else CheckersSetup(game)


PIECES = range(4, 9)
"""Number of pawns on the board."""


def composed(dice: Random) -> CheckersState:
    """Return a position of a game of random moves in which neither side is far ahead."""
    while True:
        state, most = Checkers().initial_state(), dice.choice(PIECES)
        while not state.is_terminal and 2 * PAWNS - sum(state.captures) > most:
            role = state.control
            state = state.apply(role, dice.choice(state.legal_actions(role)))
        black, red = state.captures
        if not state.is_terminal and abs(black - red) <= 1:
            return state
