"""From what a service decided to what is recorded: the event, its plies, and the match row after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from games_app.lib.clock import moment, ms
from games_app.models import Event, Match, Seat
from games_app.rules import State
from games_app.rules_service import Ply
from games_app.services.state import clocks, pending, search_columns, series, wire
from games_app.services.state.match_state import LoadedMatch
from games_app.services.state.pending import Dealings
from games_app.services.state.visible import public_position, result, seats, status, visibility


class PlyRow(NamedTuple):
    """One row of ``Move``."""

    match_id: int
    seq: int
    number: int
    after: int
    role: str
    action: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command leads to. Only what differs from "nothing else changes" need be given."""

    what: str
    role: str = ""
    plies: tuple[Ply, ...] = ()
    state: State | None = None
    head: int = 0
    """Without plies: the number of the ply that ``state`` follows, an earlier one."""
    rewinds: bool = False
    """Was something taken back that others knew of?"""
    starts: bool = False
    opens: bool = False
    """Was it drawn by lot? Its plies are nobody's action."""
    forgets: bool = False
    """Do the new names of ``seated`` stand in all earlier events too?"""
    then: tuple[Outcome, ...] = ()
    """What follows from it at once, each an event of its own."""
    seated: Mapping[str, tuple[int | None, str]] = field(default_factory=dict)
    """Who takes a seat: role -> (player id, name). Only in an imported match it is nobody."""
    status: str = ""
    winner: str = ""
    how: str = ""
    at: datetime | None = None
    """When it happened, if not when it was judged: a flag falls at its deadline, whoever notices it."""
    clocks: wire.Clocks | None = None
    """The clocks, where something else than an action changes them."""
    dealings: Dealings | None = None
    """What stands between the players, where something else than an action changes it."""
    offer: str = ""
    """The kind of offer that this is about."""
    visibility: str = ""
    """Who may see the match from now on."""
    given: int = 0
    """The milliseconds that the other player was given."""
    delay: timedelta = timedelta()
    """By how much the running deadlines were put off."""
    successor: LoadedMatch | None = None
    """The match that begins with this event."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Rows ready to be stored; the match row itself has been brought up to date."""

    event: Event
    moves: list[PlyRow]
    reseated: list[Seat]


def record(match: LoadedMatch, outcome: Outcome, now: datetime) -> Recorded:
    """Bring ``match`` to what it is after ``outcome``, as its next event. ``now``: when it was judged."""
    row, at, before, head = match.row, outcome.at or now, match.state, match.row.ply
    row.seq += 1
    numbered = _play(match, outcome, at)
    _seat(match, outcome)
    if outcome.status:
        row.status = outcome.status
    if outcome.visibility:
        row.visibility = outcome.visibility
    if outcome.starts:
        row.started_at = at
        row.bases = dict.fromkeys(match.seats, row.seq)
    if outcome.how:
        _end(match, outcome, at)
    _run_time(match, outcome, before, ms(at))
    _deal(match, outcome)
    if outcome.successor:
        row.successor = outcome.successor.row.public_id
    event = Event(match=row, seq=row.seq, what=outcome.what, role=outcome.role, at=at, ply=row.ply)
    moves = _moves(row, numbered, head)
    reseated = list(match.seats.values()) if search_columns.keep(match) else []
    event.frame = _frame(match, outcome, event, _revealed(match, numbered))
    return Recorded(event, moves, reseated)


def _play(match: LoadedMatch, outcome: Outcome, at: datetime) -> list[dict[str, Any]]:
    if outcome.state is None:
        return []
    row, before = match.row, match.state
    numbered = [
        {"n": number, "role": ply.role, "action": ply.action, "trace": ply.trace}
        for number, ply in enumerate(outcome.plies, row.last_number + 1)
    ]
    match.state = outcome.state
    row.last_number += len(numbered)
    row.ply = row.last_number if numbered else outcome.head
    row.facts = outcome.state.facts()
    row.acted_at = at
    row.opening = _opening(match, outcome, numbered)
    row.bases = _bases(row, outcome, before, outcome.state)
    if not numbered:
        row.unrevealed = []
    return numbered


def _opening(match: LoadedMatch, outcome: Outcome, numbered: list[dict[str, Any]]) -> list[list[Any]]:
    """The first decisions on the line that leads to the position. Of two made in secret, the first role's
    comes first, whoever was quicker. A single shell that falls from the hand is part of the one before.
    """
    row = match.row
    known: list[list[Any]] = row.opening
    if not numbered:
        return [decision for decision in known if decision[0] <= row.ply]
    falls = any(step["do"] in ("drop", "forfeit") for step in numbered[0]["trace"][:1])
    if outcome.opens or falls or len(known) == search_columns.OPENING:
        return known
    number, role, action = (numbered[0][name] for name in ("n", "role", "action"))
    opening = [*known, [number, role, action]]
    if row.unrevealed:
        order = list(match.seats)
        opening[-2:] = sorted(opening[-2:], key=lambda decision: order.index(decision[1]))
    return opening


def _moves(row: Match, numbered: list[dict[str, Any]], head: int) -> list[PlyRow]:
    """Each ply follows the one before, the first of them the ``head`` that the event met."""
    befores = [head, *(ply["n"] for ply in numbered)]
    return [
        PlyRow(row.pk, row.seq, ply["n"], after, ply["role"], ply["action"])
        for ply, after in zip(numbered, befores, strict=False)
    ]


def _bases(row: Match, outcome: Outcome, before: State, after: State) -> dict[str, int]:
    """Another's act leaves my decision as it was while we both may act in one phase (a race, a sealing).

    What was taken back leaves nobody's as it was.
    """

    def undisturbed(role: str) -> bool:
        both = role in before.to_move and role in after.to_move
        same = both and before.phase == after.phase and not outcome.rewinds
        return same and role != outcome.role

    return {role: base if undisturbed(role) else row.seq for role, base in row.bases.items()}


def _seat(match: LoadedMatch, outcome: Outcome) -> None:
    for role, (player, name) in outcome.seated.items():
        match.seats[role].player_id = player
        match.seats[role].name = name


def _end(match: LoadedMatch, outcome: Outcome, at: datetime) -> None:
    row = match.row
    row.winner, row.how, row.ended_at = outcome.winner, outcome.how, at
    row.goals = match.state.goals() if outcome.how == Match.How.RULES else None
    if outcome.how == Match.How.ABORTED:
        return
    for role, seat in match.seats.items():
        won = Seat.Outcome.WON if role == outcome.winner else Seat.Outcome.LOST
        seat.outcome = won if outcome.winner else Seat.Outcome.DRAWN


def _deal(match: LoadedMatch, outcome: Outcome) -> None:
    """Bring offers to what they are after the event; the end of a match answers all of them."""
    value = match.dealings if outcome.dealings is None else outcome.dealings
    if outcome.plies:
        value = pending.after_action(value, outcome.role, match.state.to_move)
    if outcome.how or outcome.rewinds:
        value = pending.settled(value)
    if value is not match.dealings:
        match.dealings, match.row.dealings = value, msgspec.to_builtins(value)


def _run_time(match: LoadedMatch, outcome: Outcome, before: State, now: int) -> None:
    """Bring clocks and deadline to what they are after the event; ``before``: the position it met."""
    row = match.row
    if row.status == Match.Status.WAITING:
        assert row.deadline  # noqa: S101  (every invitation expires)
        row.deadline += outcome.delay
        return
    row.deadline = None
    if match.terms.time is None:
        return
    if outcome.starts or outcome.opens:
        match.clocks = clocks.begin(match.terms.time, match.seats, match.state.to_move, now)
    value = outcome.clocks or match.clocks
    if value is None:
        return
    if outcome.plies and not outcome.opens:
        to_move = before.to_move, match.state.to_move
        value = clocks.after_action(value, match.terms.time, outcome.role, *to_move, now)
    if row.status != Match.Status.PLAYING:
        value = clocks.stopped(value, now)
    match.clocks, row.clocks = value, msgspec.to_builtins(value)
    if due := clocks.due(value):
        row.deadline = moment(due.at)


def _revealed(match: LoadedMatch, numbered: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The plies that everybody learns of with this event: none while sealed, then all that were sealed."""
    known = [*match.row.unrevealed, *numbered]
    public, match.row.unrevealed = (known, []) if match.state.is_open else ([], known)
    return public


def _frame(match: LoadedMatch, outcome: Outcome, event: Event, plies: list[dict[str, Any]]) -> str:
    frame = wire.Event(
        seq=event.seq,
        what=event.what,
        at=ms(event.at),
        role=event.role or None,
        plies=[wire.Ply(**ply) for ply in plies],
        position=public_position(match),
        status=status(match.row),
        result=result(match.row),
        clocks=match.clocks or UNSET,
        offers=match.dealings.offers or UNSET,
        gone=match.dealings.gone or UNSET,
        offer=outcome.offer or UNSET,
        given=outcome.given or UNSET,
        series=(series.of(match) if outcome.how else None) or UNSET,
        seats=seats(match) if outcome.seated else UNSET,
        match=outcome.successor.row.public_id if outcome.successor else UNSET,
        visibility=visibility(match.row) if outcome.visibility or outcome.starts else UNSET,
        delay=round(outcome.delay / timedelta(milliseconds=1)) or UNSET,
    )
    return msgspec.json.encode(frame).decode()
