"""What a viewer may see of a match. Every way out goes through here.

An event's frame is public by making (it is written from ``public_position`` and from revealed plies), so what
is pushed, caught up on and reviewed needs no filter; only a position may hold what one seat alone knows.
"""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from ..models import Match
from .loaded import LoadedMatch

PROTOCOL = 1


def public_position(match: LoadedMatch) -> dict[str, Any]:
    """The present position as everybody may see it."""
    return _position(match, None)


def position_for(match: LoadedMatch, roles: tuple[str, ...]) -> dict[str, Any]:
    """The present position as the person on these seats may see it.

    Two people on one screen share one person's seats: what one of them keeps from the other is kept from
    both.
    """
    return _position(match, roles[0] if len(roles) == 1 else None)


def snapshot(match: LoadedMatch, roles: tuple[str, ...], events: list[Raw]) -> dict[str, Any]:
    """Everything a page needs to show the match as it is now; ``events`` are stored frames it lacks."""
    row = match.row
    return {
        "kind": "snapshot",
        "protocol": PROTOCOL,
        "seq": row.seq,
        "match": {
            "id": row.public_id,
            "game": row.game,
            "options": row.options,
            "visibility": row.visibility,
            "seats": seats(match),
            "status": row.status,
            "result": result(row),
            "rematch": rematch(row),
        },
        "position": position_for(match, roles),
        "you": list(roles),
        "events": events,
    }


def seats(match: LoadedMatch) -> list[dict[str, Any]]:
    return [{"role": role, "name": seat.name} for role, seat in match.seats.items()]


def result(row: Match) -> dict[str, Any] | None:
    """Who won and how, once the match is over. ``goals`` are there at a natural end only."""
    if row.status != Match.Status.OVER:
        return None
    return {"winner": row.winner or None, "how": row.how, "goals": row.goals}


def rematch(row: Match) -> dict[str, str] | None:
    """The match that follows this one, or who has offered one."""
    if row.successor:
        return {"match": row.successor}
    return {"by": row.rematch_by} if row.rematch_by else None


def _position(match: LoadedMatch, viewer: str | None) -> dict[str, Any]:
    state = match.state
    playing = match.row.status == Match.Status.PLAYING
    to_move = state.to_move if playing else ()
    return {
        "facts": state.view(viewer),
        "to_move": to_move,
        "legal": {role: state.legal_actions(role) for role in to_move},
        "base": match.row.bases,
        "ply": match.row.ply,
    }
