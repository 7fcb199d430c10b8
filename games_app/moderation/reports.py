"""Reports of messages, notices, notes, clubs and people, and the queue that moderators read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games_app.lib.client_ip import address_hash
from games_app.lib.refusals import Refusal
from games_app.match.visibility import may_see
from games_app.models import ChatMessage, Club, ClubMember, ClubPost, Match, Note, Player, Report
from games_app.people.notes import shown_notes

MOST_A_DAY = 10
"""Maximum number of reports by one person within 24 hours."""
MOST_OF_A_NETWORK = 3
"""Maximum number of reports about one person from one address within 24 hours: new guests are free."""
NETWORK_KEPT = timedelta(days=1)
"""Time for which the address of a closed report is stored."""
AROUND = 3
"""Messages shown before and after a reported one."""


def reportable(public_id: str, room: str, number: int, reader: Player) -> ChatMessage | None:
    """Return the message if the reader may read it and somebody else has written it."""
    messages = ChatMessage.objects.filter(match__public_id=public_id, room=room, number=number, hidden=False)
    message = messages.select_related("match", "player").first()
    if message is None or message.player in (None, reader):
        return None
    seated = message.match.seats.filter(player=reader).exists()
    over = message.match.status == Match.Status.OVER
    if not may_see(message.match, reader.pk):
        return None
    may_read = seated if room == ChatMessage.Room.PLAYERS else over or not seated
    return message if may_read else None


def reportable_notice(number: int, reader: Player) -> ClubPost | None:
    """Return the notice of a club if the reader is a member and somebody else has written it."""
    shown = ClubPost.objects.filter(
        pk=number, hidden=False, club__members__player=reader, club__members__left_at=None
    )
    return shown.exclude(player=reader).select_related("player").first()


def reportable_note(number: int, reader: Player) -> Note | None:
    """Return the note on a match if the reader may read it and somebody else has written it."""
    note = Note.objects.filter(pk=number).exclude(player=reader).select_related("match", "player").first()
    if note is None or not may_see(note.match, reader.pk):
        return None
    return note if shown_notes(note.match, reader.pk).filter(pk=number).exists() else None


def reportable_club(public_id: str, reader: Player) -> tuple[Club, Player] | None:
    """Return the club and its owner if the reader may know of it and somebody else owns it."""
    club = Club.known_to(reader).filter(public_id=public_id).first()
    if club is None:
        return None
    place = club.members.filter(role=ClubMember.Role.OWNER).exclude(player=reader).select_related("player")
    owner = place.first()
    return (club, owner.player) if owner else None


def file(
    reporter: Player,
    about: Player,
    message: ChatMessage | None,
    reason: str,
    now: datetime,
    address: str = "",
    *,
    post: ClubPost | None = None,
    note: Note | None = None,
    club: Club | None = None,
) -> Refusal | None:
    """Store a report, once for each subject; return the refusal if there were too many.

    ``address``: rate limit key of the reporter's address; empty if it is unknown.
    """
    same = Report.objects.filter(
        reporter=reporter, about=about, message=message, post=post, note=note, club=club, open=True
    )
    if same.exists():
        return None
    network = address_hash(address) if address else ""
    today = Report.objects.filter(at__gt=now - timedelta(days=1))
    if today.filter(reporter=reporter).count() >= MOST_A_DAY:
        return Refusal("too_many_reports", {"limit": MOST_A_DAY})
    if network and today.filter(about=about, network=network).count() >= MOST_OF_A_NETWORK:
        return Refusal("reported_already", {"limit": MOST_OF_A_NETWORK})
    Report.objects.create(
        reporter=reporter,
        about=about,
        message=message,
        post=post,
        note=note,
        club=club,
        reason=reason,
        at=now,
        network=network,
    )
    return None


def queue() -> Iterator[tuple[Report, list[ChatMessage]]]:
    """Yield the open reports, oldest first, each with the messages around the reported one.

    Of reports from one network about the same thing, only the oldest: they count as one.
    """
    reports = Report.objects.filter(open=True)
    reports = reports.select_related(
        "reporter", "about", "message__match", "post", "note__match", "note__player", "club"
    )
    counted = set()
    for report in reports.order_by("at", "pk"):
        source = report.network or f"report {report.pk}"
        if (subject := (*_subject(report), source)) not in counted:
            counted.add(subject)
            yield report, _around(report.message) if report.message else []


def alike(report: Report) -> QuerySet[Report]:
    """Return the open reports that count as one with this one, itself included."""
    about, message, post, note, club = _subject(report)
    same = Report.objects.filter(open=True, about=about, message=message, post=post, note=note, club=club)
    return same.filter(network=report.network) if report.network else same.filter(pk=report.pk)


def _subject(report: Report) -> tuple[int | None, ...]:
    """Return what a report is about: the keys of person, message, notice, note and club."""
    return report.about_id, report.message_id, report.post_id, report.note_id, report.club_id


def close(number: int) -> bool:
    """Close the report with this number, and those that count as one with it; False if it is not open."""
    report = Report.objects.filter(pk=number, open=True).first()
    return report is not None and bool(alike(report).update(open=False))


def sweep(now: datetime) -> None:
    """Delete the addresses of reports that are closed and no longer counted."""
    Report.objects.filter(open=False, at__lt=now - NETWORK_KEPT).exclude(network="").update(network="")


def _around(message: ChatMessage) -> list[ChatMessage]:
    near = (message.number - AROUND, message.number + AROUND)
    messages = ChatMessage.objects.filter(match=message.match_id, room=message.room, number__range=near)
    messages = messages.filter(hides=None)
    return list(messages.order_by("number"))
