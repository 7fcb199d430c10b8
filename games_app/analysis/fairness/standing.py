"""Positions of running matches, as everybody sees them, and the positions that can soon follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games_app.games.engine.analyse import images, likeness, reach
from games_app.games.rules import State, get_game
from games_app.match.event_kinds import EventKind
from games_app.match.history import present_line, read_frame, state_shown, stored_events
from games_app.match.start_moves import begins_between_moves, first_state
from games_app.match.terms import Handicap
from games_app.models import Event, Match, Seat

AHEAD = 2
"""Number of decisions to look ahead: a move and the reply."""
LIVELY = timedelta(hours=1)
"""Time after its last move for which a match without a running clock counts as live."""
FEW = 20
"""Events that are read at a time."""


@dataclass(frozen=True, slots=True)
class PositionKeys:
    """A position and those near it, as keys of ``engine.analyse.images``."""

    images: tuple[int, ...]
    """All images of the position itself."""
    near: tuple[int, ...]
    """One image each of the position and of all that ``AHEAD`` decisions can lead to."""


def place_of(state: State) -> PositionKeys:
    return PositionKeys(tuple(images(state)), tuple(reach(state, AHEAD)))


class PassedPosition(NamedTuple):
    """A position that a match has passed, by its likeness, and the time in milliseconds."""

    like: int | None
    at: int


@dataclass(frozen=True, eq=False)
class RunningMatch:
    """A running match after its event ``seq``."""

    match: int
    """Primary key."""
    seq: int
    game: str
    start: str
    """The moves after which it began, if it began at a chosen position."""
    until: datetime | None
    """Time from which the match no longer counts as live; None while a clock runs."""

    def is_live(self, now: datetime) -> bool:
        return self.until is None or now < self.until

    @cached_property
    def last_steps(self) -> tuple[PassedPosition, ...]:
        """The last positions of the match, from the one ``AHEAD`` decisions ago up to the present."""
        return _last_steps(self.match, self.seq, self.game)


class SeatRow(NamedTuple):
    """A seat of a match, with the details needed of both seats."""

    match: int
    seq: int
    game: str
    status: str
    visibility: str
    was_public: bool | None
    rated: bool | None
    options: dict[str, str]
    start: str | None
    facts: dict[str, Any]
    deadline: datetime | None
    acted_at: datetime
    player: int | None
    level: str | None
    opponent: int | None
    opponents_level: str | None
    handicap: dict[str, Any] | None

    @property
    def plays_somebody(self) -> bool:
        """True at a running match of two different people."""
        if self.status != Match.Status.PLAYING or self.level or self.opponents_level:
            return False
        return None not in (self.player, self.opponent) and self.player != self.opponent

    @property
    def withholds(self) -> bool:
        """True if the engine tells strangers nothing about the match's position.

        One player can't lift that: closing the match changes nothing.
        """
        shown = self.visibility == Match.Visibility.PUBLIC or self.was_public
        return self.plays_somebody and bool(shown or self.rated)

    @property
    def standing(self) -> RunningMatch:
        until = None if self.deadline else self.acted_at + LIVELY
        return RunningMatch(self.match, self.seq, self.game, self.start or "", until)

    def position(self) -> State | None:
        """Return where the match stands; None at a game's first position, which belongs to nobody."""
        state = _settled(self.match, self.game, get_game(self.game).state_from_facts(self.facts))
        given = Handicap(**self.handicap) if self.handicap else None
        return None if state == first_state(self.game, self.options, handicap=given) else state


def rows(seats: QuerySet[Seat]) -> Iterator[SeatRow]:
    fields = (
        *("match", "match__seq", "match__game", "match__status", "match__visibility"),
        *("match__pending__was_public", "match__terms__rated", "match__options", "match__terms__start"),
        *("match__facts", "match__deadline", "match__acted_at"),
        *("player", "player__level", "opponent", "opponent__level", "match__terms__handicap"),
    )
    return map(SeatRow._make, seats.values_list(*fields).iterator())


def _settled(match: int, game: str, state: State) -> State | None:
    """Return the last position between two moves: a sealed choice, or half a move, must reveal nothing."""
    if begins_between_moves(state, get_game(game)):
        return state
    return next(_settled_before(match, game), None)


def _settled_before(match: int, game: str) -> Iterator[State]:
    events = Event.objects.filter(match=match).order_by("-seq")
    for frame in events.values_list("frame", flat=True).iterator(FEW):
        state = _between_moves(game, read_frame(frame).position.facts)
        if state is not None:
            yield state


def _between_moves(game: str, facts: Any) -> State | None:
    """Return the position of an event; None while a choice is sealed, or in the middle of a move."""
    state = state_shown(game, facts)
    return state if state is not None and begins_between_moves(state, get_game(game)) else None


def _last_steps(match: int, seq: int, game: str) -> tuple[PassedPosition, ...]:
    events = list(stored_events(match, seq))
    line = [*(event for event in events if event.what == EventKind.STARTED), *present_line(events)]
    steps: list[PassedPosition] = []
    for event in reversed(line):
        state = _between_moves(game, event.position.facts)
        if state is not None:
            steps.insert(0, PassedPosition(likeness(state), event.at))
        if len(steps) > AHEAD:
            break
    return tuple(steps)
