"""What a viewer may see of a match. Every way out goes through here.

An event's frame is public by making (it is written from ``public_position`` and from revealed plies), so what
is pushed, caught up on and reviewed needs no filter; only a position may hold what one seat alone knows.
"""

from __future__ import annotations

from datetime import datetime
from typing import cast

from msgspec import UNSET, Raw

from games_app.lib.clock import ms
from games_app.models import Match
from games_app.services.state import series, wire
from games_app.services.state.match_state import MatchState
from games_app.services.state.pending import REMATCH
from games_app.services.state.positions import open_ways

BEGUN = frozenset({Match.Status.PLAYING, Match.Status.OVER})


def may_see(match: Match, person: int | None) -> bool:
    """May this person see the match? None: somebody who has done nothing here yet.

    A listed match is open to all, one with a link to whoever has the link, and one of its seats only to those
    who sit there, and to who brought it here. As long as it waits the link invites; there is nothing to see.
    """
    if match.visibility != Match.Visibility.SEATS or match.status not in BEGUN:
        return True
    allowed = {match.maker_id, *(seat.player_id for seat in match.seats.all())}
    return person is not None and person in allowed


def public_position(match: MatchState) -> wire.Position:
    """The present position as everybody may see it."""
    return _position(match, None)


def position_for(match: MatchState, roles: tuple[str, ...]) -> wire.Position:
    """The present position as the person on these seats may see it.

    Two people on one screen share one person's seats: what one keeps from the other is kept from both.
    """
    return _position(match, roles[0] if len(roles) == 1 else None)


def snapshot(match: MatchState, roles: tuple[str, ...], events: list[Raw], now: datetime) -> wire.Snapshot:
    """Everything a page needs to show the match as it is; ``events`` are stored frames it lacks."""
    row = match.row
    about = wire.About(
        row.public_id,
        row.game,
        row.options,
        match.terms,
        visibility(row),
        seats(match),
        status(row),
        result(row),
        rematch(match),
        series.of(match),
    )
    return wire.Snapshot(
        protocol=wire.PROTOCOL,
        seq=row.seq,
        now=ms(now),
        match=about,
        position=position_for(match, roles),
        clocks=match.clocks,
        offers=match.pending.offers,
        gone=match.pending.gone,
        you=list(roles),
        events=events,
    )


def seats(match: MatchState) -> list[wire.Seat]:
    return [wire.Seat(role, seat.name) for role, seat in match.seats.items()]


def visibility(row: Match) -> wire.Visibility:
    return cast("wire.Visibility", row.visibility)


def status(row: Match) -> wire.Status:
    return cast("wire.Status", row.status)


def result(row: Match) -> wire.Result | None:
    """Who won and how, once the match is over."""
    if row.status != Match.Status.OVER:
        return None
    return wire.Result(row.winner or None, cast("wire.How", row.how), row.goals)


def rematch(match: MatchState) -> wire.Rematch | None:
    """The match that follows this one, or who has offered one."""
    if match.row.successor:
        return wire.Rematch(match=match.row.successor)
    offer = match.pending.offers.get(REMATCH)
    return wire.Rematch(by=offer.by) if offer else None


def _position(match: MatchState, viewer: str | None) -> wire.Position:
    state, row = match.state, match.row
    to_move = state.to_move if row.status == Match.Status.PLAYING else ()
    legal = {role: state.legal_actions(role) for role in to_move}
    ways = open_ways(state) if to_move else {}
    return wire.Position(state.view(viewer), to_move, legal, row.bases, row.ply, ways or UNSET)
