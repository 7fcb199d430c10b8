"""A player's events over all their matches: the entries of their stream. Reads only.

Entries are made from the frames of events, which are as everybody may see them, and from the chat messages
that the player may read.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from msgspec import UNSET, Struct, UnsetType

from games_app import site_settings
from games_app.lib.clock import ms
from games_app.lists.event_log import POSITIONS
from games_app.lists.settled_rows import CURSOR_LIFETIME, SLOTS, Cursor, end_of, newest, rows_between
from games_app.match import chat, wire
from games_app.match.event_kinds import ENDING, EventKind
from games_app.match.messages import INVITATION_OPEN_FOR
from games_app.match.visibility import may_see
from games_app.models import ChatMessage, Event, Match, Seat
from games_app.people import friends

MAX_ROWS = 1000
"""Maximum number of rows of one table that are read at once."""
BACKDATED = timedelta(hours=1)
"""More than the time by which the end of a match may lie before its commit."""

TOLD = frozenset({EventKind.CREATED, EventKind.CANCELLED, EventKind.EXPIRED, *POSITIONS, *ENDING})
"""Kinds of events that may lead to entries."""


class MatchStarted(Struct, tag_field="kind", tag="match_started", frozen=True, kw_only=True):
    """The beginning of one of your matches."""

    id: str
    match: str
    seq: int
    at: int
    game: str
    role: str
    """Your role."""
    name: str
    player: str
    """The other player's name and public id."""


class Turn(Struct, tag_field="kind", tag="turn", frozen=True, kw_only=True):
    """A turn of yours: ``seq`` is the ``base`` of your action."""

    id: str
    match: str
    seq: int
    at: int
    role: str


class MatchOver(Struct, tag_field="kind", tag="match_over", frozen=True, kw_only=True):
    """The end of one of your matches."""

    id: str
    match: str
    seq: int
    at: int
    role: str
    result: wire.Result | None


class Invitation(Struct, tag_field="kind", tag="invitation", frozen=True, kw_only=True):
    """An invitation to you."""

    id: str
    match: str
    seq: int
    at: int
    game: str
    name: str
    player: str
    """The name and public id of the person who invites you."""
    until: int | None
    """Time at which it expires; null if it is no longer open."""


class InvitationAnswered(Struct, tag_field="kind", tag="invitation_answered", frozen=True, kw_only=True):
    """The end of an invitation that you made or got."""

    id: str
    match: str
    seq: int
    at: int
    answer: Literal["accepted", "declined", "withdrawn", "expired"]
    reason: wire.DeclineReason | UnsetType = UNSET
    """Reason of the person who declined, if they gave one."""


class ChatEntry(Struct, tag_field="kind", tag="chat", frozen=True, kw_only=True):
    """A message in the chat of one of your matches."""

    id: str
    match: str
    at: int
    message: wire.ChatMessage


Entry: TypeAlias = MatchStarted | Turn | MatchOver | Invitation | InvitationAnswered | ChatEntry


class StreamItem(NamedTuple):
    """An entry of a player's stream."""

    player: int
    key: int
    """Key among the entries of its table, see ``settled_rows``."""
    at: datetime
    entry: Entry


class Batch(NamedTuple):
    """Entries in the order of their keys."""

    events: list[StreamItem]
    chats: list[StreamItem]
    last_event: int
    last_chat: int
    """Keys up to which all entries are in the batch."""

    def in_order(self) -> Iterator[StreamItem]:
        """Yield the entries of both tables about in the order of their times."""
        return heapq.merge(self.events, self.chats, key=attrgetter("at"))


class _Position(Struct, frozen=True):
    to_move: tuple[str, ...]
    base: dict[str, int] = msgspec.field(default_factory=dict)


class _Frame(Struct, frozen=True):
    """The part of an event's frame that entries need."""

    position: _Position
    status: wire.Status
    result: wire.Result | None
    reason: wire.DeclineReason | UnsetType = UNSET


_decoder = msgspec.json.Decoder(_Frame)


def is_known(cursor: Cursor, now: datetime) -> bool:
    """Return whether a stream can resume from the cursor: it is young, and not from before a restoration."""
    last = newest()
    is_stored = cursor.events <= end_of(last.events) and cursor.chats <= end_of(last.chats)
    return now - CURSOR_LIFETIME < cursor.at and is_stored


def new_events(people: Collection[int], after: Cursor, until: Cursor) -> Batch:
    """Return the entries for these people between two places."""
    seats = Exists(Seat.objects.filter(match=OuterRef("match"), player__in=people))
    events = Event.objects.filter(seats | Q(match__invited__in=people))
    return _batch(people, events, ChatMessage.objects.filter(seats), after, until)


def missed_events(player: int, after: Cursor, until: Cursor) -> Batch:
    """Return a player's entries between two places.

    It starts from their matches, since the gap may be long.
    """
    seats, since = Seat.objects.filter(player=player), after.at - BACKDATED
    lately = seats.filter(Q(unfinished=True) | Q(listed_at__gt=since)).values("match")
    invited = Match.objects.filter(Q(invited=player) | Q(maker=player, invited__isnull=False))
    invitations = invited.filter(created_at__gt=since - max(INVITATION_OPEN_FOR.values())).values("pk")
    events = Event.objects.filter(Q(match__in=lately) | Q(match__in=invitations))
    chats = ChatMessage.objects.filter(match__in=seats.values("match"))
    return _batch([player], events, chats, after, until)


def open_matches(people: Collection[int]) -> set[str]:
    """Return the matches in which something may happen to these people."""
    seats = Seat.objects.filter(player__in=people, unfinished=True)
    invited = Match.objects.filter(invited__in=people, status=Match.Status.WAITING)
    return {*seats.values_list("match__public_id", flat=True), *invited.values_list("public_id", flat=True)}


class _EventRow(NamedTuple):
    pk: int
    match: int
    seq: int
    what: str
    sender: int | None
    at: datetime
    frame: str


def _batch(
    people: Collection[int],
    events: QuerySet[Event],
    chats: QuerySet[ChatMessage],
    after: Cursor,
    until: Cursor,
) -> Batch:
    columns = ("pk", "match", "seq", "what", "sender", "at", "frame")
    new_events = events.filter(what__in=TOLD, pk__range=rows_between(after.events, until.events))
    rows = [_EventRow(*row) for row in new_events.order_by("pk").values_list(*columns)[:MAX_ROWS]]
    new_chats = chats.filter(pk__range=rows_between(after.chats, until.chats))
    messages = list(new_chats.order_by("pk").select_related("player")[:MAX_ROWS])
    matches = _matches({*(row.match for row in rows), *(message.match_id for message in messages)})
    blocked = friends.blocked_pairs(people) if rows else set()
    blocking = friends.blocking_pairs(people) if messages else set()
    return Batch(
        [
            StreamItem(player, row.pk * SLOTS + slot, row.at, entry)
            for row in rows
            for player in _concerned(matches[row.match], people)
            for slot, entry in _entries(row, matches[row.match], player, blocked)
        ],
        [
            StreamItem(
                player, message.pk * SLOTS, message.at, _chat_entry(message, matches[message.match_id])
            )
            for message in messages
            for player in _concerned(matches[message.match_id], people)
            if _may_read(message, matches[message.match_id]) and (player, message.player_id) not in blocking
        ],
        end_of(rows[-1].pk) if len(rows) == MAX_ROWS else until.events,
        end_of(messages[-1].pk) if len(messages) == MAX_ROWS else until.chats,
    )


def _matches(keys: Iterable[int]) -> dict[int, Match]:
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    columns = ("public_id", "game", "status", "visibility", "maker", "invited", "deadline", "ended_at")
    return Match.objects.only(*columns).prefetch_related(seats).in_bulk(list(keys))


def _concerned(match: Match, people: Collection[int]) -> list[int]:
    """Return those of these people who play in the match or are invited to it.

    Two people at one client need no stream.
    """
    sitters = [seat.player_id for seat in match.seats.all()]
    if len(set(sitters)) == 1 < len(sitters):
        return []
    concerned = dict.fromkeys([*sitters, match.invited_id])
    return [
        player for player in concerned if player in people and player is not None and may_see(match, player)
    ]


def _entries(
    row: _EventRow, match: Match, player: int, blocked: set[tuple[int, int]]
) -> Iterator[tuple[int, Entry]]:
    """Yield what an event means for a player, each with its slot."""
    about: dict[str, Any] = {"id": "", "match": match.public_id, "seq": row.seq, "at": ms(row.at)}
    if match.invited_id is not None:
        is_hidden = player == match.invited_id and (player, match.maker_id) in blocked
        if not is_hidden and (entry := _of_invitation(row, match, player, about)):
            yield 0, entry
    seat = next((seat for seat in match.seats.all() if seat.player_id == player), None)
    if seat is None:
        return
    frame = _decoder.decode(row.frame)
    if row.what == EventKind.STARTED:
        yield 1, _started(match, seat, about)
    if frame.status == "over":
        yield 3, MatchOver(role=seat.role, result=frame.result, **about)
    elif seat.role in frame.position.to_move and frame.position.base.get(seat.role) == row.seq:
        yield 2, Turn(role=seat.role, **about)


def _of_invitation(row: _EventRow, match: Match, player: int, about: dict[str, Any]) -> Entry | None:
    match row.what:
        case EventKind.CREATED:
            maker = next((seat for seat in match.seats.all() if seat.player_id == match.maker_id), None)
            if maker and player == match.invited_id:
                is_open = match.status == Match.Status.WAITING
                until = ms(match.deadline) if is_open and match.deadline else None
                return Invitation(
                    game=match.game, name=maker.name, player=_public_id(maker), until=until, **about
                )
        case EventKind.STARTED:
            return InvitationAnswered(answer="accepted", **about)
        case EventKind.CANCELLED:
            if row.sender != match.invited_id:
                return InvitationAnswered(answer="withdrawn", **about)
            return InvitationAnswered(answer="declined", reason=_decoder.decode(row.frame).reason, **about)
        case EventKind.EXPIRED:
            return InvitationAnswered(answer="expired", **about)
    return None


def _started(match: Match, own: Seat, about: dict[str, Any]) -> MatchStarted:
    opponent = next(seat for seat in match.seats.all() if seat.role != own.role)
    return MatchStarted(
        game=match.game, role=own.role, name=opponent.name, player=_public_id(opponent), **about
    )


def _public_id(seat: Seat) -> str:
    return seat.player.public_id if seat.player and not seat.player.withdrawn else ""


def _chat_entry(message: ChatMessage, match: Match) -> ChatEntry:
    return ChatEntry(id="", match=match.public_id, at=ms(message.at), message=chat.message(message))


def _may_read(message: ChatMessage, match: Match) -> bool:
    """Return whether the players may read the message: of their room, or written after the end."""
    over = match.ended_at is not None and message.at > match.ended_at
    rooms = chat.readable(seated=True, known=True, over=over, beside_player=False)
    return site_settings.current().talk != "off" and message.room in rooms
