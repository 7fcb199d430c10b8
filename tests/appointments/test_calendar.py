"""The file for calendars, checked by rules of RFC 5545."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from games_app.appointments.calendar import LINE_OCTETS, calendar_file, escaped, folded
from games_app.lib import clock
from games_app.lists.appointments import Shown
from tests.appointments.meeting import agreed

pytestmark = pytest.mark.django_db(transaction=True)

NAME = re.compile(r"[A-Z-]+")
UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*[;,]")


def properties(content: str) -> list[tuple[str, str]]:
    """Return the properties of a file after a check of its lines: their ends, lengths and folds."""
    assert content.endswith("\r\n")
    assert "\n" not in content.replace("\r\n", "")
    lines = content.split("\r\n")[:-1]
    assert all(len(line.encode()) <= LINE_OCTETS for line in lines)
    unfolded = content.replace("\r\n ", "").split("\r\n")[:-1]
    parsed = [tuple(line.split(":", 1)) for line in unfolded]
    assert all(NAME.fullmatch(name) for name, _value in parsed)
    return [(name, value) for name, value in parsed]


def test_file_has_one_event_with_an_alarm_and_all_that_the_rfc_requires(at):
    row = agreed()
    content = calendar_file(
        Shown(row, row.other_id, clock.now()),
        "Mancala; against alice, " + "阿里" * 30,
        "https://play.example/appointments/" + row.public_id,
        "play.example",
    )
    found = properties(content)
    opened = [value for name, value in found if name == "BEGIN"]
    assert opened == ["VCALENDAR", "VEVENT", "VALARM"]
    assert [value for name, value in found if name == "END"] == opened[::-1]
    event = dict(found)
    assert event["VERSION"] == "2.0"
    assert event["PRODID"]
    assert event["UID"] == f"{row.public_id}@play.example"
    assert datetime.strptime(event["DTSTART"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) == row.at.replace(
        microsecond=0
    )
    assert event["DTSTAMP"].endswith("Z")
    assert not UNESCAPED.search(event["SUMMARY"])
    assert "阿里" * 30 in event["SUMMARY"]
    assert (event["ACTION"], event["TRIGGER"]) == ("DISPLAY", "-PT15M")


def test_text_is_escaped_so_that_it_ends_no_line():
    assert escaped("a\\b; c, d\ne\r\x07") == "a\\\\b\\; c\\, d\\ne"


def test_fold_divides_no_letter():
    for line in ("x" * 200, "é" * 100, "阿" * 80, "🂡" * 60):
        parts = folded(line).split("\r\n ")
        assert "".join(parts) == line
