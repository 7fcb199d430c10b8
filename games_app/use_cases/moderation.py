"""Use cases of moderators: decisions about a match and about a chat message."""

from __future__ import annotations

from games_app.models import ChatMessage
from games_app.services.commands.messages import EndMatch, HideMatch, HideMessage, Message, ShowMatch
from games_app.services.commands.registry import Command
from games_app.store.results import Answer
from games_app.store.writer import writer


def end_match(public_id: str) -> Answer:
    """End a match without a result."""
    return _decide(EndMatch(), public_id)


def hide_match(public_id: str) -> Answer:
    """Close a match to all but its players."""
    return _decide(HideMatch(), public_id)


def show_match(public_id: str) -> Answer:
    """Give a hidden match back the visibility that it had."""
    return _decide(ShowMatch(), public_id)


def hide_message(message: ChatMessage) -> Answer:
    """Show a chat message no longer."""
    hide = HideMessage(room=message.room, number=message.number)  # type: ignore[arg-type]
    return _decide(hide, message.match.public_id)


def _decide(message: Message, public_id: str) -> Answer:
    return writer.ask(Command(message, public_id, None, from_server=True))
