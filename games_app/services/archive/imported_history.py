"""History of a match that is being imported, in memory."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from games_app.rules import State
from games_app.services.state import wire
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.history import Decision, HistoryPoint
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition


@dataclass(frozen=True, slots=True)
class _Known:
    """The match after a decision, or after it began."""

    decision: Decision
    what: str
    state: State
    clocks: wire.Clocks | None
    met: wire.Clocks | None
    """The clocks before the decision."""


@dataclass(slots=True)
class ImportedHistory:
    """Implementation of ``history.MatchHistory`` for an import."""

    match: MatchState
    known: dict[int, _Known] = field(default_factory=dict)
    """Keyed by the number of the last ply."""
    roles: set[str] = field(default_factory=set)

    def decisions(self) -> Iterator[Decision]:
        ply = self.match.row.ply
        while ply and self.known[ply].what != EventKind.OPENING:
            yield self.known[ply].decision
            ply = self.known[ply].decision.after

    def then(self, ply: int) -> HistoryPoint | None:
        known = self.known[ply]
        return None if known.what == EventKind.SEALED else HistoryPoint(known.state, known.clocks)

    def clocks_before(self, seq: int) -> wire.Clocks | None:
        return next(known.met for known in reversed(self.known.values()) if known.decision.seq == seq)

    def acted(self) -> Set[str]:
        return self.roles

    def note(self, transition: Transition, after: int, met: wire.Clocks | None) -> None:
        """Store the match after ``transition``; ``after`` is the ply before it, ``met`` the clocks then."""
        match = self.match
        decision = Decision(match.row.seq, transition.role, after)
        self.known[match.row.ply] = _Known(decision, transition.what, match.state, match.clocks, met)
        if transition.what in (EventKind.ACTED, EventKind.SEALED):
            self.roles.add(transition.role)
