"""The analysis board: a position by the moves that lead to it, from the start or from a finished match."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from games_app.games.decision import play
from games_app.models import Match
from games_app.rules import Game, IllegalAction, State, get_game
from games_app.services.queries.ply_positions import after_ply

MOST_MOVES = 200
BETWEEN = re.compile(r"\d+[.)]|\+\d+|again|\*")
"""Signs between moves where they are written down: their numbers, and what became of them."""


class BadMoves(ValueError):
    """Moves that can't be played: the first one that can't, and its number."""

    def __init__(self, move: str, number: int) -> None:
        super().__init__(move, number)
        self.move, self.number = move, number


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play: the positions before and after each of its moves."""

    states: tuple[State, ...]
    moves: tuple[str, ...]


def start_of(game: Game, options: Mapping[str, str]) -> State:
    """Return the first position with the ``options`` that the game has. Raises InvalidOption."""
    usual = {name: option.offered for name, option in game.options.items()}
    return game.initial_state(**(usual | {name: options[name] for name in usual if name in options}))


def start_in(row: Match, ply: int) -> State | None:
    """Return the position after a ply of a match; None if it is not over, or not that long."""
    found = after_ply(row, ply) if row.status == Match.Status.OVER else None
    return get_game(row.game).state_from_facts(found.facts) if found else None


def played(game: Game, start: State, text: str) -> Line:
    """Return the line that ``text`` names, as people write moves. Raises BadMoves."""
    states = [start]
    moves: list[str] = []
    for word in re.split(r"[\s,;]+", text):
        after = _decided(game, states[-1], word)
        if after is not None and len(moves) < MOST_MOVES:
            states.append(after)
            moves.append(word)
        elif word and not BETWEEN.fullmatch(word):
            raise BadMoves(word[:20], len(moves) + 1)
    return Line(tuple(states), tuple(moves))


def _decided(game: Game, state: State, word: str) -> State | None:
    try:
        action = game.action(word)
    except IllegalAction:
        return None
    for role in state.to_move:
        if action in state.legal_actions(role):
            return play(state, role, action).state
    return None
