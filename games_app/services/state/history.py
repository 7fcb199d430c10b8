"""History of a match: the decisions on the present line, and position and clocks after each.

Read from the record; for a match that is being imported, and not stored yet, from memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Protocol

from games_app.models import Event, Match, Move
from games_app.rules import State, get_game
from games_app.services.state import wire
from games_app.services.state.stored_events import read_frame


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision on the line that leads to the present position."""

    seq: int
    role: str
    after: int
    """The number of the ply that it follows."""


class HistoryPoint(NamedTuple):
    """Position and clocks of a match after an earlier event."""

    state: State
    clocks: wire.Clocks | None


class MatchHistory(Protocol):
    """Interface through which services read the history of a match."""

    def decisions(self) -> Iterator[Decision]:
        """Yield the players' decisions that lead to the present position, the latest first."""

    def then(self, ply: int) -> HistoryPoint | None:
        """Return the match after the event of this ply; for 0, at its start. None after a secret choice."""

    def clocks_before(self, seq: int) -> wire.Clocks | None:
        """Return the clocks as they were when the decision of this event was made."""

    def acted(self) -> Set[str]:
        """Return the roles that have acted at least once."""


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """History of a match whose events are all in the database."""

    row: Match

    def decisions(self) -> Iterator[Decision]:
        drawn = set(Event.objects.filter(match=self.row, what="opening").values_list("seq", flat=True))
        for seq, plies in groupby(self._line(), key=lambda move: move.seq):
            first = list(plies)[-1]
            if seq in drawn:
                return
            yield Decision(seq, first.role, first.after)

    def then(self, ply: int) -> HistoryPoint | None:
        event = self._event_of(ply)
        if event.what == "sealed":
            return None
        told = read_frame(event.frame)
        return HistoryPoint(get_game(self.row.game).state_from_facts(told.position.facts), told.clocks)

    def clocks_before(self, seq: int) -> wire.Clocks | None:
        return read_frame(Event.objects.get(match=self.row, seq=seq - 1).frame).clocks

    def acted(self) -> Set[str]:
        acts = Event.objects.filter(match=self.row, what__in=("acted", "sealed"))
        return set(acts.values_list("role", flat=True).distinct())

    def _line(self) -> Iterator[Move]:
        """Yield the plies that lead to the present position, the latest first, without those taken back."""
        wanted = self.row.ply
        moves = Move.objects.filter(match=self.row, number__lte=wanted).order_by("-number")
        for move in moves.iterator(200):
            if move.number == wanted:
                wanted = move.after
                yield move

    def _event_of(self, ply: int) -> Event:
        events = Event.objects.filter(match=self.row)
        if not ply:
            return events.get(what="started")
        return events.get(seq=Move.objects.values_list("seq", flat=True).get(match=self.row, number=ply))
