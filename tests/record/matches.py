"""The record of a match, and the first moves of a match of checkers."""

from __future__ import annotations

import json
from typing import Any

from games_app.match.terms import RealTime, Terms
from games_app.models import Event
from games_app.record.results import Answer
from tests.cast import Table, begun_match

ONE_MINUTE = Terms(time=RealTime(1, 0))
BLACK, RED = "move 3 3 4 4", "move 2 6 1 5"
"""The first actions of a match of checkers."""


def frames(table: Table) -> list[dict[str, Any]]:
    """Return the frames of all events, in order."""
    texts = Event.objects.filter(match__public_id=table.id).order_by("seq").values_list("frame", flat=True)
    return [json.loads(text) for text in texts]


def last(table: Table) -> dict[str, Any]:
    """Return the frame of the last event."""
    return frames(table)[-1]


def refused(answer: Answer) -> str | None:
    """Return the code of the refusal, if any."""
    return answer.refusal.code if answer.refusal else None


def checkers(terms: Terms = ONE_MINUTE) -> Table:
    """Return a match in which both have acted once; black's time runs from now."""
    table = begun_match("checkers", terms)
    assert table.act("black", BLACK).refusal is None
    assert table.act("red", RED).refusal is None
    return table
