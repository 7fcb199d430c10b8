"""Chat messages of a match, read page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import QuerySet

from games_app.models import ChatMessage, Match
from games_app.services.state.chat import message, newest
from games_app.services.state.wire import ChatMessage as Sent
from games_app.services.state.wire import ChatRoom

PAGE = 200
"""Messages in one page."""


def newest_of(public_ids: Iterable[str]) -> dict[str, dict[ChatRoom, int]]:
    """Return the number of the newest message of each match and room, in one query."""
    rows = Match.objects.filter(public_id__in=list(public_ids))
    return {row.public_id: newest(row) for row in rows.only("public_id", "players_chat", "watchers_chat")}


def messages_after(public_id: str, room: ChatRoom, number: int, limit: int = PAGE) -> list[Sent]:
    """Return the messages after ``number``, oldest first."""
    found = _messages(public_id, room).filter(number__gt=number).order_by("number")[:limit]
    return [message(row) for row in found]


def messages_before(public_id: str, room: ChatRoom, number: int | None, limit: int = PAGE) -> list[Sent]:
    """Return the newest messages, or those before ``number``, oldest first."""
    found = _messages(public_id, room)
    if number is not None:
        found = found.filter(number__lt=number)
    return [message(row) for row in found.order_by("-number")[:limit]][::-1]


def said_by(player_id: int | None) -> Iterator[str]:
    """Yield a line for each message that this person has sent: time, match, room and text."""
    if player_id is None:
        return
    mine = ChatMessage.objects.filter(player=player_id).order_by("at")
    columns = ("at", "match__public_id", "room", "text", "phrase")
    for at, match, room, text, phrase in mine.values_list(*columns).iterator():
        yield f"{at:%Y-%m-%dT%H:%M:%SZ} {match} {room}: {text or phrase}\n"


def _messages(public_id: str, room: ChatRoom) -> QuerySet[ChatMessage]:
    return ChatMessage.objects.filter(match__public_id=public_id, room=room).select_related("player")
