"""The two chat rooms of a match: their permitted content, their readers, and their stored messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from django.db.models import QuerySet
from msgspec import UNSET

from games_app import site_settings
from games_app.lib.clock import ms
from games_app.match import wire
from games_app.match.match_state import MatchState
from games_app.match.terms import Talk
from games_app.match.wire import ChatRoom
from games_app.models import ChatMessage, Match

QuickPhrase: TypeAlias = Literal[
    "hello", "good_luck", "your_move", "nice_move", "oops", "back_soon", "thanks", "well_played", "good_game",
    "one_more", "bye",
]  # fmt: skip
Reaction: TypeAlias = Literal["bravo", "smile", "wow", "think", "sad"]
Phrase: TypeAlias = QuickPhrase | Reaction

PLAYERS: ChatRoom = "players"
WATCHERS: ChatRoom = "watchers"
ROOMS: tuple[ChatRoom, ...] = get_args(ChatRoom)

PAGE = 200
"""Messages in one page."""

_STRICTNESS: tuple[Talk, ...] = ("words", "phrases", "off")


@dataclass(frozen=True, slots=True)
class Said:
    """A message that may be stored: free text, the key of a phrase, or the number of a hidden message."""

    room: ChatRoom
    role: str = ""
    name: str = ""
    text: str = ""
    phrase: str = ""
    hides: int | None = None


def talk(match: MatchState) -> Talk:
    """Return the permitted content: the stricter of the match's terms and the site's setting.

    There is no chat without an opponent: in hotseat, in an imported match, and before the start.
    """
    begun = match.row.status in (Match.Status.PLAYING, Match.Status.OVER)
    if not begun or match.hotseat or None in match.sitters.values():
        return "off"
    return max((match.terms.talk, cast("Talk", site_settings.current().talk)), key=_STRICTNESS.index)


def readable(*, seated: bool, known: bool, over: bool, beside_player: bool) -> tuple[ChatRoom, ...]:
    """Return the rooms that a person may read and write.

    Players get the watchers' room only once the match is over. Until then it is closed to everybody who might
    be a player without their session: visitors the site doesn't know, and everybody at a player's network
    address (``beside_player``) unless both players allow it. The players' room stays theirs.
    """
    if seated:
        return (PLAYERS, WATCHERS) if over else (PLAYERS,)
    return (WATCHERS,) if over or (known and not beside_player) else ()


def allow_nearby(roles: Collection[str]) -> bool:
    """Return whether both players are among the roles that let watchers at their addresses chat."""
    return len(set(roles)) == 2


def newest(match: Match) -> dict[ChatRoom, int]:
    """Return the number of the newest message of each room."""
    return {PLAYERS: match.players_chat, WATCHERS: match.watchers_chat}


def message(row: ChatMessage) -> wire.ChatMessage:
    """Return a stored message in the form in which it is sent."""
    shown = not row.hidden
    return wire.ChatMessage(
        room=cast("ChatRoom", row.room),
        number=row.number,
        at=ms(row.at),
        by=row.player.public_id if row.player else "",
        role=row.role or None,
        name=row.name,
        text=row.text if shown and row.text else UNSET,
        phrase=row.phrase if shown and row.phrase else UNSET,
        hides=row.hides if row.hides is not None else UNSET,
    )


def newest_of(public_ids: Iterable[str]) -> dict[str, dict[ChatRoom, int]]:
    """Return the number of the newest message of each match and room, in one query."""
    rows = Match.objects.filter(public_id__in=list(public_ids))
    return {row.public_id: newest(row) for row in rows.only("public_id", "players_chat", "watchers_chat")}


def messages_after(public_id: str, room: ChatRoom, number: int, limit: int = PAGE) -> list[wire.ChatMessage]:
    """Return the messages after ``number``, oldest first."""
    rows = _messages(public_id, room).filter(number__gt=number).order_by("number")[:limit]
    return [message(row) for row in rows]


def messages_before(
    public_id: str, room: ChatRoom, number: int | None, limit: int = PAGE
) -> list[wire.ChatMessage]:
    """Return the newest messages, or those before ``number``, oldest first."""
    rows = _messages(public_id, room)
    if number is not None:
        rows = rows.filter(number__lt=number)
    return [message(row) for row in rows.order_by("-number")[:limit]][::-1]


def said_by(player_id: int) -> Iterator[str]:
    """Yield a line for each message that this person has sent: time, match, room and text."""
    messages = ChatMessage.objects.filter(player=player_id).order_by("at")
    columns = ("at", "match__public_id", "room", "text", "phrase")
    for at, match, room, text, phrase in messages.values_list(*columns).iterator():
        yield f"{at:%Y-%m-%dT%H:%M:%SZ} {match} {room}: {text or phrase}\n"


def _messages(public_id: str, room: ChatRoom) -> QuerySet[ChatMessage]:
    return ChatMessage.objects.filter(match__public_id=public_id, room=room).select_related("player")
