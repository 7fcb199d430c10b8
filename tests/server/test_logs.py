"""Strangers can neither fill the log nor forge lines in it."""

from __future__ import annotations

import json
import logging
import time

import pytest
from django.test import RequestFactory

from boardgames.logs import LINES, LONGEST_PART, ClientErrors, JsonLine, OneLine
from games_app.lib.ids import new_token


@pytest.mark.parametrize("formatter", [OneLine("%(message)s"), JsonLine()])
def test_a_long_argument_is_cut(formatter):
    record = logging.LogRecord("any", logging.WARNING, "", 0, "Not Found: %s", ("/" + "a" * 15_000,), None)
    text = formatter.format(record)
    assert f"Not Found: /{'a' * (LONGEST_PART - 1)}... (14801 more)" in text
    assert len(text) < 2 * LONGEST_PART


def test_control_characters_are_shown_whatever_logs_them():
    """Django shows those of a path itself; other arguments come as clients have sent them."""
    forged = ("b\r\n2026-11-22 forged\x1b[2J\u202e",)
    record = logging.LogRecord("any", logging.WARNING, "", 0, "Said: %s", forged, None)
    assert OneLine("%(message)s").format(record) == r"Said: b\r\n2026-11-22 forged\x1b[2J\u202e"


@pytest.mark.parametrize("formatter", [OneLine("%(message)s"), JsonLine()])
@pytest.mark.parametrize("before", ["/api/v1/games/", "/" + "a" * (LONGEST_PART - 10)])
def test_a_token_that_was_sent_in_an_address_is_not_logged(formatter, before):
    token = new_token()
    record = logging.LogRecord("any", logging.WARNING, "", 0, "Bad Request: %s", (before + token,), None)
    text = formatter.format(record)
    assert "bg_***" in text
    assert token[:6] not in text


def test_an_error_in_a_log_for_programs_brings_its_traceback_in_the_same_line():
    try:
        raise ValueError("no such\npit")
    except ValueError as error:
        record = logging.LogRecord(
            "games", logging.ERROR, __file__, 1, "%s failed", ("bob\x1b",), (ValueError, error, None)
        )
    text = JsonLine().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert line["message"] == r"bob\x1b failed"
    assert line["exception"] == "ValueError: no such\npit"


def test_a_scanner_does_not_fill_the_log_and_the_next_line_says_what_is_missing(monkeypatch):
    errors, now = ClientErrors(), [time.monotonic()]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    kept = [record for record in map(not_found, range(LINES.burst + 40)) if errors.filter(record)]
    assert len(kept) == LINES.burst
    assert errors.filter(logging.LogRecord("games", logging.ERROR, "", 1, "a bug", (), None)), "always"
    now[0] += 1.5
    assert errors.filter(late := not_found(7))
    assert late.getMessage() == "(40 lines about client errors left out) Not Found: /7"


@pytest.mark.parametrize(
    ("path", "status", "level", "logged"),
    [
        ("/api/v1/matches", 409, "WARNING", None),
        ("/api/v1/matches", 409, "INFO", "INFO"),
        ("/api/v1/matches", 500, "WARNING", "ERROR"),
        ("/nothing", 404, "WARNING", "WARNING"),
        ("/nothing", 404, "ERROR", None),
    ],
)
def test_a_refusal_of_the_api_is_no_warning(monkeypatch, path, status, level, logged):
    monkeypatch.setattr(logging.getLogger(), "level", logging.getLevelName(level))
    given = "ERROR" if status >= 500 else "WARNING"
    record = logging.LogRecord("django.request", logging.getLevelName(given), "", 1, "%s", (path,), None)
    record.status_code, record.request = status, RequestFactory().get(path)
    assert (record.levelname if ClientErrors().filter(record) else None) == logged


def not_found(number: int) -> logging.LogRecord:
    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 1, "Not Found: %s", (f"/{number}",), None
    )
    record.status_code = 404
    return record
