"""Kinds of events. docs/protocol.md explains each."""

from __future__ import annotations

from enum import StrEnum


class EventKind(StrEnum):
    """Kind of an event of a match: the ``what`` of its row and of the frame that clients get."""

    # That of Enum is written in Python, and each action looks several kinds up.
    __hash__ = str.__hash__

    # Before play
    CREATED = "created"
    RENAMED = "renamed"
    STARTED = "started"
    EXPIRED = "expired"
    CANCELLED = "cancelled"
    # Plies
    OPENING = "opening"
    ACTED = "acted"
    SEALED = "sealed"
    TAKEN_BACK = "taken_back"
    UNSEALED = "unsealed"
    # Between the players
    OFFERED = "offered"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    TIME_GIVEN = "time_given"
    PAUSED = "paused"
    CONTINUED = "continued"
    HOLIDAY = "holiday"
    OPENED_TO = "opened_to"
    NEARBY = "nearby"
    TIPPED = "tipped"
    # Presence and time
    GONE = "gone"
    CAME_BACK = "came_back"
    RESUMED = "resumed"
    OUTAGE = "outage"
    # People behind the seats
    FORGOTTEN = "forgotten"
    RESEATED = "reseated"
    # The end
    RESIGNED = "resigned"
    AGREED = "agreed"
    FLAGGED = "flagged"
    CLAIMED = "claimed"
    ABORTED = "aborted"
    ABANDONED = "abandoned"
    NO_SHOW = "no_show"
    ENDED = "ended"
    # After the end
    REMATCH_OFFERED = "rematch_offered"
    REMATCHED = "rematched"


LISTING_SEATS = (
    EventKind.CREATED,
    EventKind.RENAMED,
    EventKind.STARTED,
    EventKind.FORGOTTEN,
    EventKind.RESEATED,
)
"""Events whose frames list the names on the seats."""


ENDING = frozenset(
    {
        EventKind.ACTED,
        EventKind.RESIGNED,
        EventKind.AGREED,
        EventKind.FLAGGED,
        EventKind.CLAIMED,
        EventKind.ABORTED,
        EventKind.ABANDONED,
        EventKind.NO_SHOW,
        EventKind.ENDED,
    }
)
"""Kinds of events that may end a match."""
