"""Chat messages: who may send what to which room, how often, and whether watchers nearby may.

A person's limits are counted in the database, so they apply across all tabs and processes.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games_app.lib.chat_text import cleaned, folded
from games_app.lib.rate_limit import whole_seconds
from games_app.lib.refusals import Refusal
from games_app.match import pending
from games_app.match.chat import Said, readable, talk
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.messages import AllowNearby, HideMessage, Say, SayPhrase
from games_app.match.transitions import Transition
from games_app.match.wire import ChatRoom
from games_app.models import ChatMessage, Match, Player
from games_app.people import locked
from games_app.record.commands.registry import By, command, server_command

BURST, BURST_LASTS = 5, timedelta(seconds=10)
"""Maximum number of a person's messages within this time."""
REPEATED_AFTER = timedelta(minutes=1)
"""Time after which a person may send the same message again."""

PHASES = {Match.Status.PLAYING, Match.Status.OVER}


@command(Say, by=By.KNOWN, during=PHASES, is_chat=True)
def say(match: MatchState, message: Say, player_id: int, now: datetime) -> Said | Refusal:
    """Send a message in the sender's own words."""
    if refusal := _not_here(match, message.room, player_id):
        return refusal
    if talk(match) != "words" or locked.has_locked(_with_sitters(match, player_id)):
        return Refusal("phrases_only")
    text = cleaned(message.text)
    if isinstance(text, Refusal):
        return text
    return _too_often(match, player_id, text, now) or _said(match, message.room, player_id, text=text)


@command(SayPhrase, by=By.KNOWN, during=PHASES, is_chat=True)
def say_phrase(match: MatchState, message: SayPhrase, player_id: int, now: datetime) -> Said | Refusal:
    """Send a quick phrase or a reaction."""
    if refusal := _not_here(match, message.room, player_id):
        return refusal
    refusal = _too_often(match, player_id, message.phrase, now)
    return refusal or _said(match, message.room, player_id, phrase=message.phrase)


@server_command(HideMessage, during=PHASES, is_chat=True)
def hide_message(match: MatchState, message: HideMessage, player_id: None, now: datetime) -> Said | Refusal:
    """Hide a message that is still shown."""
    shown = ChatMessage.objects.filter(
        match=match.row, room=message.room, number=message.number, hidden=False
    )
    return Said(message.room, hides=message.number) if shown.exists() else Refusal("not_due")


def _not_here(match: MatchState, room: ChatRoom, player_id: int) -> Refusal | None:
    """Refuse where there is no chat, or none for this person.

    The connection checks whether they share a player's address: see ``live.chat``.
    """
    if talk(match) == "off":
        return Refusal("no_chat")
    if apart := locked.meeting_refusal(_with_sitters(match, player_id)):
        return apart
    over = match.row.status == Match.Status.OVER
    rooms = readable(seated=bool(match.roles_of(player_id)), known=True, over=over, beside_player=False)
    return None if room in rooms else Refusal("chat_closed")


def _with_sitters(match: MatchState, player_id: int) -> set[int]:
    return {player_id, *(sitter for sitter in match.sitters.values() if sitter)}


def _too_often(match: MatchState, player_id: int, words: str, now: datetime) -> Refusal | None:
    """Refuse floods over all matches, and repetitions in this match."""
    since = ChatMessage.objects.filter(player=player_id, at__gt=now - REPEATED_AFTER, at__lte=now)
    lately = list(since.order_by("-at").values_list("at", "match_id", "text", "phrase"))
    if len(lately) >= BURST and (left := lately[BURST - 1][0] + BURST_LASTS - now) > timedelta():
        return Refusal("chat_too_fast", {"seconds": whole_seconds(left // timedelta(milliseconds=1))})
    before = {folded(text or phrase) for _, of, text, phrase in lately if of == match.row.pk}
    return Refusal("chat_repeated") if folded(words) in before else None


def _said(match: MatchState, room: ChatRoom, player_id: int, *, text: str = "", phrase: str = "") -> Said:
    roles = match.roles_of(player_id)
    role = roles[0] if roles else ""
    name = match.seats[role].name if role else Player.objects.values_list("name", flat=True).get(pk=player_id)
    return Said(room, role, name, text, phrase)


@command(AllowNearby, by=By.PLAYER, during={Match.Status.PLAYING})
def allow_nearby(
    match: MatchState, message: AllowNearby, player_id: int, now: datetime
) -> Transition | Refusal:
    """Store whether the sender lets watchers at the players' addresses chat before the end.

    Until the end, a watcher who shares a network address with a player, such as a family, could be a player
    under another name. So the watchers' room is closed to them unless both players know of it and agree.
    Either can withdraw the permission at once.
    """
    if match.hotseat or match.terms.talk == "off":
        return Refusal("no_chat")
    role = match.speaker(player_id)
    if message.allowed == (role in match.pending.nearby):
        return Refusal("nearby_already")
    return Transition(
        EventKind.NEARBY, role, pending=pending.nearby(match.pending, role, allowed=message.allowed)
    )
