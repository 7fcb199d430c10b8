"""Places of a finished match: a ply of it, and moves that were tried since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games_app import rules_service
from games_app.games.rules import IllegalAction, State
from games_app.lib.refusals import Refusal, Refused
from games_app.match.event_kinds import EventKind
from games_app.match.history import StoredEvent, read_frame, state_shown
from games_app.match.visibility import open_position
from games_app.models import Event, Match, Ply
from games_app.study.tried_moves import Path

MOST_TRIED = 200
"""Maximum number of moves from a ply to a place."""

Moves = list[dict[str, Any]]
"""Plies of one decision, each {"role", "action", "trace"}."""


@dataclass(frozen=True, slots=True)
class Place:
    """What the board shows at a place."""

    ply: int
    path: Path = ()
    position: dict[str, Any] | None = None
    """None in the middle of a decision, where nothing can be tried."""
    plies: Moves | None = None
    """The decision that led there."""


def key_of(ply: int, path: Path) -> str:
    """Return a place as one text, such as "12:south pick p3"."""
    return f"{ply}:{','.join(f'{role} {action}' for role, action in path)}"


def place_at(match: Match, ply: int, path: Path = ()) -> Place:
    """Return a place of the match. Raises Refused if the match has none, or the rules refuse a move."""
    event = _event(match, ply)
    before = state_shown(match.game, event.position.facts) if event.position.ply == ply else None
    played = [_shown(each.role, each.action, each.trace) for each in event.plies if each.n <= ply]
    if not path:
        return Place(ply, (), open_position(before) if before else None, played)
    if before is None or len(path) > MOST_TRIED:
        raise Refused(Refusal("no_shared_review.place"))
    state, plies = _tried(before, path)
    return Place(ply, path, open_position(state), plies)


def _tried(state: State, path: Path) -> tuple[State, Moves]:
    plies: Moves = []
    for role, action in path:
        try:
            accepted = rules_service.decide(state, role, action)
        except IllegalAction as error:
            raise Refused(Refusal.by_the_rules(error)) from error
        state = accepted.state
        plies = [_shown(each.role, each.action, each.trace) for each in accepted.plies]
    return state, plies


def _shown(role: str, action: str, trace: object) -> dict[str, Any]:
    return {"role": role, "action": action, "trace": trace}


def _event(match: Match, ply: int) -> StoredEvent:
    """Return the event with a ply; for 0, the start. Raises Refused."""
    events = Event.objects.filter(match=match)
    if ply:
        event = events.filter(seq__in=Ply.objects.filter(match=match, number=ply).values("seq")).first()
    else:
        event = events.filter(what=EventKind.STARTED).first()
    if event is None:
        raise Refused(Refusal("no_shared_review.place"))
    return read_frame(event.frame)
