"""An appointment as an iCalendar file (RFC 5545).

The package icalendar would bring python-dateutil and tzdata for one event of fixed shape: escaping and
folding are the ten lines below.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games_app.lists.appointments import REMINDERS, Shown
from games_app.lists.news import Kind

MEDIA_TYPE = "text/calendar; charset=utf-8"
LENGTH = timedelta(minutes=30)
"""Time that a calendar reserves for a game."""
LINE_OCTETS = 75
"""Maximum length of a line in UTF-8, without its end; the rest follows after a space."""


def calendar_file(shown: Shown, summary: str, address: str, host: str) -> str:
    """Return the file; ``address`` of the page, ``summary`` of the event in the reader's language."""
    row, minutes = shown.row, REMINDERS[Kind.SOON] // timedelta(minutes=1)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//boardgames//appointments//EN",
        "BEGIN:VEVENT",
        f"UID:{row.public_id}@{host}",
        f"SEQUENCE:{row.number}",
        f"DTSTAMP:{_utc(row.changed_at)}",
        f"DTSTART:{_utc(row.at)}",
        f"DTEND:{_utc(row.at + LENGTH)}",
        f"SUMMARY:{escaped(summary)}",
        f"URL:{address}",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{escaped(summary)}",
        f"TRIGGER:-PT{minutes}M",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{folded(line)}\r\n" for line in lines)


def escaped(text: str) -> str:
    """Return a value of type TEXT."""
    plain = "".join(letter for letter in text if letter.isprintable() or letter == "\n")
    for sign in ("\\", ";", ","):
        plain = plain.replace(sign, f"\\{sign}")
    return plain.replace("\n", "\\n")


def folded(line: str) -> str:
    """Return a content line with breaks where it is too long, none of them within a letter."""
    parts, room = [""], LINE_OCTETS
    for letter in line:
        size = len(letter.encode())
        if size > room:
            parts.append("")
            room = LINE_OCTETS - 1  # for the space
        parts[-1] += letter
        room -= size
    return "\r\n ".join(parts)


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"
