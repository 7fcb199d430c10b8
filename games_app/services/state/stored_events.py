"""Reader of stored frames.

A frame is what every viewer was sent (``wire.Event`` as JSON), so it holds no secrets. Facts and traces are
decoded on access: most readers need a few fields of thousands of frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Raw, Struct

from games_app.models import Event
from games_app.services.state import wire

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
