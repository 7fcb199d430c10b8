"""The event log of a match: frames by number, positions after plies, and the line to a ply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games_app.games.rules import get_game
from games_app.match.event_kinds import EventKind
from games_app.match.history import read_frame, stored_events
from games_app.models import Event, Match, Ply

PAGE = 200
"""Events in one page."""


def latest_seqs(public_ids: Iterable[str]) -> dict[str, int]:
    """Return the last seq of each match, in one query."""
    return dict(Match.objects.filter(public_id__in=list(public_ids)).values_list("public_id", "seq"))


def frames_after(public_id: str, seq: int, limit: int = PAGE) -> list[tuple[int, str]]:
    """Return the events after ``seq``, oldest first: (seq, frame)."""
    events = Event.objects.filter(match__public_id=public_id, seq__gt=seq)
    return list(events.order_by("seq").values_list("seq", "frame")[:limit])


def frames_before(public_id: str, seq: int | None, limit: int = PAGE) -> list[tuple[int, str]]:
    """Return the newest events, or those before ``seq``, oldest first: (seq, frame)."""
    events = Event.objects.filter(match__public_id=public_id)
    if seq is not None:
        events = events.filter(seq__lt=seq)
    return list(events.order_by("-seq").values_list("seq", "frame")[:limit])[::-1]


def seq_of_ply(public_id: str, ply: int) -> int | None:
    """Return the event that brought the match to this ply or past it."""
    events = Event.objects.filter(match__public_id=public_id, ply__gte=ply)
    return events.order_by("seq").values_list("seq", flat=True).first()


POSITIONS = (
    EventKind.STARTED,
    EventKind.OPENING,
    EventKind.ACTED,
    EventKind.SEALED,
    EventKind.TAKEN_BACK,
    EventKind.UNSEALED,
)
"""The events that change the position on the board."""


@dataclass(frozen=True, slots=True)
class PlyPosition:
    ply: int
    facts: dict[str, Any]
    traces: tuple[Any, ...]
    """Traces of the decision that led here; none at the start."""


def position_after_ply(row: Match, ply: int) -> PlyPosition | None:
    """Return the position after the decision that this ply belongs to; None beyond the last."""
    seq = seq_of_ply(row.public_id, ply) if ply else positions_between(row, 0, 0)[0]
    return None if seq is None else ply_positions(row, [seq])[0]


def positions_between(row: Match, first: int, last: int) -> list[int]:
    """Return the seqs of the positions between two plies, in the order in which the board showed them."""
    events = Event.objects.filter(match=row, what__in=POSITIONS, ply__gte=first, ply__lte=last)
    return list(events.order_by("seq").values_list("seq", flat=True))


def positions_of_round(row: Match, number: int) -> list[int]:
    """Return the seqs of the positions of a round, counted from 1; none if there is no such round."""
    if number < 1:
        return []
    game = get_game(row.game)
    shown = (event for event in stored_events(row.pk) if event.what in POSITIONS)
    return [event.seq for event in shown if game.round_of(event.position.facts) == number]


def ply_positions(row: Match, seqs: Iterable[int]) -> list[PlyPosition]:
    """Return the positions after these events, in their order."""
    events = Event.objects.filter(match=row, seq__in=list(seqs)).order_by("seq")
    read = map(read_frame, events.values_list("frame", flat=True))
    return [
        PlyPosition(frame.position.ply, frame.position.facts, tuple(ply.trace for ply in frame.plies))
        for frame in read
    ]


def line_to_ply(row: Match, ply: int) -> list[str]:
    """Return the decisions from the match's beginning to the one that this ply belongs to.

    Decisions taken back before it are left out.
    """
    game = get_game(row.game)
    return [game.notation(ply.action) for ply in reversed(list(_own(row, ply)))]


def _own(row: Match, ply: int) -> Iterator[Ply]:
    """Yield the first ply of each decision, latest first."""
    seq = seq_of_ply(row.public_id, ply) if ply else None
    if seq is None:
        return
    number = Event.objects.values_list("ply", flat=True).get(match=row, seq=seq)
    plies = {stored.number: stored for stored in Ply.objects.filter(match=row, number__lte=number)}
    while number:
        stored = plies[number]
        before = plies.get(stored.after)
        if before is None or before.seq != stored.seq:
            yield stored
        number = stored.after
