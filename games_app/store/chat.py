"""Storage of chat messages.

The batch has locked the match's row, so that numbers have no gaps and no message is doubled.
"""

from __future__ import annotations

from datetime import datetime

from games_app.models import ChatMessage, Match
from games_app.services.commands.registry import Command
from games_app.services.state.chat import Said, message, newest
from games_app.services.state.match_state import MatchState
from games_app.services.state.wire import ChatMessage as Sent


def sent_before(match: MatchState, command: Command) -> Sent | None:
    """Return what a resent command has stored already."""
    if command.player_id is None or command.cmd is None:
        return None
    stored = ChatMessage.objects.filter(match=match.row, player=command.player_id, cmd=command.cmd)
    row = stored.select_related("player").first()
    return message(row) if row else None


def store(match: MatchState, said: Said, command: Command, now: datetime) -> Sent:
    """Store a message as the newest of its room."""
    # The match in memory doesn't know what other processes have stored here.
    row = Match.objects.only("players_chat", "watchers_chat").get(pk=match.row.pk)
    number = newest(row)[said.room] + 1
    Match.objects.filter(pk=row.pk).update(**{f"{said.room}_chat": number})
    stored = ChatMessage.objects.create(
        match=match.row,
        room=said.room,
        number=number,
        player_id=command.player_id,
        role=said.role,
        name=said.name,
        text=said.text,
        phrase=said.phrase,
        hides=said.hides,
        cmd=command.cmd,
        at=now,
    )
    if said.hides is not None:
        hidden = ChatMessage.objects.filter(match=match.row, room=said.room, number=said.hides)
        hidden.update(hidden=True)
    return message(stored)
