"""Positions of a match after given plies, for pictures and animations.

Read from the frames that every viewer was sent, so they hold nothing that a watcher may not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games_app.models import Event, Match
from games_app.rules import get_game
from games_app.services.queries.event_log import seq_of_ply
from games_app.services.state.stored_events import read_frame, stored_events

POSITIONS = ("started", "opening", "acted", "sealed", "taken_back", "unsealed")
"""The events that change what lies on the board."""


@dataclass(frozen=True, slots=True)
class PlyPosition:
    ply: int
    facts: dict[str, Any]
    traces: tuple[Any, ...]
    """Traces of the decision that led here; none at the start."""


def after_ply(row: Match, ply: int) -> PlyPosition | None:
    """Return the position after the decision that this ply belongs to; None beyond the last."""
    seq = seq_of_ply(row.public_id, ply) if ply else between(row, 0, 0)[0]
    return None if seq is None else ply_positions(row, [seq])[0]


def between(row: Match, first: int, last: int) -> list[int]:
    """Return the seqs of the positions between two plies, in the order in which they were on the board."""
    events = Event.objects.filter(match=row, what__in=POSITIONS, ply__gte=first, ply__lte=last)
    return list(events.order_by("seq").values_list("seq", flat=True))


def of_round(row: Match, number: int) -> list[int]:
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
        PlyPosition(one.position.ply, one.position.facts, tuple(ply.trace for ply in one.plies))
        for one in read
    ]
