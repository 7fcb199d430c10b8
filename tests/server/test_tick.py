"""`manage.py tick` deletes old sessions, few at a time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games_app.management.commands.tick import Command
from games_app.people import devices

NOW = datetime.now(UTC)
LONG_AGO, YESTERDAY, NEXT_YEAR = NOW - timedelta(days=60), NOW - timedelta(days=1), NOW + timedelta(days=400)


def store(*sessions: tuple[str, datetime]) -> None:
    devices.Session.objects.bulk_create(
        [devices.Session(session_key=key, session_data="", expire_date=ended) for key, ended in sessions]
    )


@pytest.mark.django_db
def test_the_ticker_clears_sessions_away_that_ended_long_ago(monkeypatch):
    monkeypatch.setattr(devices, "MOST_SESSIONS", 3)
    store(*[(str(number), LONG_AGO) for number in range(4)])
    store(("ended-yesterday", YESTERDAY), ("goes-on", NEXT_YEAR))
    assert [Command().clear() for _ in range(2)] == [True, False], "the next check continues"
    left = devices.Session.objects.order_by("session_key").values_list("session_key", flat=True)
    assert list(left) == ["ended-yesterday", "goes-on"]


@pytest.mark.django_db
def test_cleanup_takes_few_sessions_at_once():
    store(*[(str(number), LONG_AGO) for number in range(devices.MOST_SESSIONS + 1)])
    assert [devices.clear_expired_sessions(NOW) for _ in range(3)] == [devices.MOST_SESSIONS, 1, 0]
