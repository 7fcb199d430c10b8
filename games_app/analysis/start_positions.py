"""Positions from which a match or the analysis board may start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from games_app.analysis.fairness import withheld
from games_app.games.catalogue import SAMPLES
from games_app.games.engine.analyse import CannotAnalyse, analysable, searchable
from games_app.games.rules import Game, State
from games_app.lib.refusals import Refusal, Refused
from games_app.lists.event_log import line_to_ply, position_after_ply
from games_app.match.history import state_shown
from games_app.match.start_moves import MOST_MOVES, begins_between_moves, played
from games_app.models import Match


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

    Raises InvalidOption and Refused.
    """
    if len(moves.split()) > MOST_MOVES:
        raise Refused(Refusal("too_far"))
    chosen = options_of(game, options)
    line = played(game, game.initial_state(**chosen), moves)
    begins = Beginning(chosen, " ".join(line.moves), line.states[-1])
    _check(game, begins)
    return begins


def beginning_in(game: Game, row: Match, ply: int, more: str) -> Beginning:
    """Return the position after a ply of a finished match and ``more`` moves; raises as ``beginning``."""
    there = position_after_ply(row, ply) if row.status == Match.Status.OVER else None
    if there is None:
        raise Refused(Refusal("unfinished"))
    if (row.terms.get("handicap") or {}).get("head_start"):
        raise Refused(Refusal("half_done.head_start"))
    way = " ".join([*row.terms.get("start", "").split(), *line_to_ply(row, ply)])
    if len(way.split()) > MOST_MOVES:
        raise Refused(Refusal("too_far"))
    # Of two hands that sow at once, the moves don't say whose each is: then they may lead elsewhere.
    if played(game, game.initial_state(**row.options), way).states[-1].facts() != there.facts:
        raise Refused(Refusal("half_done"))
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


def _check(game: Game, begins: Beginning) -> None:
    if begins.state.is_terminal:
        raise Refused(Refusal("over"))
    if not begins_between_moves(begins.state, game):
        raise Refused(Refusal("half_done"))
    if begins.moves and not is_free(game.slug, begins.moves, begins.state):
        raise Refused(Refusal("in_play.start"))


def start_of(game: Game, options: Mapping[str, str]) -> State:
    """Return the first position with the ``options`` that the game has. Raises InvalidOption."""
    return game.initial_state(**options_of(game, options))


def options_of(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Return every option of the game: as in ``options``, or as a form offers it."""
    return {name: options.get(name, option.offered) for name, option in game.options.items()}


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
        except Refused:
            break
        moves.append(move)
    return ""


def start_in(row: Match, ply: int) -> State:
    """Return the position after a ply of a match. Raises Refused.

    Refused are a match that is not over or not that long, and a choice that is sealed: what readers may know
    of it can't be played on.
    """
    position = position_after_ply(row, ply) if row.status == Match.Status.OVER else None
    if position is None:
        raise Refused(Refusal("unfinished.board"))
    state = state_shown(row.game, position.facts)
    if state is None:
        raise Refused(Refusal("sealed"))
    return state
