"""Conversion of a transition into rows: the event, its plies, and the updated match row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import UNSET, structs

from games_app.games.rules import State
from games_app.lib.clock import moment, ms
from games_app.match import clocks, pending, search_columns, series, wire
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.terms import unusual
from games_app.match.transitions import Ending, EventRow, PlyRow, Transition
from games_app.match.visibility import public_position, result, seats, status, visibility
from games_app.models import Match, Seat


@dataclass(frozen=True, slots=True)
class Recorded:
    """Rows ready to be stored; the match row itself has been brought up to date."""

    event: EventRow
    plies: list[PlyRow]
    reseated: list[Seat]


_STATUS_AFTER: Mapping[str, Match.Status] = {
    EventKind.STARTED: Match.Status.PLAYING,
    EventKind.EXPIRED: Match.Status.EXPIRED,
    EventKind.CANCELLED: Match.Status.CANCELLED,
}
"""Kinds of events that change the status of the match, besides those with an ending."""


def record(match: MatchState, transition: Transition, now: datetime) -> Recorded:
    """Apply ``transition`` to ``match`` as its next event. ``now`` is the time of processing."""
    row, at, before, head = match.row, transition.at or now, match.state, match.row.ply
    row.seq += 1
    numbered = _play(match, transition, at)
    _seat(match, transition)
    row.status = _STATUS_AFTER.get(transition.what, row.status)
    if transition.visibility:
        row.visibility = transition.visibility
    if transition.what == EventKind.STARTED:
        row.started_at = at
        row.bases = dict.fromkeys(match.seats, row.seq)
    if transition.ending:
        _end(match, transition.ending, at)
    at_ms = ms(at)
    _update_clocks(match, transition, before, at_ms)
    _update_pending(match, transition)
    if transition.successor:
        row.successor = transition.successor
    event = EventRow(row, row.seq, transition.what, transition.role, at, row.ply)
    plies = _ply_rows(row, numbered, head)
    is_changed = _is_listed_anew(transition) and search_columns.keep(match)
    reseated = list(match.seats.values()) if is_changed or transition.until else []
    event.frame = _frame(match, transition, event, at_ms, _revealed(match, numbered))
    return Recorded(event, plies, reseated)


def _is_listed_anew(transition: Transition) -> bool:
    """Return whether anything may have changed that lists of matches show or are filtered by."""
    if transition.what in _STATUS_AFTER:
        return True
    return bool(transition.ending or transition.visibility or transition.seated)


def _play(match: MatchState, transition: Transition, at: datetime) -> list[wire.Ply]:
    position = transition.position
    if position is None:
        return []
    row, before = match.row, match.state
    numbered = [
        wire.Ply(number, ply.role, ply.action, ply.trace)
        for number, ply in enumerate(position.plies, row.last_number + 1)
    ]
    match.state = position.state
    row.last_number += len(numbered)
    row.ply = row.last_number if numbered else position.head
    row.facts = position.state.facts()
    row.acted_at = at
    row.opening = _opening(match, transition, numbered)
    row.bases = _bases(row, transition, before, position.state)
    if not numbered:
        row.unrevealed = []
    return numbered


def _opening(match: MatchState, transition: Transition, numbered: list[wire.Ply]) -> list[list[Any]]:
    """Return the first decisions on the line that leads to the position."""
    row = match.row
    opening: list[list[Any]] = row.opening
    if not numbered:
        return [decision for decision in opening if decision[0] <= row.ply]
    by_lot = transition.what == EventKind.OPENING
    return search_columns.opening_after(opening, numbered, row, by_lot=by_lot, sealed=bool(row.unrevealed))


def _ply_rows(row: Match, numbered: list[wire.Ply], head: int) -> list[PlyRow]:
    """Return rows in which each ply follows the one before, and the first follows ``head``."""
    befores = [head, *(ply.n for ply in numbered)]
    return [
        PlyRow(row.id, row.seq, ply.n, after, ply.role, ply.action)
        for ply, after in zip(numbered, befores, strict=False)
    ]


def _bases(row: Match, transition: Transition, before: State, after: State) -> dict[str, int]:
    """Return the seq of the last event that changed each role's decision.

    An action of the other role leaves it unchanged while both may act in one phase (a race, a sealing). A
    takeback changes it for every role.
    """
    if transition.what == EventKind.TAKEN_BACK or before.phase != after.phase:
        return dict.fromkeys(row.bases, row.seq)
    to_move, seq = after.to_move, row.seq
    undisturbed = [role for role in before.to_move if role in to_move and role != transition.role]
    return {role: base if role in undisturbed else seq for role, base in row.bases.items()}


def _seat(match: MatchState, transition: Transition) -> None:
    for role, occupant in transition.seated.items():
        seat = match.seats[role]
        seat.player_id, seat.name, seat.level = occupant
    if transition.until:
        match.seats[transition.role].holiday_until = moment(transition.until)


def _end(match: MatchState, ending: Ending, at: datetime) -> None:
    row = match.row
    row.status, row.ended_at = Match.Status.OVER, at
    row.how, row.winner = ending
    row.goals = match.state.goals() if ending.how == Match.How.RULES else None
    if ending.how in Match.VOID:
        return
    for role, seat in match.seats.items():
        won = Seat.Outcome.WON if role == ending.winner else Seat.Outcome.LOST
        seat.outcome = won if ending.winner else Seat.Outcome.DRAWN


def _update_pending(match: MatchState, transition: Transition) -> None:
    """Update offers and absences after the event; the end of a match answers all offers."""
    value = match.pending if transition.pending is None else transition.pending
    if transition.plies:
        value = pending.after_action(value, transition.role, match.state.to_move)
    if transition.ending or transition.what == EventKind.TAKEN_BACK:
        value = pending.settled(value)
    if value is not match.pending:
        match.pending, match.row.pending = value, msgspec.to_builtins(value)


def _update_clocks(match: MatchState, transition: Transition, before: State, now: int) -> None:
    """Update clocks and deadline after the event; ``before`` is the position before it."""
    row = match.row
    if row.status == Match.Status.WAITING:
        if row.deadline:
            row.deadline += transition.delay
        return
    row.deadline = None
    controls = match.controls
    if controls is None:
        return
    if transition.what in (EventKind.STARTED, EventKind.OPENING):
        match.clocks = clocks.begin(controls, match.state.to_move, now)
    value = transition.clocks or match.clocks
    if value is None:
        return
    if transition.plies and transition.what != EventKind.OPENING:
        to_move = before.to_move, match.state.to_move
        value = clocks.after_action(value, controls, transition.role, *to_move, now)
    if row.status != Match.Status.PLAYING:
        value = clocks.stopped(value, now)
    match.clocks, row.clocks = value, msgspec.to_builtins(value)
    if due := clocks.due(value):
        row.deadline = moment(due.at)


def _revealed(match: MatchState, numbered: list[wire.Ply]) -> list[wire.Ply]:
    """Return the plies made public by this event: none while sealed, then all that were sealed."""
    row = match.row
    if not match.state.is_open:
        row.unrevealed = [*row.unrevealed, *map(structs.asdict, numbered)]
        return []
    if row.unrevealed:
        numbered = [*(wire.Ply(**ply) for ply in row.unrevealed), *numbered]
        row.unrevealed = []
    return numbered


def _frame(
    match: MatchState, transition: Transition, event: EventRow, at_ms: int, plies: list[wire.Ply]
) -> str:
    row = match.row
    is_told = transition.visibility or transition.what == EventKind.STARTED
    frame = wire.Event(
        seq=event.seq,
        what=event.what,
        at=at_ms,
        role=event.role or None,
        plies=plies,
        position=public_position(match),
        status=status(row),
        result=result(row),
        clocks=match.clocks or UNSET,
        offers=match.pending.offers or UNSET,
        gone=match.pending.gone or UNSET,
        offer=transition.offer or UNSET,
        reason=transition.reason or UNSET,
        given=transition.given or UNSET,
        minutes=transition.minutes or UNSET,
        until=transition.until or UNSET,
        holidays=match.pending.holidays or UNSET,
        paused_until=match.pending.paused_until or UNSET,
        series=(series.series_of(match) if transition.ending else None) or UNSET,
        seats=seats(match) if transition.seated else UNSET,
        match=transition.successor or UNSET,
        id=row.public_id if event.seq == 1 else UNSET,
        terms=unusual(match.terms) if event.seq == 1 else UNSET,
        visibility=visibility(row) if is_told else UNSET,
        delay=(round(transition.delay / timedelta(milliseconds=1)) if transition.delay else 0) or UNSET,
        nearby=match.pending.nearby if transition.what == EventKind.NEARBY else UNSET,
        tips=match.pending.tips if transition.what == EventKind.TIPPED else UNSET,
        programs=match.pending.programs or UNSET,
    )
    return msgspec.json.encode(frame).decode()
