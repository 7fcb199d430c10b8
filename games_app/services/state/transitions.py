"""Conversion of a transition into rows: the event, its plies, and the updated match row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from games_app.lib.clock import moment, ms
from games_app.models import Match, Seat
from games_app.rules import State, get_game
from games_app.rules_service import Ply
from games_app.services.state import clocks, pending, search_columns, series, wire
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.match_state import MatchState
from games_app.services.state.pending import Pending
from games_app.services.state.visibility import public_position, result, seats, status, visibility


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
        return self.match.pk


class PlyRow(NamedTuple):
    """One row of ``Ply``."""

    match_id: int
    seq: int
    number: int
    after: int
    role: str
    action: str


@dataclass(frozen=True, slots=True)
class Transition:
    """Result of a command. Only fields that differ from "nothing else changes" need be given."""

    what: EventKind
    role: str = ""
    plies: tuple[Ply, ...] = ()
    state: State | None = None
    head: int = 0
    """Number of the earlier ply that ``state`` follows, in a transition without plies."""
    rewinds: bool = False
    """True if something public was taken back."""
    starts: bool = False
    opens: bool = False
    """True for an opening drawn by lot: its plies are not an action of a player."""
    forgets: bool = False
    """True if the new names of ``seated`` replace those in all earlier events too."""
    then: tuple[Transition, ...] = ()
    """Transitions that follow at once, each an event of its own."""
    seated: Mapping[str, tuple[int | None, str]] = field(default_factory=dict)
    """New occupants of seats: role -> (player id, name). The id is None only in an imported match."""
    status: str = ""
    winner: str = ""
    how: str = ""
    at: datetime | None = None
    """Time of the event if it differs from when it was processed: a flag falls at its deadline."""
    clocks: wire.Clocks | None = None
    """The new clocks, if changed by something other than an action."""
    pending: Pending | None = None
    """The new pending state, if changed by something other than an action."""
    offer: str = ""
    """Kind of the offer concerned."""
    visibility: str = ""
    """The new visibility of the match."""
    given: int = 0
    """Milliseconds given to the other player."""
    delay: timedelta = timedelta()
    """Time by which the running deadlines were put off."""
    replaces: tuple[int, int] | None = None
    """Ids of a player, and of the one who makes the match or is invited to it in their place."""
    successor: Change | None = None
    """The first event of the match that begins with this one."""


@dataclass(frozen=True, slots=True)
class Change:
    """An event of a match: of a new one, or with events of others that follow."""

    match: MatchState
    transition: Transition
    others: tuple[Change, ...] = ()
    takes_name: str = ""
    """The name that the sender of the command takes with it; empty if they keep theirs."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, with its whole record; none of it is stored yet."""

    match: MatchState
    events: list[EventRow]
    plies: list[PlyRow]


@dataclass(frozen=True, slots=True)
class Recorded:
    """Rows ready to be stored; the match row itself has been brought up to date."""

    event: EventRow
    plies: list[PlyRow]
    reseated: list[Seat]


def record(match: MatchState, transition: Transition, now: datetime) -> Recorded:
    """Apply ``transition`` to ``match`` as its next event. ``now`` is the time of processing."""
    row, at, before, head = match.row, transition.at or now, match.state, match.row.ply
    row.seq += 1
    numbered = _play(match, transition, at)
    _seat(match, transition)
    if transition.status:
        row.status = transition.status
    if transition.visibility:
        row.visibility = transition.visibility
    if transition.replaces:
        _replace(row, *transition.replaces)
    if transition.starts:
        row.started_at = at
        row.bases = dict.fromkeys(match.seats, row.seq)
    if transition.how:
        _end(match, transition, at)
    _update_clocks(match, transition, before, ms(at))
    _update_pending(match, transition)
    if transition.successor:
        row.successor = transition.successor.match.row.public_id
    event = EventRow(row, row.seq, transition.what, transition.role, at, row.ply)
    plies = _ply_rows(row, numbered, head)
    reseated = (
        list(match.seats.values()) if _is_listed_anew(transition) and search_columns.keep(match) else []
    )
    event.frame = _frame(match, transition, event, _revealed(match, numbered))
    return Recorded(event, plies, reseated)


def _is_listed_anew(transition: Transition) -> bool:
    """Return whether anything may have changed that lists of matches show or are filtered by."""
    listed = transition.status, transition.how, transition.visibility, transition.starts, transition.seated
    return any(listed)


def _play(match: MatchState, transition: Transition, at: datetime) -> list[dict[str, Any]]:
    if transition.state is None:
        return []
    row, before = match.row, match.state
    numbered = [
        {"n": number, "role": ply.role, "action": ply.action, "trace": ply.trace}
        for number, ply in enumerate(transition.plies, row.last_number + 1)
    ]
    match.state = transition.state
    row.last_number += len(numbered)
    row.ply = row.last_number if numbered else transition.head
    row.facts = transition.state.facts()
    row.acted_at = at
    row.opening = _opening(match, transition, numbered)
    row.bases = _bases(row, transition, before, transition.state)
    if not numbered:
        row.unrevealed = []
    return numbered


def _opening(match: MatchState, transition: Transition, numbered: list[dict[str, Any]]) -> list[list[Any]]:
    """Return the first decisions on the line that leads to the position.

    Of two secret decisions the first role's comes first, in whichever order they arrived.
    """
    row = match.row
    known: list[list[Any]] = row.opening
    if not numbered:
        return [decision for decision in known if decision[0] <= row.ply]
    number, role, action = (numbered[0][name] for name in ("n", "role", "action"))
    continued = get_game(row.game).continues(action)
    begun_later = transition.opens or match.terms.start
    if begun_later or continued or len(known) == search_columns.OPENING:
        return known
    opening = [*known, [number, role, action]]
    if row.unrevealed:
        order = list(match.seats)
        opening[-2:] = sorted(opening[-2:], key=lambda decision: order.index(decision[1]))
    return opening


def _ply_rows(row: Match, numbered: list[dict[str, Any]], head: int) -> list[PlyRow]:
    """Return rows in which each ply follows the one before, and the first follows ``head``."""
    befores = [head, *(ply["n"] for ply in numbered)]
    return [
        PlyRow(row.pk, row.seq, ply["n"], after, ply["role"], ply["action"])
        for ply, after in zip(numbered, befores, strict=False)
    ]


def _bases(row: Match, transition: Transition, before: State, after: State) -> dict[str, int]:
    """Return the seq of the last event that changed each role's decision.

    An action of the other role leaves it unchanged while both may act in one phase (a race, a sealing). A
    rewind changes it for every role.
    """
    if transition.rewinds or before.phase != after.phase:
        return dict.fromkeys(row.bases, row.seq)
    undisturbed = {role for role in before.to_move if role in after.to_move and role != transition.role}
    return {role: base if role in undisturbed else row.seq for role, base in row.bases.items()}


def _seat(match: MatchState, transition: Transition) -> None:
    for role, (player, name) in transition.seated.items():
        match.seats[role].player_id = player
        match.seats[role].name = name


def _replace(row: Match, who: int, to: int) -> None:
    row.maker_id = to if row.maker_id == who else row.maker_id
    row.invited_id = to if row.invited_id == who else row.invited_id


def _end(match: MatchState, transition: Transition, at: datetime) -> None:
    row = match.row
    row.winner, row.how, row.ended_at = transition.winner, transition.how, at
    row.goals = match.state.goals() if transition.how == Match.How.RULES else None
    if transition.how in Match.VOID:
        return
    for role, seat in match.seats.items():
        won = Seat.Outcome.WON if role == transition.winner else Seat.Outcome.LOST
        seat.outcome = won if transition.winner else Seat.Outcome.DRAWN


def _update_pending(match: MatchState, transition: Transition) -> None:
    """Update offers and absences after the event; the end of a match answers all offers."""
    value = match.pending if transition.pending is None else transition.pending
    if transition.plies:
        value = pending.after_action(value, transition.role, match.state.to_move)
    if transition.how or transition.rewinds:
        value = pending.settled(value)
    if value is not match.pending:
        match.pending, match.row.pending = value, msgspec.to_builtins(value)


def _update_clocks(match: MatchState, transition: Transition, before: State, now: int) -> None:
    """Update clocks and deadline after the event; ``before`` is the position before it."""
    row = match.row
    if row.status == Match.Status.WAITING:
        assert row.deadline  # noqa: S101  (every invitation expires)
        row.deadline += transition.delay
        return
    row.deadline = None
    if match.terms.time is None:
        return
    if transition.starts or transition.opens:
        match.clocks = clocks.begin(match.terms.time, match.seats, match.state.to_move, now)
    value = transition.clocks or match.clocks
    if value is None:
        return
    if transition.plies and not transition.opens:
        to_move = before.to_move, match.state.to_move
        value = clocks.after_action(value, match.terms.time, transition.role, *to_move, now)
    if row.status != Match.Status.PLAYING:
        value = clocks.stopped(value, now)
    match.clocks, row.clocks = value, msgspec.to_builtins(value)
    if due := clocks.due(value):
        row.deadline = moment(due.at)


def _revealed(match: MatchState, numbered: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the plies made public by this event: none while sealed, then all that were sealed."""
    known = [*match.row.unrevealed, *numbered]
    public, match.row.unrevealed = (known, []) if match.state.is_open else ([], known)
    return public


def _frame(match: MatchState, transition: Transition, event: EventRow, plies: list[dict[str, Any]]) -> str:
    row = match.row
    frame = wire.Event(
        seq=event.seq,
        what=event.what,
        at=ms(event.at),
        role=event.role or None,
        plies=[wire.Ply(**ply) for ply in plies],
        position=public_position(match),
        status=status(row),
        result=result(row),
        clocks=match.clocks or UNSET,
        offers=match.pending.offers or UNSET,
        gone=match.pending.gone or UNSET,
        offer=transition.offer or UNSET,
        given=transition.given or UNSET,
        series=(series.series_of(match) if transition.how else None) or UNSET,
        seats=seats(match) if transition.seated else UNSET,
        match=transition.successor.match.row.public_id if transition.successor else UNSET,
        id=row.public_id if event.seq == 1 else UNSET,
        visibility=visibility(row) if transition.visibility or transition.starts else UNSET,
        delay=round(transition.delay / timedelta(milliseconds=1)) or UNSET,
        nearby=match.pending.nearby if transition.what == "nearby" else UNSET,
        tips=match.pending.tips if transition.what == "tipped" else UNSET,
    )
    return msgspec.json.encode(frame).decode()
