"""Transitions: the changes of a match by a command, and the rows of events and plies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from msgspec import Struct

from games_app.games.rules import State
from games_app.match import wire
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.pending import Pending
from games_app.models import Match
from games_app.rules_service import Ply


@dataclass(slots=True)
class EventRow:
    """One row of ``Event``; a model instance takes longer to make, and each action makes one."""

    match: Match
    seq: int
    what: EventKind
    role: str
    at: datetime
    ply: int
    frame: str = ""
    sender_id: int | None = None
    cmd: str | None = None

    @property
    def match_id(self) -> int:
        """Primary key of the match, which must have been stored."""
        return self.match.id


class PlyRow(NamedTuple):
    """One row of ``Ply``."""

    match_id: int
    seq: int
    number: int
    after: int
    role: str
    action: str


class NewPosition(NamedTuple):
    """Position after an event: after its plies, or after the earlier ply to which the match goes back."""

    state: State
    plies: tuple[Ply, ...] = ()
    head: int = 0
    """Number of the earlier ply that ``state`` follows, if there are no plies."""


class Ending(NamedTuple):
    """The end of a match that was played."""

    how: Match.How
    winner: str = ""
    """Role of the winner; empty for a draw, or if nobody won."""


class Occupant(NamedTuple):
    """A player on a seat. The id is None only in an imported match."""

    player_id: int | None
    name: str
    level: str = ""
    """Level of the computer; empty for a person."""


class Transition(Struct, frozen=True):
    """Changes of one match, recorded as one event. A field that is not given changes nothing."""

    what: EventKind
    role: str = ""
    position: NewPosition | None = None
    ending: Ending | None = None
    seated: Mapping[str, Occupant] = {}
    """New occupants of seats by role."""
    visibility: str = ""
    clocks: wire.Clocks | None = None
    """The new clocks, if changed by something other than an action."""
    pending: Pending | None = None
    """The new pending state, if changed by something other than an action."""
    at: datetime | None = None
    """Time of the event if it differs from when it was processed: a flag falls at its deadline."""
    delay: timedelta = timedelta()
    """Time by which the running deadlines were put off."""
    offer: str = ""
    """Kind of the offer concerned."""
    reason: wire.DeclineReason | None = None
    """Reason for which an invitation was declined."""
    given: int = 0
    """Milliseconds given to the other player."""
    minutes: int = 0
    """Length of a pause that is offered or begins."""
    until: int = 0
    """End of the holiday of the role, in ms."""
    successor: str = ""
    """Public id of the match that begins with this event."""

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies that were played."""
        return self.position.plies if self.position else ()


@dataclass(frozen=True, slots=True)
class Change:
    """A transition of a match, with what else is stored with it."""

    match: MatchState
    transition: Transition
    first: tuple[Change, ...] = ()
    """Changes of other matches, recorded before."""
    then: tuple[Transition, ...] = ()
    """Transitions of the same match that follow at once."""
    others: tuple[Change, ...] = ()
    """Changes of other matches, recorded afterwards."""
    takes_name: str = ""
    """The name that the sender of the command takes with it; empty if they keep theirs."""
    forgets_names: bool = False
    """True if the new names on the seats replace those in all earlier events too."""
    replaces: tuple[int, int] | None = None
    """Ids of a player, and of the one who makes the match or is invited to it in their place."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, with its whole record; none of it is stored yet."""

    match: MatchState
    events: list[EventRow]
    plies: list[PlyRow]
