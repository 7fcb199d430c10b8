"""Replay of a match file: the commands of live play that lead to its events, and its history in memory.

Nothing is judged here: the commands themselves decide what was possible at the time of the event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import get_args

from msgspec import UNSET

from games_app.archive.notation import Entry
from games_app.games.rules import State
from games_app.lib.clock import moment
from games_app.match import wire
from games_app.match.event_kinds import EventKind
from games_app.match.history import Decision, HistoryPoint
from games_app.match.match_state import MatchState
from games_app.match.messages import (
    NO_ID,
    Abandon,
    Abort,
    Accept,
    Act,
    AllowNearby,
    CallOff,
    CameBack,
    Claim,
    Decline,
    EndMatch,
    GiveTime,
    Gone,
    Hold,
    Holiday,
    Message,
    Offer,
    OfferInPlay,
    Outage,
    PauseLength,
    Release,
    Resign,
    TakeName,
    TakeTip,
    TimeUp,
    Unseal,
    Withdraw,
)
from games_app.match.pending import CONTINUE, DRAW, PAUSE, TAKEBACK
from games_app.match.transitions import Transition
from games_app.record.commands import absence
from games_app.record.commands.offers import KINDS
from games_app.record.commands.registry import Command

PEOPLE = (-1, -2)
"""Placeholder player ids of the first and the second role during an import."""


def sitter(match: MatchState, role: str) -> int:
    return PEOPLE[list(match.seats).index(role)]


def acting(match: MatchState, role: str, action: str) -> Command:
    """Return the command that plays ``action`` in the present position."""
    return _sent(match, role, Act(NO_ID, match.row.bases[role], action))


def command_of(match: MatchState, entry: Entry, *, wins: bool) -> Command:
    """Return the command that leads to this event between two people. ``wins``: its role wins the match."""
    return _COMMANDS[entry.what](match, entry, wins)


def command_of_one(match: MatchState, entry: Entry) -> Command:
    """Return the same for hotseat, where offers are accepted at once."""
    message: Message
    match entry.what:
        case EventKind.PAUSED:
            message = _offering(PAUSE, entry)
        case EventKind.CONTINUED:
            message = Offer(NO_ID, CONTINUE)
        case EventKind.AGREED:
            message = Offer(NO_ID, DRAW)
        case EventKind.TAKEN_BACK:
            message = Offer(NO_ID, TAKEBACK)
        case _:
            message = command_of(match, entry, wins=False).message
    return Command(message, "", PEOPLE[0], from_server=True)


def judged_at(entry: Entry) -> datetime:
    """Return the time of processing: timed events are noticed a moment after they happen."""
    at = moment(entry.at)
    return (
        at + absence.DEADLINE_GRACE
        if entry.what in (EventKind.FLAGGED, EventKind.NO_SHOW, EventKind.RESUMED)
        else at
    )


def _sent(match: MatchState, role: str, message: Message) -> Command:
    return Command(message, "", sitter(match, role), from_server=True)


def _by_server(message: Message) -> Command:
    return Command(message, "", None, from_server=True)


def _offer(entry: Entry) -> OfferInPlay:
    """Return the kind of offer of an entry, which has been checked."""
    return next(kind for kind in KINDS if kind == entry.offer)


def _offering(what: OfferInPlay, entry: Entry) -> Offer:
    """Return the offer with the length of a pause; a wrong length is refused like a missing one."""
    lengths: tuple[PauseLength, ...] = get_args(PauseLength)
    return Offer(NO_ID, what, next((length for length in lengths if length == entry.minutes), UNSET))


def _seq(match: MatchState, what: OfferInPlay) -> int:
    """Return the event in which this offer was made; 0 if it is not open."""
    standing = match.pending.offers.get(what)
    return standing.seq if standing else 0


def _accepted(match: MatchState, role: str, what: OfferInPlay) -> Command:
    return _sent(match, role, Accept(NO_ID, what, _seq(match, what)))


def _declined(match: MatchState, entry: Entry, wins: bool) -> Command:
    what = _offer(entry)
    return _sent(match, entry.role, Decline(NO_ID, what, _seq(match, what)))


def _withdrawn(match: MatchState, entry: Entry, wins: bool) -> Command:
    what = _offer(entry)
    return _sent(match, entry.role, Withdraw(NO_ID, what, _seq(match, what)))


def _claimed(match: MatchState, entry: Entry, wins: bool) -> Command:
    return _sent(match, entry.role, Claim(NO_ID, "win" if wins else "draw"))


def _nearby(match: MatchState, entry: Entry, wins: bool) -> Command:
    """Return the permission, or its end: each of these events changes what the one before it left."""
    allowed = entry.role not in match.pending.nearby
    return _sent(match, entry.role, AllowNearby(NO_ID, allowed))


def _tipped(match: MatchState, entry: Entry, wins: bool) -> Command:
    return _sent(match, entry.role, TakeTip(base=match.row.bases[entry.role]))


def _time_up(match: MatchState, entry: Entry, wins: bool) -> Command:
    return _by_server(TimeUp())


def _holiday(match: MatchState, entry: Entry, wins: bool) -> Command:
    return _by_server(Holiday(role=entry.role, since=moment(entry.at), until=moment(entry.until)))


def _outage(match: MatchState, entry: Entry, wins: bool) -> Command:
    """Return the outage. Only time after the last reading of the clocks was put off."""
    delay, until = timedelta(milliseconds=entry.delay), entry.at
    if match.clocks is not None:
        until = max(until, match.clocks.at + entry.delay)
    return _by_server(Outage(((moment(until) - delay, moment(until)),)))


_COMMANDS: Mapping[str, Callable[[MatchState, Entry, bool], Command]] = {
    EventKind.RENAMED: lambda match, entry, wins: _sent(match, entry.role, TakeName(entry.name)),
    EventKind.OFFERED: lambda match, entry, wins: _sent(match, entry.role, _offering(_offer(entry), entry)),
    EventKind.DECLINED: _declined,
    EventKind.WITHDRAWN: _withdrawn,
    EventKind.AGREED: lambda match, entry, wins: _accepted(match, entry.role, DRAW),
    EventKind.TAKEN_BACK: lambda match, entry, wins: _accepted(match, match.other(entry.role), TAKEBACK),
    EventKind.PAUSED: lambda match, entry, wins: (
        _accepted(match, entry.role, PAUSE) if entry.role else _by_server(Hold())
    ),
    EventKind.CONTINUED: lambda match, entry, wins: (
        _accepted(match, entry.role, CONTINUE) if entry.role else _by_server(Release())
    ),
    EventKind.UNSEALED: lambda match, entry, wins: _sent(match, entry.role, Unseal(NO_ID)),
    EventKind.TIME_GIVEN: lambda match, entry, wins: _sent(match, entry.role, GiveTime(NO_ID)),
    EventKind.NEARBY: _nearby,
    EventKind.TIPPED: _tipped,
    EventKind.RESIGNED: lambda match, entry, wins: _sent(match, entry.role, Resign(NO_ID)),
    EventKind.ABORTED: lambda match, entry, wins: (
        _sent(match, entry.role, Abort(NO_ID)) if entry.role else _by_server(CallOff())
    ),
    EventKind.ABANDONED: lambda match, entry, wins: _sent(match, entry.role, Abandon()),
    EventKind.ENDED: lambda match, entry, wins: _by_server(EndMatch()),
    EventKind.CLAIMED: _claimed,
    EventKind.GONE: lambda match, entry, wins: _by_server(Gone(entry.role)),
    EventKind.CAME_BACK: lambda match, entry, wins: _by_server(CameBack(entry.role)),
    EventKind.RESUMED: _time_up,
    EventKind.FLAGGED: _time_up,
    EventKind.NO_SHOW: _time_up,
    EventKind.OUTAGE: _outage,
    EventKind.HOLIDAY: _holiday,
}

NOBODYS = frozenset({EventKind.OUTAGE, EventKind.PAUSED, EventKind.CONTINUED, EventKind.ABORTED})
"""Events that may have no role: the server or the people who began the match decided."""

BY_COMMAND = frozenset(_COMMANDS)
"""The events that are imported by carrying out a command of live play."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The match after a decision, or after it began."""

    decision: Decision
    what: str
    state: State
    clocks: wire.Clocks | None
    met: wire.Clocks | None
    """The clocks before the decision."""


@dataclass(slots=True)
class ImportedHistory:
    """Implementation of ``history.MatchHistory`` for an import."""

    match: MatchState
    known: dict[int, _Known] = field(default_factory=dict)
    """Keyed by the number of the last ply."""
    roles: set[str] = field(default_factory=set)

    def decisions(self) -> Iterator[Decision]:
        ply = self.match.row.ply
        while ply and self.known[ply].what != EventKind.OPENING:
            yield self.known[ply].decision
            ply = self.known[ply].decision.after

    def then(self, ply: int) -> HistoryPoint | None:
        decided = self.known[ply]
        return None if decided.what == EventKind.SEALED else HistoryPoint(decided.state, decided.clocks)

    def clocks_before(self, seq: int) -> wire.Clocks | None:
        return next(decided.met for decided in reversed(self.known.values()) if decided.decision.seq == seq)

    def acted(self) -> Set[str]:
        return self.roles

    def note(self, transition: Transition, after: int, met: wire.Clocks | None) -> None:
        """Store the match after ``transition``; ``after`` is the ply before it, ``met`` the clocks then."""
        match = self.match
        decision = Decision(match.row.seq, transition.role, after)
        self.known[match.row.ply] = _Known(decision, transition.what, match.state, match.clocks, met)
        if transition.what in (EventKind.ACTED, EventKind.SEALED):
            self.roles.add(transition.role)
