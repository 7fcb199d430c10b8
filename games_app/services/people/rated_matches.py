"""Rated matches of one transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from games_app.services.people import client_marks, ratings, uncounted
from games_app.services.people.client_marks import Client
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition

SEATING = (EventKind.CREATED, EventKind.STARTED)
"""Kinds of events by which their sender takes a seat."""


@dataclass(slots=True)
class RatedMatches:
    """The rated matches that have begun or ended, and the clients of people who create or join some."""

    begun: list[MatchState] = field(default_factory=list)
    ended: list[MatchState] = field(default_factory=list)
    clients: list[tuple[int, Client]] = field(default_factory=list)
    """Person and client of each."""

    def note(self, match: MatchState, transition: Transition) -> None:
        """Note a transition of any match."""
        if not match.terms.rated:
            return
        if transition.what == EventKind.STARTED:
            self.begun.append(match)
        if transition.ending:
            self.ended.append(match)

    def note_client(self, match: MatchState, transition: Transition, player_id: int, client: Client) -> None:
        """Note the client of a person who creates or joins any match."""
        if match.terms.rated and transition.what in SEATING:
            self.clients.append((player_id, client))

    def store(self, now: datetime) -> None:
        """Store marks, matches that don't count, and ratings. The matches' rows must have been stored."""
        client_marks.record(self.clients, now)
        uncounted.decide_at_start(self.begun)
        ratings.rate(self.ended)
