"""Index of the positions in public live matches between two people, and of those that may soon follow.

Each process keeps its own. Before a look-up it asks the database which matches have moved; a match that has
not moved costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from threading import Lock

from django.db.models import F, Q, QuerySet

from games_app.engine.analyse import likeness
from games_app.games.decision import play
from games_app.lib import clock
from games_app.models import Match, Seat
from games_app.rules import State, get_game

LIVELY = timedelta(hours=1)
"""Time after its last move for which a match without a running clock counts as live."""
OVERLAP = timedelta(seconds=5)
"""Longest time from the receipt of a move to its commit, in which another process may not see it yet."""
SWEEP = timedelta(seconds=10)
"""Time after which all live matches are listed anew, to forget those that have ended."""
AHEAD = 2
"""Decisions that are looked ahead: a move and the reply."""
SECONDS = 0.02
"""Time that one look-up may spend on looking ahead. With very many matches some wait for the next one."""
ROWS = 500
"""Matches that are read in one query."""
MOST_POSITIONS = 400_000
"""Positions in the index of one game. Beyond it, matches count by their present position alone."""


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """The positions of one match, by hash of their likeness."""

    seq: int
    started_at: datetime
    start: str
    """The moves after which it began, if it began at a chosen position."""
    positions: frozenset[int]


def live_matches(game: str, now: datetime) -> QuerySet[Match]:
    """Return the matches of a game between two different people that have a running clock or moved lately."""
    together = Seat.objects.filter(first=True, unfinished=True, opponent__isnull=False, opponent__level="")
    together = together.filter(player__level="").exclude(player=F("opponent"))
    lively = Q(deadline__isnull=False) | Q(acted_at__gte=now - LIVELY)
    return Match.objects.filter(
        lively, game=game, status=Match.Status.PLAYING, pk__in=together.values("match")
    )


def positions_ahead(state: State, depth: int = AHEAD) -> frozenset[int]:
    """Return the hashes of a position and of those up to ``depth`` decisions later.

    Nothing is told of a position in which a choice is sealed: what follows it would give the choice away.
    """
    return frozenset(hash(found) for found in _likenesses(state, depth))


def _likenesses(state: State, depth: int) -> Iterator[Hashable]:
    if not state.is_open:
        return
    found = likeness(state)
    if found is not None:
        yield found
    if depth:
        for after in states_after(state):
            yield from _likenesses(after, depth - 1)


def states_after(state: State) -> Iterator[State]:
    """Return the states after each decision that is legal now."""
    for role in state.to_move:
        for action in state.legal_actions(role):
            yield play(state, role, action).state


class LivePositions:
    """The index of one game. A method may be called in any thread."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._matches: dict[int, LiveMatch] = {}
        self._at: dict[int, tuple[int, ...]] = {}
        """Matches by position. Nearly every position is in one match."""
        self._shallow: dict[int, None] = {}
        """Matches of which only the present position is in the index."""
        self._read_at = self._swept_at = datetime.min.replace(tzinfo=UTC)
        self._lock = Lock()

    @property
    def is_behind(self) -> bool:
        """True while the index lacks what may follow in some matches."""
        return bool(self._shallow) and len(self._at) < MOST_POSITIONS

    def refresh(self, now: datetime) -> None:
        """Take in what has moved, begun and ended since the last time."""
        with self._lock:
            live = self._live(now)
            if abs(now - self._swept_at) > SWEEP:
                seqs = dict(live.order_by("acted_at").values_list("pk", "seq"))
                for gone in self._matches.keys() - seqs.keys():
                    self._remove(gone)
                self._swept_at = now
            else:
                live = live.filter(acted_at__gte=self._read_at - OVERLAP)
                seqs = dict(live.order_by("acted_at").values_list("pk", "seq"))
            self._read_at = now
            for pks in _batches(pk for pk, seq in seqs.items() if self._moved(pk, seq)):
                self._read(pks, depth=0)
                self._shallow.update(dict.fromkeys(pks))
            self._look_ahead()

    def matches_at(self, positions: Iterable[int]) -> list[LiveMatch]:
        """Return the live matches that have one of the positions, as of the last refresh."""
        with self._lock:
            found = {pk: self._matches[pk] for position in positions for pk in self._at.get(position, ())}
        # Some may have ended since all were listed.
        still = self._live(clock.now()).filter(pk__in=found).values_list("pk", flat=True) if found else ()
        return [found[pk] for pk in still]

    def _live(self, now: datetime) -> QuerySet[Match]:
        return live_matches(self.game, now).filter(visibility=Match.Visibility.PUBLIC)

    def _moved(self, pk: int, seq: int) -> bool:
        known = self._matches.get(pk)
        return known is None or known.seq != seq

    def _look_ahead(self) -> None:
        """Add what may follow in the matches that moved last, until the time for it is over."""
        end = time.monotonic() + SECONDS
        while self.is_behind and time.monotonic() < end:
            self._read([self._shallow.popitem()[0]], AHEAD)

    def _read(self, pks: list[int], depth: int) -> None:
        for pk, match in read_matches(Match.objects.filter(pk__in=pks), depth):
            self._remove(pk)
            self._matches[pk] = match
            for position in match.positions:
                self._at[position] = (*self._at.get(position, ()), pk)

    def _remove(self, pk: int) -> None:
        match = self._matches.pop(pk, None)
        self._shallow.pop(pk, None)
        for position in match.positions if match else ():
            left = tuple(other for other in self._at[position] if other != pk)
            if left:
                self._at[position] = left
            else:
                del self._at[position]


def read_matches(rows: QuerySet[Match], depth: int = AHEAD) -> Iterator[tuple[int, LiveMatch]]:
    """Return the live matches among ``rows``, by key. One in which nobody has moved has no positions."""
    fields = ("pk", "seq", "game", "facts", "ply", "started_at", "terms__start")
    for pk, seq, game, facts, ply, started_at, start in rows.values_list(*fields):
        ahead: frozenset[int] = frozenset()
        if ply or start:
            ahead = positions_ahead(get_game(game).state_from_facts(facts), depth)
        yield pk, LiveMatch(seq, started_at, start or "", ahead)


def _batches(keys: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(keys)
    while batch := list(islice(rest, ROWS)):
        yield batch


_indices: dict[str, LivePositions] = {}


def live_positions(game: str) -> LivePositions:
    """Return the up-to-date index of a game."""
    index = _indices.setdefault(game, LivePositions(game))
    index.refresh(clock.now())
    return index


def forget() -> None:
    """Empty the index of every game, for tests that begin with an empty database."""
    _indices.clear()
