"""Moves that lead to a start position: sequences from the game's first position, and where a match begins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games_app.games.handicap import HEAD_STARTS
from games_app.games.rules import Game, IllegalAction, State, get_game, play
from games_app.lib.refusals import Refusal, Refused
from games_app.match.terms import Handicap

MOST_MOVES = 200
BETWEEN = re.compile(r"\d+[.)]|\+\d+|again|\*")
"""Signs between moves where they are written down: their numbers, and what became of them."""


@dataclass(frozen=True, slots=True)
class MoveSequence:
    """A line of play: the positions before and after each of its moves."""

    states: tuple[State, ...]
    moves: tuple[str, ...]


def played(game: Game, start: State, text: str) -> MoveSequence:
    """Return the line that ``text`` names, as people write moves. Raises Refused."""
    states = [start]
    moves: list[str] = []
    for word in re.split(r"[\s,;]+", text):
        after = _decided(game, states[-1], word)
        if after is not None and len(moves) < MOST_MOVES:
            states.append(after)
            moves.append(word)
        elif word and not BETWEEN.fullmatch(word):
            raise Refused(Refusal("impossible_match.moves", {"n": len(moves) + 1, "move": word[:20]}))
    return MoveSequence(tuple(states), tuple(moves))


def begins_between_moves(state: State, game: Game) -> bool:
    """Return whether a match can begin here: play goes on, nothing is sealed, and no move is half done."""
    half = any(game.continues(state.legal_actions(role)[0]) for role in state.to_move)
    return not state.is_terminal and state.is_open and not half


def first_state(
    game: str, options: Mapping[str, str], start: str = "", handicap: Handicap | None = None
) -> State:
    """Return the position that a match begins from: after the moves ``start``, or with a head start.

    Without either it is the usual one. Raises ValueError for moves that lead to no such position, or are not
    written as ``MoveSequence.moves``.
    """
    rules = get_game(game)
    if not start:
        usual = rules.initial_state(**options)
        if not (handicap and handicap.head_start):
            return usual
        return HEAD_STARTS[game].given(usual, handicap.role, handicap.head_start)
    return _after(game, tuple(sorted(rules.checked_options(options).items())), start)


@lru_cache(maxsize=256)
def _after(game: str, options: tuple[tuple[str, str], ...], start: str) -> State:
    """Return the position after the moves. Kept, so that the writer plays none that a page has just read."""
    rules = get_game(game)
    line = played(rules, rules.initial_state(**dict(options)), start)
    if " ".join(line.moves) != start:
        raise ValueError("The moves that play begins after have single spaces between them")
    if not begins_between_moves(line.states[-1], rules):
        raise ValueError("Play begins neither in the middle of a move nor at the end of a game")
    return line.states[-1]


def _decided(game: Game, state: State, word: str) -> State | None:
    try:
        action = game.action(word)
    except IllegalAction:
        return None
    for role in state.to_move:
        if action in state.legal_actions(role):
            return play(state, role, action).state
    return None
