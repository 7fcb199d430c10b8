"""The stored events of a match, and its history of decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Raw, Struct

from games_app.games.rules import InvalidFacts, State, get_game
from games_app.match import wire
from games_app.match.event_kinds import EventKind
from games_app.models import Event, Match, Ply


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
        """Yield the players' decisions that lead to the present position, latest first."""

    def then(self, ply: int) -> HistoryPoint | None:
        """Return the match after the event of this ply; for 0, at its start. None after a secret choice."""

    def clocks_before(self, seq: int) -> wire.Clocks | None:
        """Return the clocks as they were when the decision of this event was made."""

    def acted(self) -> Set[str]:
        """Return the roles that have acted at least once."""


def state_shown(game: str, facts: Any) -> State | None:
    """Return the state of a stored event with these facts; None while a choice is sealed.

    Events are public and lack that choice. Nothing else makes their facts incomplete.
    """
    try:
        return get_game(game).state_from_facts(facts)
    except InvalidFacts:
        return None


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """History of a match whose events are all in the database."""

    row: Match

    def decisions(self) -> Iterator[Decision]:
        drawn = set(
            Event.objects.filter(match=self.row, what=EventKind.OPENING).values_list("seq", flat=True)
        )
        for seq, plies in groupby(self._line(), key=lambda ply: ply.seq):
            first = list(plies)[-1]
            if seq in drawn:
                return
            yield Decision(seq, first.role, first.after)

    def then(self, ply: int) -> HistoryPoint | None:
        event = self._event_of(ply)
        if event.what == EventKind.SEALED:
            return None
        frame = read_frame(event.frame)
        return HistoryPoint(get_game(self.row.game).state_from_facts(frame.position.facts), frame.clocks)

    def clocks_before(self, seq: int) -> wire.Clocks | None:
        return read_frame(Event.objects.get(match=self.row, seq=seq - 1).frame).clocks

    def acted(self) -> Set[str]:
        acts = Event.objects.filter(match=self.row, what__in=(EventKind.ACTED, EventKind.SEALED))
        return set(acts.values_list("role", flat=True).distinct())

    def _line(self) -> Iterator[Ply]:
        """Yield the plies that lead to the present position, latest first, without those taken back."""
        number = self.row.ply
        plies = Ply.objects.filter(match=self.row, number__lte=number).order_by("-number")
        for ply in plies.iterator(200):
            if ply.number == number:
                number = ply.after
                yield ply

    def _event_of(self, ply: int) -> Event:
        events = Event.objects.filter(match=self.row)
        if not ply:
            return events.get(what=EventKind.STARTED)
        return events.get(seq=Ply.objects.values_list("seq", flat=True).get(match=self.row, number=ply))


CHUNK = 500
"""Frames in memory at a time."""


class StoredPly(Struct, frozen=True):
    n: int
    role: str
    action: str
    trace_json: Raw = msgspec.field(name="trace")

    @property
    def trace(self) -> Any:
        return msgspec.json.decode(self.trace_json)


class StoredPosition(Struct, frozen=True):
    ply: int
    to_move: tuple[str, ...]
    facts_json: Raw = msgspec.field(name="facts")

    @property
    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = msgspec.json.decode(self.facts_json)
        return facts


class StoredEvent(Struct, frozen=True):
    """A decoded frame; see ``wire.Event``."""

    seq: int
    what: str
    at: int
    role: str | None
    plies: tuple[StoredPly, ...]
    position: StoredPosition
    status: wire.Status
    result: wire.Result | None
    clocks: wire.Clocks | None = None
    seats: tuple[wire.Seat, ...] = ()
    offer: str = ""
    given: int = 0
    minutes: int = 0
    paused_until: int = 0
    until: int = 0
    delay: int = 0
    visibility: str = ""
    nearby: tuple[str, ...] | None = None


_decoder = msgspec.json.Decoder(StoredEvent)


def read_frame(frame: str) -> StoredEvent:
    return _decoder.decode(frame)


def stored_events(match: int | str, upto: int | None = None) -> Iterator[StoredEvent]:
    """Yield the events of a match, by its id or its public id, oldest first, in one query."""
    by_id = {"match": match} if isinstance(match, int) else {"match__public_id": match}
    events = Event.objects.filter(**by_id).order_by("seq")
    if upto is not None:
        events = events.filter(seq__lte=upto)
    yield from map(read_frame, events.values_list("frame", flat=True).iterator(CHUNK))


def present_line(events: Iterable[StoredEvent]) -> list[StoredEvent]:
    """Return the decisions that led to the present position, without those taken back."""
    line: list[StoredEvent] = []
    for event in events:
        while line and line[-1].position.ply > event.position.ply:
            line.pop()
        if event.plies:
            line.append(event)
    return line
