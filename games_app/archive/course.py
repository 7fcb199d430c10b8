"""The course of a match as its events tell it, to be compared with the match's row."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from games_app.games.rules import State
from games_app.match import series
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.visibility import seats
from games_app.models import Event, Match, Player

ENDS: dict[str, str] = {
    EventKind.RESIGNED: Match.How.RESIGNATION,
    EventKind.AGREED: Match.How.AGREEMENT,
    EventKind.CLAIMED: Match.How.ABSENCE,
    EventKind.FLAGGED: Match.How.TIME,
    EventKind.NO_SHOW: Match.How.ABORTED,
    EventKind.ABORTED: Match.How.ABORTED,
    EventKind.ABANDONED: Match.How.ABORTED,
    EventKind.ENDED: Match.How.MODERATOR,
}
"""Kinds of events that end a match, with the reason. A decision ends it if the rules say so."""

NEVER_PLAYED: dict[str, Match.Status] = {
    EventKind.CANCELLED: Match.Status.CANCELLED,
    EventKind.EXPIRED: Match.Status.EXPIRED,
}

PLAY = (EventKind.ACTED, EventKind.SEALED, EventKind.OPENING, EventKind.TAKEN_BACK, EventKind.UNSEALED)
"""Kinds of events that change the position."""
DECIDED = (EventKind.ACTED, EventKind.SEALED, EventKind.RESIGNED)
"""Kinds of events that the player of their role has sent."""
LATEST = {
    "clocks": "the clocks",
    "offers": "the offers",
    "gone": "who is away",
    "seats": "the names",
    "visibility": "who may see it",
    "nearby": "who lets watchers nearby chat",
    "tips": "the tips taken",
    "programs": "for whom programs play",
    "series": "the series",
    "match": "the match that follows",
    "base": "what each may decide on",
}
"""Fields of a frame and of its position that are compared with the match's row in the latest event that has
them, with their names in words."""

Difference = tuple[str, object, object]
"""The name of a compared value, the value as recorded, and as it follows from the events."""


class Course:
    """The course of a match so far. ``take`` must be called for each event, in order."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.status: str = Match.Status.WAITING
        self._how = ""
        self._times: dict[str, datetime | None] = {}
        """Time of each event that a column of the match refers to, by that column."""
        self._maker: int | None = None
        self._latest: dict[str, Any] = {}
        self._senders: dict[tuple[int, str], int | None] = {}
        """Sender of each decision, by its seq and role."""
        self.was_public = False
        """True if the match was public in play before somebody closed it."""

    def take(self, event: Event, frame: dict[str, Any], state: State) -> None:
        """Take in an event, after which the position is ``state``."""
        if event.seq == 1:
            self._times |= {"created_at": event.at, "acted_at": event.at}
            self._maker = event.sender_id
        if event.what == EventKind.STARTED:
            self.status, self._times["started_at"] = Match.Status.PLAYING, event.at
        if event.what in NEVER_PLAYED:
            self.status = NEVER_PLAYED[event.what]
        if event.what in PLAY:
            self._times["acted_at"] = event.at
        if event.what in DECIDED:
            self._senders[event.seq, event.role] = event.sender_id
        if event.what == EventKind.OPENED_TO:
            self.was_public |= self._latest.get("visibility") == Match.Visibility.PUBLIC
        how = ENDS.get(event.what) or (Match.How.RULES if event.what in PLAY and state.is_terminal else "")
        if how:
            self.status, self._how, self._times["ended_at"] = Match.Status.OVER, how, event.at
        # These are left out while there are none.
        self._latest |= {"clocks": None, "offers": {}, "gone": {}, "programs": []}
        self._latest.setdefault("match", "")
        self._latest.setdefault("nearby", [])
        self._latest.setdefault("tips", {})
        self._latest |= {name: frame[name] for name in LATEST if name in frame}
        self._latest["base"] = frame["position"]["base"]

    def columns(self) -> Iterator[Difference]:
        """Yield the columns that follow from events alone."""
        yield "the status", self.match.status, self.status
        yield "how it ended", self.match.how, self._how
        for column in ("created_at", "started_at", "acted_at", "ended_at"):
            yield column, getattr(self.match, column), self._times.get(column)
        if (maker := self._known_maker()) is not None:
            found = _merged({maker, self.match.maker_id})
            yield "the maker", found[self.match.maker_id], found[maker]

    def senders(self, sitters: dict[str, int | None]) -> Iterator[Difference]:
        """Yield who sent each decision, and who sits on its seat; nobody sent those of an imported match."""
        if self.match.origin is not None:
            return
        players = {one for one in (*sitters.values(), *self._senders.values()) if one is not None}
        accounts = _merged(players)
        for (seq, role), sender in self._senders.items():
            recorded, sitter = accounts.get(sender or 0), accounts.get(sitters.get(role) or 0)
            yield f"event {seq}, who sent it", recorded, sitter

    def latest(self, match: MatchState) -> Iterator[Difference]:
        """Yield values of the latest events, besides the match that was read from the row."""
        row = {
            "clocks": match.clocks,
            "offers": match.pending.offers,
            "gone": match.pending.gone,
            "seats": seats(match),
            "visibility": match.row.visibility,
            "nearby": match.pending.nearby,
            "tips": match.pending.tips,
            "programs": match.pending.programs,
            "series": series.series_of(match),
            "match": match.row.successor,
            "base": match.row.bases,
        }
        for name, words in LATEST.items():
            if name in self._latest:
                yield words, plain(row[name]), self._latest[name]

    def _known_maker(self) -> int | None:
        """Return the maker of this match or the one before; None if no event tells, as in old imports."""
        if self._maker is not None or self.match.origin is not None:
            return self._maker
        before = Match.objects.filter(successor=self.match.public_id)
        return before.values_list("maker_id", flat=True).first()


def _merged(people: set[int]) -> dict[int, int]:
    """Return for each of these players the account to which their matches were moved, or themselves."""
    found = Player.objects.filter(pk__in=people).values_list("pk", "merged_into_id")
    return {pk: into or pk for pk, into in found}


def plain(value: object) -> Any:
    """Return the value as it is stored in JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
