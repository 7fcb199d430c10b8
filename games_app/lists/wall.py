"""The wall: public matches shown small, live. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple, Protocol, cast, runtime_checkable

import msgspec
from django.db.models import Count, F, Prefetch, QuerySet
from django.utils.functional import lazy
from msgspec import Struct

from games_app.drawing import board as drawn
from games_app.drawing.scene import last_stops
from games_app.games.rules import meant
from games_app.lists.match_lists import being_played, variant
from games_app.lists.result_text import seat_name
from games_app.match import wire
from games_app.match.history import StoredEvent, read_frame
from games_app.match.match_state import MatchState, match_states
from games_app.match.visibility import public_position, result, status
from games_app.models import Event, Match, Presence, Seat
from games_app.people import friends
from games_app.people.faces import face_of_seat

SHOWN = 24
"""Maximum number of matches on one wall."""
PART = 8
"""Number of matches with which a page of the wall begins, and that come as one scrolls."""


class Sitter(Struct, frozen=True):
    role: str
    name: str
    player: str
    """The player's public id; empty if withdrawn or unknown, and in hotseat, where the name is a side's."""
    face: str
    """Key of the drawing in icons/faces.svg; may be empty."""


class Standing(Struct, frozen=True, omit_defaults=True):
    """State of a match for watching, without legal actions and history."""

    seq: int
    facts: dict[str, Any]
    to_move: tuple[str, ...]
    last: list[str]
    """Stops where the last decision began and ended."""
    status: wire.Status
    result: wire.Result | None
    clocks: wire.Clocks | None
    paused_until: int = 0
    """End of the pause that the players agreed on; past or absent without one."""


class Board(Struct, frozen=True):
    """A match on the wall."""

    id: str
    game: str
    variant: str
    """Options and terms that distinguish it, in words; may be empty."""
    seats: list[Sitter]
    """The player on the far side of the drawing, then the near one."""
    standing: Standing


class Pick(NamedTuple):
    match: str
    """The match's public id."""
    watchers: int


@runtime_checkable
class Selection(Protocol):
    """Matches of a wall that a room shows. Equal ones share a wall, so they must be hashable."""

    @property
    def also(self) -> str:
        """Audience of the matches that it may show besides public ones, a ``Match.Visibility``, or empty.

        The room lets only people to its wall who may see these matches.
        """

    def picked(self, now: datetime) -> list[Pick]:
        """Return the matches to show now, in their order."""


class Following(NamedTuple):
    """A running match of a player."""

    player: str
    match: str
    game: str


def picked(game: str, now: datetime) -> list[Pick]:
    """Return public running matches, most watched first, then liveliest.

    Of one game with all its rule sets, or of all games if it is empty.
    """
    watched = _watched(game, now)
    lively = _going_on(game, now).order_by("-acted_at").values_list("public_id", flat=True)
    unwatched = [Pick(match, 0) for match in lively[:SHOWN] if match not in watched]
    return [*(Pick(match, n) for match, n in watched.items()), *unwatched][:SHOWN]


def picked_of_friends(people: Collection[int], now: datetime) -> dict[int, list[Pick]]:
    """Return for each person the public running matches of their friends, the liveliest first.

    Matches that a person plays in are left out, and those of friends who don't show when they are here.
    """
    shown, hidden = friends.by_presence(people)
    everybody = {friend for known in shown.values() for friend in known}
    playing = Match.objects.filter(seats__player__in=everybody, pk__in=_going_on("", now))
    newest_first = playing.distinct().order_by("-acted_at", "-pk").prefetch_related("seats")
    sitters = [
        (match.public_id, {seat.player_id for seat in match.seats.all() if seat.player_id})
        for match in newest_first
    ]
    return {
        person: [
            Pick(match, 0)
            for match, sitting in sitters
            if sitting & shown[person] and not sitting & (hidden[person] | {person})
        ][:PART]
        for person in people
    }


def boards(public_ids: Collection[str], visibility: str = Match.Visibility.PUBLIC) -> dict[str, Board]:
    """Return those of these matches that have this audience as a wall shows them, in three queries."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    rows = Match.objects.filter(public_id__in=public_ids, visibility=visibility).prefetch_related(seats)
    newest = Event.objects.filter(match__public_id__in=public_ids, seq=F("match__seq"))
    frames = dict(newest.values_list("match__public_id", "frame"))
    return {
        public_id: _board(match, frames.get(public_id)) for public_id, match in match_states(rows).items()
    }


def moved(board: Board, frame: str) -> Board:
    """Return the board after a stored event."""
    return msgspec.structs.replace(board, standing=_standing(read_frame(frame), board.standing.last))


def followed(players: Iterable[str], now: datetime) -> list[Following]:
    """Return the newest public running match of each of these players (by public id)."""
    public_ids = list(players)
    seats = Seat.objects.filter(player__public_id__in=public_ids, match__in=_going_on("", now))
    newest = seats.order_by("match__started_at").values_list(
        "player__public_id", "match__public_id", "match__game"
    )
    return list({player: Following(player, match, game) for player, match, game in newest}.values())


def _going_on(game: str, now: datetime) -> QuerySet[Match]:
    matches = being_played(now)
    return matches.filter(game__in=[rule_set.slug for rule_set in meant(game)]) if game else matches


def _watched(game: str, now: datetime) -> dict[str, int]:
    leases = Presence.objects.filter(until__gt=now, roles="", match__in=_going_on(game, now))
    counted = leases.values_list("match__public_id").annotate(n=Count("person", distinct=True))
    return dict(counted.order_by("-n", "-match__acted_at")[:SHOWN])


def _standing(event: StoredEvent, last: list[str]) -> Standing:
    """Return the standing after an event; ``last`` is kept if the event has no plies."""
    marked = last_stops(ply.trace for ply in event.plies) if event.plies else last
    where = event.position
    return Standing(
        event.seq,
        where.facts,
        where.to_move,
        marked,
        event.status,
        event.result,
        event.clocks,
        event.paused_until,
    )


_variant = cast("Callable[[Match], str]", lazy(variant, str))
"""Words in the language of each page that gets the board."""


def _followable(seat: Seat) -> str:
    return "" if seat.player is None or seat.player.withdrawn else seat.player.public_id


def _board(match: MatchState, frame: str | None) -> Board:
    row, position = match.row, public_position(match)
    plies = read_frame(frame).plies if frame else ()
    standing = Standing(
        row.seq,
        position.facts,
        position.to_move,
        last_stops(ply.trace for ply in plies),
        status(row),
        result(row),
        match.clocks,
        match.pending.paused_until,
    )
    near = drawn(row.game).plan.near
    sitters = [
        Sitter(
            role,
            cast("str", seat_name(seat)),
            "" if match.hotseat else _followable(seat),
            face_of_seat(seat),
        )
        for role, seat in sorted(match.seats.items(), key=lambda item: item[0] == near)
    ]
    return Board(row.public_id, row.game, _variant(row), sitters, standing)
