"""Index of the positions that live matches between two people withhold, and of those that may soon follow.

Each process that asks keeps its own. Before a look-up it reads which matches have had events since the last
one, whoever stored them, and updates only those. Players' actions cost nothing more.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Max, Q

from games_app.analysis.fairness.standing import PositionKeys, RunningMatch, SeatRow, place_of, rows
from games_app.games.engine.analyse import likeness
from games_app.games.rules import State, related
from games_app.lib import clock
from games_app.models import Event, Match, Seat

LATELY = 1000
"""Number of the latest events that are read again afterwards: some may not have been committed yet."""
MISSING_SECONDS = 60.0
"""Time to wait for an event that another process may not have committed yet."""
MOST_EVENTS = 20_000
"""Number of new events at which all matches are read again."""
PRUNE_SECONDS = 60.0
CHUNK = 500
"""Matches in a query."""


class EventTail:
    """The end of the event table. Ids are not committed in their order, so gaps are queried again."""

    def __init__(self) -> None:
        self._last: int | None = None
        self._missing: dict[int, float] = {}

    def news(self) -> set[tuple[int, str]] | None:
        """Return the matches with new events, and their games; None if that may be any match."""
        if self._last is None:
            newest = Event.objects.aggregate(newest=Max("pk"))["newest"] or 0
            self._last, self._missing = max(0, newest - LATELY), {}
            return None
        new = Event.objects.filter(Q(pk__gt=self._last) | Q(pk__in=list(self._missing)))
        events = list(new.values_list("pk", "match", "match__game")[:MOST_EVENTS])
        if len(events) == MOST_EVENTS:
            self._last = None
            return self.news()
        self._note(self._last, {pk for pk, _, _ in events})
        return {(match, game) for _, match, game in events}

    def _note(self, last: int, event_ids: set[int]) -> None:
        now = time.monotonic()
        newest = max(event_ids, default=last)
        skipped = range(last + 1, newest + 1) if newest - last <= MOST_EVENTS else ()
        self._missing.update((pk, now + MISSING_SECONDS) for pk in skipped)
        waited_for = self._missing.items()
        self._missing = {pk: until for pk, until in waited_for if pk not in event_ids and until > now}
        self._last = max(last, newest)


@dataclass(slots=True, eq=False)
class OccupiedPlace:
    """A place with the matches that stand there."""

    key: Hashable
    place: PositionKeys
    matches: dict[int, RunningMatch] = field(default_factory=dict)


Keys = dict[int, tuple[OccupiedPlace, ...]]
"""Places by the keys of positions."""


class LivePositions:
    """The index of one game."""

    def __init__(self) -> None:
        self.standings: dict[int, RunningMatch] = {}
        self._at: dict[int, OccupiedPlace] = {}
        """Places of the matches, by their keys."""
        self._occupied: dict[Hashable, OccupiedPlace] = {}
        self._near: Keys = {}
        self._here: Keys = {}

    def near(self, images: Iterable[int], now: datetime) -> set[RunningMatch]:
        """Return the matches that stand at most a move and a reply before a position with these images."""
        return _live(self._near, images, now)

    def here(self, keys: Iterable[int], now: datetime) -> set[RunningMatch]:
        """Return the matches that stand at one of these positions."""
        return _live(self._here, keys, now)

    def put(self, standing: RunningMatch, state: State) -> None:
        """Store that a match stands at this position now."""
        # Add the new place first: another thread must not look while there is none.
        before = self._at.get(standing.match)
        now = self._at[standing.match] = self._occupy(state)
        now.matches[standing.match] = self.standings[standing.match] = standing
        if before is not None and before is not now:
            self._leave(before, standing.match)

    def drop(self, match: int) -> None:
        """Store that a match withholds nothing."""
        if match in self._at:
            del self.standings[match]
            self._leave(self._at.pop(match), match)

    def prune(self, now: datetime) -> None:
        """Remove the matches that nobody continues."""
        for match in [match for match, each in self.standings.items() if not each.is_live(now)]:
            self.drop(match)

    def _occupy(self, state: State) -> OccupiedPlace:
        key: Hashable = likeness(state)
        if key is None:  # as before a secret choice
            key = state
        if key not in self._occupied:
            occupied = self._occupied[key] = OccupiedPlace(key, place_of(state))
            alone = (occupied,)
            for index, keys in self._indexes(occupied):
                for each in keys:
                    index[each] = index[each] + alone if each in index else alone
        return self._occupied[key]

    def _leave(self, occupied: OccupiedPlace, match: int) -> None:
        del occupied.matches[match]
        if occupied.matches:
            return
        del self._occupied[occupied.key]
        for index, keys in self._indexes(occupied):
            for each in keys:
                if left := tuple(other for other in index[each] if other is not occupied):
                    index[each] = left
                else:
                    del index[each]

    def _indexes(self, occupied: OccupiedPlace) -> tuple[tuple[Keys, tuple[int, ...]], ...]:
        return (self._near, occupied.place.near), (self._here, occupied.place.images)


class Index:
    """The live positions of all games, as one process knows them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tail = EventTail()
        self._games: dict[str, LivePositions] = {}
        self._stale: dict[str, set[int]] = {}
        """Matches to be read again, by game."""
        self._prune_at = 0.0

    def of_game(self, game: str) -> LivePositions:
        """Return the up-to-date positions of a game in all its rule sets: they may share boards."""
        game = related(game)[0]
        with self._lock:
            self._hear()
            self._prune()
            positions = self._games.get(game)
            if positions is None:
                positions = LivePositions()
                _read_all(positions, game)
            elif stale := self._stale.get(game):
                _read_again(positions, list(stale))
            self._games[game], self._stale[game] = positions, set()
            return positions

    def _hear(self) -> None:
        news = self._tail.news()
        if news is None:
            self._games = {}
            return
        for match, game in news:
            self._stale.setdefault(related(game)[0], set()).add(match)

    def _prune(self) -> None:
        if time.monotonic() >= self._prune_at:
            self._prune_at = time.monotonic() + PRUNE_SECONDS
            for each in self._games.values():
                each.prune(clock.now())


def _read_all(positions: LivePositions, game: str) -> None:
    seats = Seat.objects.filter(first=True, match__status=Match.Status.PLAYING, match__game__in=related(game))
    for row in rows(seats):
        _place(positions, row)


def _read_again(positions: LivePositions, matches: Sequence[int]) -> None:
    # By ids only: asked for live ones only, a database would look through all of these.
    for begin in range(0, len(matches), CHUNK):
        for row in rows(Seat.objects.filter(match__in=matches[begin : begin + CHUNK], first=True)):
            _place(positions, row)


def _place(positions: LivePositions, row: SeatRow) -> None:
    """Store where a match stands."""
    previous = positions.standings.get(row.match)
    if previous is not None and previous.seq == row.seq:
        return
    standing = row.standing
    state = row.position() if row.withholds and standing.is_live(clock.now()) else None
    if state is None:
        positions.drop(row.match)
    else:
        positions.put(standing, state)


def _live(index: Keys, keys: Iterable[int], now: datetime) -> set[RunningMatch]:
    places = (occupied for key in keys for occupied in index.get(key, ()))
    return {each for occupied in places for each in list(occupied.matches.values()) if each.is_live(now)}


_index = Index()


def live_positions_of(game: str) -> LivePositions:
    """Return the up-to-date index of a game."""
    return _index.of_game(game)


def forget() -> None:
    """Empty the index, for tests that begin with an empty database."""
    global _index
    _index = Index()
