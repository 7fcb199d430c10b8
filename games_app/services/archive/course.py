"""The row of a match as it follows from its events: status, times, maker, and the latest events."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from games_app.models import Event, Match, Player
from games_app.rules import State
from games_app.services.state import series
from games_app.services.state.match_state import MatchState
from games_app.services.state.visible import seats

ENDS: dict[str, str] = {
    "resigned": Match.How.RESIGNATION,
    "agreed": Match.How.AGREEMENT,
    "claimed": Match.How.ABSENCE,
    "flagged": Match.How.TIME,
    "no_show": Match.How.ABORTED,
    "aborted": Match.How.ABORTED,
    "abandoned": Match.How.ABORTED,
    "ended": Match.How.MODERATOR,
}
"""Kinds of events that end a match, with the reason. A decision ends it if the rules say so."""
NEVER_PLAYED = {"cancelled": Match.Status.CANCELLED, "expired": Match.Status.EXPIRED}
MOVES = ("acted", "sealed", "opening", "taken_back", "unsealed")
"""Kinds of events that change the position."""
LATEST = {
    "clocks": "the clocks",
    "offers": "the offers",
    "gone": "who is away",
    "seats": "the names",
    "visibility": "who may see it",
    "nearby": "who lets watchers nearby chat",
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
        """Time of each event that a column of the match names, by that column."""
        self._maker: int | None = None
        self._latest: dict[str, Any] = {}

    def take(self, event: Event, frame: dict[str, Any], state: State) -> None:
        """Take in an event, after which the position is ``state``."""
        if event.seq == 1:
            self._times |= {"created_at": event.at, "acted_at": event.at}
            self._maker = event.sender_id
        if event.what == "started":
            self.status, self._times["started_at"] = Match.Status.PLAYING, event.at
        if event.what in NEVER_PLAYED:
            self.status = NEVER_PLAYED[event.what]
        if event.what in MOVES:
            self._times["acted_at"] = event.at
        how = ENDS.get(event.what) or (Match.How.RULES if event.what in MOVES and state.is_terminal else "")
        if how:
            self.status, self._how, self._times["ended_at"] = Match.Status.OVER, how, event.at
        # These are left out while there are none.
        self._latest |= {"clocks": None, "offers": {}, "gone": {}}
        self._latest.setdefault("match", "")
        self._latest.setdefault("nearby", [])
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

    def latest(self, match: MatchState) -> Iterator[Difference]:
        """Yield what the latest events say, beside the match that was read from the row."""
        row = {
            "clocks": match.clocks,
            "offers": match.pending.offers,
            "gone": match.pending.gone,
            "seats": seats(match),
            "visibility": match.row.visibility,
            "nearby": match.pending.nearby,
            "series": series.of(match),
            "match": match.row.successor,
            "base": match.row.bases,
        }
        for name, words in LATEST.items():
            if name in self._latest:
                yield words, _plain(row[name]), self._latest[name]

    def _known_maker(self) -> int | None:
        """Return who made the match, or the one before it; None if no event says it, as in old imports."""
        if self._maker is not None or self.match.origin is not None:
            return self._maker
        before = Match.objects.filter(successor=self.match.public_id)
        return before.values_list("maker_id", flat=True).first()


def _merged(people: set[int]) -> dict[int, int]:
    """Return for each of these players the account to which their matches went over, or themselves."""
    found = Player.objects.filter(pk__in=people).values_list("pk", "merged_into_id")
    return {pk: into or pk for pk, into in found}


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
