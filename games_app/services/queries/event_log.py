"""Stored frames of a match, read page by page."""

from __future__ import annotations

from collections.abc import Iterable

from games_app.models import Event, Match

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
