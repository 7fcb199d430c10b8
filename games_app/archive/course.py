"""The course of a stored match, recorded again: what each of its events changed, by the events before it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import structs

from games_app.games.rules import State
from games_app.lib.clock import ms
from games_app.lib.refusals import Refusal
from games_app.match import clocks, pending, series, wire
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import has_known_rules, match_state
from games_app.match.messages import RANDOM, MatchConfig
from games_app.match.pending import REMATCH, TAKEBACK, Pending
from games_app.match.recording import Recorded, record
from games_app.match.terms import Claim, Pause, read
from games_app.match.transitions import Ending, NewPosition, Occupant, Transition
from games_app.models import Event, Match, Ply, Seat
from games_app.record.commands import command_quota, matches
from games_app.record.commands.pauses import MINUTE_MS
from games_app.rules_service import Ply as PlayedPly

PLAYED = (EventKind.OPENING, EventKind.ACTED, EventKind.SEALED)
"""Kinds of events with plies."""
REWINDS = (EventKind.TAKEN_BACK, EventKind.UNSEALED)
"""Kinds of events that return to an earlier ply."""
HOW_BY_EVENT: dict[str, Match.How] = {
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

CARRIED: dict[str, tuple[str, ...]] = {
    EventKind.OFFERED: ("offer", "minutes"),
    EventKind.DECLINED: ("offer",),
    EventKind.WITHDRAWN: ("offer",),
    EventKind.REMATCH_OFFERED: ("offer",),
    EventKind.REMATCHED: ("match",),
    EventKind.OPENED_TO: ("visibility",),
    EventKind.CANCELLED: ("reason",),
    EventKind.TIME_GIVEN: ("given",),
    EventKind.PAUSED: ("minutes",),
    EventKind.HOLIDAY: ("until",),
    EventKind.OUTAGE: ("delay",),
}
"""Kinds of events -> the fields of the frame from which the event is recorded again."""


class Altered(ValueError):
    """Raised for an event that can't follow the ones before it; says why."""


class _Point(NamedTuple):
    """A match after the event of an earlier ply."""

    state: State
    clocks: wire.Clocks | None


class Course:
    """A match that is recorded again. ``take`` must be called for each stored event, in order."""

    def __init__(self, stored: Match, seats: Sequence[Seat], events: Sequence[Event]) -> None:
        self.stored = stored
        self.was_sent = events[0].sender_id is not None
        """True if somebody sent its first event, as nobody does for a rematch."""
        self.players = {seat.role: seat.player_id for seat in seats}
        self.levels = {seat.role: seat.level for seat in seats}
        config = MatchConfig(
            stored.game,
            stored.options,
            RANDOM,
            stored.visibility,
            read(stored.terms),
            stored.open_offer,
            stored.within,
        )
        self.match = matches.empty_match(config, stored.maker_id, events[0].at)
        self.match.row.pk, self.match.row.public_id = stored.pk, stored.public_id
        self.match.row.invited_id, self.match.row.origin = stored.invited_id, stored.origin
        self.match.row.series = self._series()
        self._points: dict[int, _Point] = {}
        """The match after each ply that ended an event; for 0, at its start."""
        self._after: dict[int, int] = {}
        """Ply -> the ply that it follows."""
        self._met: dict[str, wire.Clocks | None] = {}
        """Role -> the clocks before its last sealed choice."""

    @property
    def is_imported(self) -> bool:
        """True while the events come from the file of an imported match, which ends with the match."""
        return self.stored.origin is not None and self.match.row.status != Match.Status.OVER

    @cached_property
    def before(self) -> Match | None:
        """The match whose rematch this is, or the series' game before."""
        return None if self.was_sent else Match.objects.filter(successor=self.stored.public_id).first()

    def take(self, event: Event, frame: dict[str, Any], plies: Sequence[Ply]) -> Recorded:
        """Record an event again. Raises Altered, and IllegalAction for a ply that the rules refuse."""
        match = self.match
        transition = self._transition(event, frame, plies)
        if transition.what in command_quota.COUNTED_EVENTS and (event.sender_id or self.is_imported):
            transition = self._charged(transition, event)
        if transition.what == EventKind.STARTED and "visibility" in frame:
            match.row.visibility = frame["visibility"]
        if transition.what == EventKind.SEALED:
            self._met[event.role] = match.clocks
        recorded = record(match, transition, event.at)
        self._after.update((ply.number, ply.after) for ply in recorded.plies)
        if recorded.plies or transition.what == EventKind.STARTED:
            self._points[match.row.ply] = _Point(match.state, match.clocks)
        return recorded

    def _transition(self, event: Event, frame: dict[str, Any], plies: Sequence[Ply]) -> Transition:
        what = EventKind(event.what)
        carried = {name: value for name, value in frame.items() if name in CARRIED.get(what, ())}
        then = self._point(event) if what in REWINDS else None
        position = self._played(plies) if what in PLAYED else None
        if then:
            position = NewPosition(then.state, head=event.ply)
        return Transition(
            what,
            event.role,
            position,
            self._ending(event, frame, position),
            seated=self._seated(event, frame),
            visibility=self._visibility(event, carried.get("visibility", "")),
            clocks=self._clocks(event, frame, then),
            pending=self._pending(event, frame),
            delay=timedelta(milliseconds=carried.get("delay", 0)),
            offer=carried.get("offer", ""),
            reason=carried.get("reason"),
            given=carried.get("given", 0),
            minutes=carried.get("minutes", 0),
            until=carried.get("until", 0),
            successor=carried.get("match", ""),
        )

    def _charged(self, transition: Transition, event: Event) -> Transition:
        """Return the transition with the quota of its sender charged."""
        match, role = self.match, event.role
        if match.hotseat:
            role = match.speaker(match.seats[next(iter(match.seats))].player_id)
        elif event.what == EventKind.TAKEN_BACK and TAKEBACK in match.pending.offers:
            role = match.other(role)
        charged = command_quota.charged_to(role, match, transition, event.at)
        if isinstance(charged, Refusal):
            raise Altered(f"Event {event.seq} was not possible: {charged.message}")
        return charged

    def _played(self, plies: Sequence[Ply]) -> NewPosition:
        state, played = self.match.state, []
        for ply in plies:
            state = state.apply(ply.role, ply.action)
            played.append(PlayedPly(ply.role, ply.action, state.trace))
        return NewPosition(state, tuple(played))

    def _point(self, event: Event) -> _Point:
        """Return the match after the earlier ply to which the event goes back."""
        line, number = {0}, self.match.row.ply
        while number:
            line.add(number)
            number = self._after[number]
        if event.ply not in line & self._points.keys():
            raise Altered(f"Event {event.seq} goes back to ply {event.ply}, which was not played here")
        return self._points[event.ply]

    def _ending(self, event: Event, frame: dict[str, Any], position: NewPosition | None) -> Ending | None:
        if event.what in PLAYED and position and position.state.is_terminal:
            return Ending(Match.How.RULES, position.state.winner)
        how = HOW_BY_EVENT.get(event.what)
        if how is None:
            return None
        if event.what == EventKind.CLAIMED:
            return Ending(how, (frame["result"] or {}).get("winner") or "")
        loses = event.what in (EventKind.RESIGNED, EventKind.FLAGGED)
        return Ending(how, self.match.other(event.role) if loses else "")

    def _seated(self, event: Event, frame: dict[str, Any]) -> dict[str, Occupant]:
        """Return the new names; of the event's own role alone, since the others keep theirs."""
        if "seats" not in frame:
            return {}
        names = {seat["role"]: seat["name"] for seat in frame["seats"]}
        if event.what == EventKind.RESEATED:
            names = {role: seat.name for role, seat in self.match.seats.items()}
        elif event.role and not self.is_imported and not self.match.hotseat:
            names = {event.role: names[event.role]}
        return {role: Occupant(self.players[role], name, self.levels[role]) for role, name in names.items()}

    def _clocks(self, event: Event, frame: dict[str, Any], then: _Point | None) -> wire.Clocks | None:
        """Return the clocks if something other than an action changed them. ``then``: see ``_point``."""
        match, role, at = self.match, event.role, ms(event.at)
        running, controls, absence = match.clocks, match.controls, match.terms.absence
        if running is None or controls is None:
            return None
        match event.what:
            case EventKind.TIME_GIVEN:
                return clocks.given(running, match.other(role), frame.get("given", 0))
            case EventKind.PAUSED | EventKind.CONTINUED | EventKind.HOLIDAY:
                value = self._pending(event, frame) or match.pending
                return clocks.suspend(running, pending.standstill(value, match.seats), at)
            case EventKind.GONE if isinstance(absence, Pause):
                return clocks.pause(running, role, at, at + absence.minutes * 60_000)
            case EventKind.CAME_BACK | EventKind.RESUMED if role in running.paused:
                return clocks.resume(running, role, at)
            case EventKind.TAKEN_BACK if then and then.clocks:
                return clocks.restored(running, then.clocks, controls, then.state.to_move, at)
            case EventKind.UNSEALED if then:
                met = self._met.get(role)
                earned = met is not None and role in met.begun
                return clocks.reopened(running, controls, role, then.state.to_move, at, earned=earned)
            case EventKind.OUTAGE:
                since = at - frame.get("delay", 0)
                runs = match.row.deadline is not None and ms(match.row.deadline) >= since
                return clocks.put_off(running, since, at) if runs else None
        return None

    def _pending(self, event: Event, frame: dict[str, Any]) -> Pending | None:
        """Return the pending state if something other than an action changed it."""
        role, value = event.role, self.match.pending
        match event.what:
            case EventKind.OFFERED | EventKind.REMATCH_OFFERED:
                return pending.offered(value, frame["offer"], role, event.seq, frame.get("minutes", 0))
            case EventKind.DECLINED:
                return pending.answered(value, frame["offer"])
            case EventKind.WITHDRAWN:
                return pending.withdrawn(value, frame["offer"], role)
            case EventKind.REMATCHED:
                return pending.answered(value, REMATCH)
            case EventKind.PAUSED:
                return pending.paused(value, ms(event.at) + int(frame.get("minutes", 0)) * MINUTE_MS)
            case EventKind.CONTINUED:
                return pending.continued(value)
            case EventKind.HOLIDAY:
                return pending.on_holiday(value, role, int(frame.get("until", 0)), ms(event.at))
            case EventKind.GONE:
                return self._gone(role, ms(event.at))
            case EventKind.CAME_BACK | EventKind.RESUMED:
                return pending.came_back(value, role)
            case EventKind.OUTAGE:
                return pending.put_off(value, frame.get("delay", 0))
            case EventKind.NEARBY:
                return pending.nearby(value, role, allowed=role not in value.nearby)
            case EventKind.TIPPED:
                return pending.tipped(value, role)
            case EventKind.OPENED_TO if "visibility" in frame:
                return self._opened(by_moderator=event.sender_id is None)
            case EventKind.FORGOTTEN:
                offer = value.offers.get(REMATCH)
                gone = offer is not None and offer.by in self._seated(event, frame)
                return pending.withdrawn(value, REMATCH, offer.by) if offer and gone else None
            case EventKind.ACTED | EventKind.SEALED if role in frame.get("programs", ()):
                return pending.played_by_program(value, role)
        return None

    def _gone(self, role: str, at: int) -> Pending:
        absence = self.match.terms.absence
        if isinstance(absence, Pause):
            return pending.went(self.match.pending, role, at + absence.minutes * 60_000, waits=True)
        seconds = absence.seconds if isinstance(absence, Claim) else 0
        return pending.went(self.match.pending, role, at + seconds * 1000, waits=False)

    def _visibility(self, event: Event, chosen: str) -> str:
        """Return the new visibility; a moderator hides the match, or restores what it was before."""
        if chosen and event.sender_id is None:
            return self.match.pending.hidden_from or Match.Visibility.SEATS
        return Match.Visibility(chosen) if chosen else ""

    def _opened(self, *, by_moderator: bool) -> Pending:
        """Return the pending state after a change of the visibility; moderators hide a match and show it."""
        value, visibility = self.match.pending, self.match.row.visibility
        if by_moderator and value.hidden_from:
            return structs.replace(value, hidden_from="")
        closed = pending.closed(value, visibility)
        return structs.replace(closed, hidden_from=visibility) if by_moderator else closed

    def _series(self) -> dict[str, Any] | None:
        if self.match.terms.games == 1 or self.stored.origin is not None:
            return None
        if self.before is None:
            return series.first(self.match)
        if not has_known_rules(self.before):
            return self.stored.series
        return series.following(match_state(self.before, self.before.seats.all()), self.match)
