"""Rows that one batch stores: matches, seats, events and plies together, and chat messages one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from games_app.lib.driver import driver_cursor
from games_app.match.chat import Said, message, newest
from games_app.match.match_state import MatchState
from games_app.match.recording import record
from games_app.match.transitions import EventRow, FinishedMatch, PlyRow, Transition
from games_app.match.wire import ChatMessage as Sent
from games_app.models import ChatMessage, Match, Seat
from games_app.record.commands.registry import Command
from games_app.record.known_matches import KnownMatches
from games_app.record.results import Announcement
from games_app.record.sql import insert_events, insert_match, insert_plies, update_matches, update_seats


@dataclass(slots=True)
class Rows:
    """Rows collected from transitions; ``write`` stores them with a few statements for all."""

    known: KnownMatches
    """Matches in memory; those that are made are added."""
    made: list[MatchState] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    """Public ids of matches with new events."""
    events: list[EventRow] = field(default_factory=list)
    written: list[EventRow] = field(default_factory=list)
    """Events that have been written."""
    plies: list[PlyRow] = field(default_factory=list)
    reseated: list[Seat] = field(default_factory=list)

    def add(self, match: MatchState, transition: Transition, now: datetime) -> EventRow:
        """Apply the transition to the match, and collect its rows; return that of the event."""
        public_id = match.row.public_id
        if match.row.id is not None:
            self.touched.add(public_id)
        elif public_id not in self.known:
            self.made.append(match)
            self.known[public_id] = match
        recorded = record(match, transition, now)
        self.events.append(recorded.event)
        self.plies += recorded.plies
        self.reseated += recorded.reseated
        return recorded.event

    def write(self) -> None:
        """Write the collected rows."""
        changed_seats = {seat.pk: seat for seat in self.reseated if seat.pk}
        with driver_cursor() as cursor:
            for match in self.made:
                insert_match(cursor, match.row, match.seats.values())
            update_matches(cursor, [self.known[public_id] for public_id in self.touched])
            insert_events(cursor, self.events)
            insert_plies(cursor, self.plies)
            update_seats(cursor, changed_seats.values())
        self.written += self.events
        self.made, self.touched, self.events, self.plies, self.reseated = [], set(), [], [], []

    def write_finished(self, finished: FinishedMatch) -> None:
        """Write a match that is over. It has no players or watchers, so its events aren't announced."""
        row = finished.match.row
        with driver_cursor() as cursor:
            insert_match(cursor, row, finished.match.seats.values())
            insert_events(cursor, finished.events)
            insert_plies(cursor, [ply._replace(match_id=row.pk) for ply in finished.plies])

    def frames(self) -> list[Announcement]:
        """Return the announcements of the events that have been written."""
        return [(event.match.public_id, event.seq, event.frame) for event in self.written]


def chat_sent_before(match: MatchState, command: Command) -> Sent | None:
    """Return what a resent command has stored already."""
    if command.player_id is None or command.cmd is None:
        return None
    stored = ChatMessage.objects.filter(match=match.row, player=command.player_id, cmd=command.cmd)
    row = stored.select_related("player").first()
    return message(row) if row else None


def store_chat(match: MatchState, said: Said, command: Command, now: datetime) -> Sent:
    """Store a message as the newest of its room.

    The batch has locked the match's row, so that numbers have no gaps and no message is doubled.
    """
    # The match in memory doesn't know what other processes have stored here.
    row = Match.objects.only("players_chat", "watchers_chat").get(pk=match.row.pk)
    number = newest(row)[said.room] + 1
    Match.objects.filter(pk=row.pk).update(**{f"{said.room}_chat": number})
    stored = ChatMessage.objects.create(
        match=match.row,
        room=said.room,
        number=number,
        player_id=command.player_id,
        role=said.role,
        name=said.name,
        text=said.text,
        phrase=said.phrase,
        hides=said.hides,
        cmd=command.cmd,
        at=now,
    )
    if said.hides is not None:
        hidden = ChatMessage.objects.filter(match=match.row, room=said.room, number=said.hides)
        hidden.update(hidden=True)
    return message(stored)
