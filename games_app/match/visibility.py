"""Views of a match by viewer. Everything sent out goes through this module.

An event's frame is built only from public data (``public_position`` and revealed plies), so live, replayed
and reviewed events need no filter. Only a position may contain a single seat's knowledge.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

from msgspec import UNSET, Raw

from games_app.games.base import Ways
from games_app.games.rules import State
from games_app.lib.clock import ms
from games_app.match import series, wire
from games_app.match.match_state import MatchState
from games_app.match.pending import REMATCH
from games_app.models import ClubMember, Match, Player

BEGUN = frozenset({Match.Status.PLAYING, Match.Status.OVER})


def may_see(match: Match, player_id: int | None, sitters: Iterable[int | None] | None = None) -> bool:
    """Return whether this person may see the match. None: a visitor who is not a player yet.

    ``sitters``: the players on its seats; without them they may be queried.

    A public match is open to all, a link match to everybody with the link, and a seats match to its players
    and its maker. A waiting match is open to all: its link is the invitation, and nothing has been played.
    But one that waits for a certain person is open only to them and its maker. The people of a class see the
    matches of its children, which are seats matches, and nobody else sees those that wait.
    """
    if match.invited_id is not None and match.status not in BEGUN:
        return player_id is not None and player_id in (match.maker_id, match.invited_id)
    if match.visibility != Match.Visibility.SEATS:
        return True
    if match.status not in BEGUN:
        return _is_open_to_class([match.maker_id], player_id)
    if player_id is None or player_id == match.maker_id:
        return player_id is not None
    if sitters is None:
        sitters = [seat.player_id for seat in match.seats.all()]
    sitting = {sitter for sitter in sitters if sitter}
    return player_id in sitting or (_has_children(sitting) and _is_open_to_class(sitting, player_id))


def _has_children(people: Iterable[int]) -> bool:
    return Player.objects.filter(pk__in=people).exclude(locked_in=None).exists()


def _is_open_to_class(people: Iterable[int], player_id: int | None) -> bool:
    """Return whether the person is in the class of each child among these people."""
    classes = Player.objects.filter(pk__in=people).exclude(locked_in=None).values_list("locked_in", flat=True)
    present = (
        ClubMember.objects.filter(player=player_id, left_at=None) if player_id else ClubMember.objects.none()
    )
    return set(classes) <= set(present.filter(club__in=classes).values_list("club", flat=True))


def public_position(match: MatchState) -> wire.Position:
    """Return the present position as every viewer may see it."""
    return _position(match, None)


def position_for(match: MatchState, roles: tuple[str, ...]) -> wire.Position:
    """Return the present position as the person on these seats may see it.

    In hotseat, a secret of either seat is hidden from both, since both players look at one screen.
    """
    return _position(match, roles[0] if len(roles) == 1 else None)


def snapshot(match: MatchState, roles: tuple[str, ...], events: list[Raw], now: datetime) -> wire.Snapshot:
    """Return everything that a page needs to show the match; ``events`` are the stored frames it lacks."""
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
        series.series_of(match),
        match.pending.nearby,
        match.pending.tips,
        match.pending.programs,
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
        paused_until=match.pending.paused_until,
        holidays=match.pending.holidays,
        you=list(roles),
        events=events,
    )


def seats(match: MatchState) -> list[wire.Seat]:
    return [wire.Seat(role, seat.name, seat.level or UNSET) for role, seat in match.seats.items()]


def visibility(row: Match) -> wire.Visibility:
    return cast("wire.Visibility", row.visibility)


def status(row: Match) -> wire.Status:
    return cast("wire.Status", row.status)


def result(row: Match) -> wire.Result | None:
    """Return the winner and how the match ended; None until it is over."""
    if row.status != Match.Status.OVER:
        return None
    return wire.Result(row.winner or None, cast("wire.How", row.how), row.goals)


def rematch(match: MatchState) -> wire.Rematch | None:
    """Return the match that follows this one, or the open rematch offer."""
    if match.row.successor:
        return wire.Rematch(match=match.row.successor)
    offer = match.pending.offers.get(REMATCH)
    return wire.Rematch(by=offer.by) if offer else None


def _position(match: MatchState, viewer: str | None) -> wire.Position:
    state, row = match.state, match.row
    to_move = state.to_move if row.status == Match.Status.PLAYING else ()
    legal = {role: state.legal_actions(role) for role in to_move}
    ways = open_ways(state) if to_move else {}
    facts = row.facts if state.is_open else state.view(viewer)
    return wire.Position(facts, to_move, legal, row.bases, row.ply, ways or UNSET)


def open_position(state: State) -> dict[str, Any]:
    """Return {"facts", "to_move", "legal": {role: actions}}, by hand also {"ways": {role: ways}}."""
    position = {
        "facts": state.facts(),
        "to_move": state.to_move,
        "legal": {role: state.legal_actions(role) for role in state.to_move},
    }
    ways = open_ways(state)
    return position | {"ways": ways} if ways else position


def open_ways(state: State) -> dict[str, Ways]:
    """Return the ways of each role to move that has any."""
    return {role: ways for role in state.to_move if (ways := state.ways(role))}
