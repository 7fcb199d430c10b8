"""Fairness: the engine helps nobody in a running game.

Every page and worker that tells something of the engine asks ``withheld`` first. It answers for one reader:

- A player of a running match against another person gets nothing about that game, of whatever position.
- Everybody else gets nothing about the positions of public live matches between two people, nor about what
  can follow within a move and the reply. Matches that not everybody may see withhold nothing from strangers,
  so nobody can find them by asking.
- A match withholds nothing from the review of a match that had ended before it began: nobody can blind the
  review of a finished match by playing it again.

Positions are compared as they are, however they were reached: set up by hand, pasted, imported, mirrored or
with other stores. An analysis tells the value of every decision, so the positions after them count too.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games_app.engine.line import Line
from games_app.games.decision import play
from games_app.lib import clock
from games_app.models import Match, Seat
from games_app.rules import State
from games_app.services.engine.live_positions import (
    LiveMatch,
    LivePositions,
    live_matches,
    live_positions,
    positions_ahead,
    read_matches,
)


@dataclass(frozen=True, slots=True)
class Withheld:
    """The engine's knowledge about one game that one reader may not have now."""

    everything: bool
    """True for a player of a running match of the game against another person."""
    _own: frozenset[int]
    """Positions of the reader's own running matches, private ones too."""
    _live: LivePositions
    _before: datetime | None
    """Time before which a match must have begun to count; None: all count."""
    _start: str
    """Matches that began after these moves don't count; empty: all count."""

    def covers(self, state: State) -> bool:
        """Return whether an analysis of ``state`` would tell of a withheld position."""
        positions = positions_ahead(state, depth=1)
        return bool(positions & self._own) or any(map(self._counts, self._live.matches_at(positions)))

    def line(self, state: State, line: Line) -> Line:
        """Return the line up to the first withheld position."""
        for number, (role, action) in enumerate(line, 1):
            state = play(state, role, action).state
            if self.has(state):
                return line[:number]
        return line

    def told(self, state: State, found: dict[str, Any]) -> dict[str, Any] | None:
        """Return an analysis of ``state`` as far as it may be told now; None if nothing of it may.

        It was fair when it was made, but somebody may have come to its positions since.
        """
        if self.everything or self.covers(state):
            return None
        return found | {"line": self.line(state, found["line"])}

    def has(self, state: State) -> bool:
        """Return whether ``state`` itself is withheld."""
        positions = positions_ahead(state, depth=0)
        return self.is_own(state) or any(map(self._counts, self._live.matches_at(positions)))

    def is_own(self, state: State) -> bool:
        """Return whether one of the reader's own running matches has come to ``state``, or may soon."""
        return bool(positions_ahead(state, depth=0) & self._own)

    def _counts(self, match: LiveMatch) -> bool:
        if self._start and match.start == self._start:
            return False
        return self._before is None or match.started_at < self._before


def withheld(game: str, reader: int | None, *, review: Match | None = None, start: str = "") -> Withheld:
    """Return what the engine withholds of a game from ``reader``, a player's key; None: a stranger.

    ``review``: the finished match that is reviewed. An imported one may have any dates, so that it is treated
    like positions that somebody has set up. ``start``: the moves after which a new match shall begin.
    """
    own = _own_matches(game, reader)
    positions = frozenset[int]().union(*(match.positions for match in own))
    before = review.ended_at if review and review.origin is None else None
    return Withheld(bool(own), positions, live_positions(game), before, start)


def is_seated(game: str, reader: int | None) -> bool:
    """Return whether a player sits in a running match of the game against another person."""
    return reader is not None and _own_rows(game, reader).exists()


def helps(reply_to: int, game: str, state: State, *, opening: bool) -> bool:
    """Return whether the computer's reply in ``state`` would help somebody in a running match.

    It would if the player whom it replies to has come to that position, or may soon, in a match against
    another person, or if a public live match has. Public matches share their ``opening`` with many games, so
    there only the player's own matches count.
    """
    found = withheld(game, reply_to)
    return found.is_own(state) if opening else found.has(state)


def _own_matches(game: str, reader: int | None) -> list[LiveMatch]:
    return [] if reader is None else [match for _, match in read_matches(_own_rows(game, reader))]


def _own_rows(game: str, reader: int) -> QuerySet[Match]:
    seats = Seat.objects.filter(player=reader, unfinished=True)
    return live_matches(game, clock.now()).filter(pk__in=seats.values("match"))
