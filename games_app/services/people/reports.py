"""Reports of chat messages and of people, and the queue in which moderators read them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from games_app.lib.refusals import Refusal
from games_app.models import ChatMessage, Match, Player, Report
from games_app.services.state.visible import may_see

MOST_A_DAY = 10
"""Most reports of one person within 24 hours."""
AROUND = 3
"""Messages shown before and after a reported one."""


def reportable(public_id: str, room: str, number: int, reader: Player) -> ChatMessage | None:
    """Return the message if the reader may read it and somebody else has written it."""
    found = ChatMessage.objects.filter(match__public_id=public_id, room=room, number=number, hidden=False)
    message = found.select_related("match", "player").first()
    if message is None or message.player in (None, reader):
        return None
    seated = message.match.seats.filter(player=reader).exists()
    over = message.match.status == Match.Status.OVER
    if not may_see(message.match, reader.pk):
        return None
    may_read = seated if room == ChatMessage.Room.PLAYERS else over or not seated
    return message if may_read else None


def file(
    reporter: Player, about: Player, message: ChatMessage | None, reason: str, now: datetime
) -> Refusal | None:
    """Store a report, once for each message or person; return the refusal if there were too many."""
    same = Report.objects.filter(reporter=reporter, about=about, message=message, open=True)
    if same.exists():
        return None
    today = Report.objects.filter(reporter=reporter, at__gt=now - timedelta(days=1)).count()
    if today >= MOST_A_DAY:
        return Refusal("too_many_reports", {"limit": MOST_A_DAY})
    Report.objects.create(reporter=reporter, about=about, message=message, reason=reason, at=now)
    return None


def queue() -> Iterator[tuple[Report, list[ChatMessage]]]:
    """Yield the open reports, oldest first, each with the messages around the reported one."""
    found = Report.objects.filter(open=True).select_related("reporter", "about", "message__match")
    for report in found.order_by("at"):
        yield report, _around(report.message) if report.message else []


def _around(message: ChatMessage) -> list[ChatMessage]:
    near = (message.number - AROUND, message.number + AROUND)
    found = ChatMessage.objects.filter(match=message.match_id, room=message.room, number__range=near)
    found = found.filter(hides=None)
    return list(found.order_by("number"))
