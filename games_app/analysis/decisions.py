"""The decisions of a finished match, each with the position in which it was made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from games_app.games.engine.analyse import analysable
from games_app.games.rules import State, get_game
from games_app.match.event_kinds import EventKind
from games_app.match.history import StoredEvent, present_line, stored_events
from games_app.models import Match


@dataclass(frozen=True, slots=True)
class MatchDecision:
    """A decision. ``before`` is None if nothing can be analysed, as while both choose in secret."""

    seq: int
    ply: int
    """Number of its last ply."""
    role: str
    action: str
    before: State | None
    came: int
    """Time when the match came to the position before, in milliseconds."""


def match_decisions(row: Match, most: int | None = None) -> list[MatchDecision]:
    """Return the decisions that led to the end, first to last, without those taken back; at most ``most``."""
    return list(islice(_decisions(row), most))


def _decisions(row: Match) -> Iterator[MatchDecision]:
    game = get_game(row.game)
    events = list(stored_events(row.pk))
    before = next((event for event in events if event.what == EventKind.STARTED), None)
    for event in present_line(events):
        first = event.plies[0]
        if event.what in (EventKind.ACTED, EventKind.SEALED) and not game.continues(first.action):
            state = analysable(game.state_from_facts(before.position.facts)) if before else None
            came = before.at if before else event.at
            yield MatchDecision(
                event.seq, event.position.ply, first.role, first.action, _played(state, event), came
            )
        before = event


def _played(state: State | None, event: StoredEvent) -> State | None:
    """Return the state if the event's decision was made in it."""
    first = event.plies[0]
    return state if state and first.action in state.legal_actions(first.role) else None
