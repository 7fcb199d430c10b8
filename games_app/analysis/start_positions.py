"""Positions from which a match or the analysis board may start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

from games_app.analysis.fairness import withheld
from games_app.games.catalogue import SAMPLES
from games_app.games.engine.analyse import CannotAnalyse, analysable, searchable
from games_app.games.rules import Game, State
from games_app.lists.event_log import line_to_ply, position_after_ply
from games_app.match.history import state_shown
from games_app.match.start_moves import MOST_MOVES, BadMoves, begins_between_moves, played
from games_app.models import Match

Reason = Literal["in_play", "seated", "unfinished", "over", "half_done", "too_far"]


class NoBeginning(Exception):
    """A position that no match can begin from.

    ``reason``: "in_play" for what somebody is playing now, "seated" for a player of such a match,
    "unfinished" for a match that is not over, "over" for the end of a game, "half_done" for the middle of a
    move, "too_far" after too many moves.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Beginning:
    """The position after ``moves``, separated by single spaces; the usual one without any."""

    options: Mapping[str, str]
    moves: str
    state: State

    @property
    def length(self) -> int:
        return len(self.moves.split())

    @property
    def query(self) -> str:
        """The part of an address that leads here."""
        return urlencode({"moves": self.moves, **self.options})


def beginning(game: Game, options: Mapping[str, str], moves: str) -> Beginning:
    """Return the position after the moves of ``game``, with the ``options`` that are given.

    Raises InvalidOption, BadMoves, and NoBeginning.
    """
    if len(moves.split()) > MOST_MOVES:
        raise NoBeginning("too_far")
    chosen = options_of(game, options)
    line = played(game, game.initial_state(**chosen), moves)
    found = Beginning(chosen, " ".join(line.moves), line.states[-1])
    _check(game, found)
    return found


def beginning_in(game: Game, row: Match, ply: int, more: str) -> Beginning:
    """Return the position after a ply of a finished match and ``more`` moves; raises as ``beginning``."""
    there = position_after_ply(row, ply) if row.status == Match.Status.OVER else None
    if there is None:
        raise NoBeginning("unfinished")
    way = " ".join([*row.terms.get("start", "").split(), *line_to_ply(row, ply)])
    if len(way.split()) > MOST_MOVES:
        raise NoBeginning("too_far")
    # Of two hands that sow at once, the moves don't say whose each is: then they may lead elsewhere.
    if played(game, game.initial_state(**row.options), way).states[-1].facts() != there.facts:
        raise NoBeginning("half_done")
    return beginning(game, row.options, f"{way} {more}")


def is_free(game: str, start: str, state: State) -> bool:
    """Return whether nobody is playing a position that a match from ``state`` would tell of.

    What began at this very start keeps it from nobody, as the first position of a game is nobody's.
    """
    unfair = withheld(game, None, start=start)
    try:
        return not unfair.covers(searchable(state))
    except CannotAnalyse:
        return True


def _check(game: Game, found: Beginning) -> None:
    if found.state.is_terminal:
        raise NoBeginning("over")
    if not begins_between_moves(found.state, game):
        raise NoBeginning("half_done")
    if found.moves and not is_free(game.slug, found.moves, found.state):
        raise NoBeginning("in_play")


def start_of(game: Game, options: Mapping[str, str]) -> State:
    """Return the first position with the ``options`` that the game has. Raises InvalidOption."""
    return game.initial_state(**options_of(game, options))


def options_of(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Return every option of the game: as ``given``, or as a form offers it."""
    return {name: given.get(name, option.offered) for name, option in game.options.items()}


def first_analysable(game: Game, start: State) -> str:
    """Return the moves of the sample game up to the first position that can be analysed.

    There are none if the start itself can be, or if they can't be played there.
    """
    state, moves = start, list[str]()
    for move in SAMPLES[game.slug].decisions if game.slug in SAMPLES else ():
        if analysable(state):
            return " ".join(moves)
        try:
            state = played(game, state, move).states[-1]
        except BadMoves:
            break
        moves.append(move)
    return ""


class StillSealed(ValueError):
    """A position in which one role's choice is sealed: what readers may know of it can't be played on."""


def start_in(row: Match, ply: int) -> State | None:
    """Return the position after a ply of a match; None if it is not over, or not that long.

    Raises StillSealed.
    """
    found = position_after_ply(row, ply) if row.status == Match.Status.OVER else None
    if found is None:
        return None
    state = state_shown(row.game, found.facts)
    if state is None:
        raise StillSealed
    return state
