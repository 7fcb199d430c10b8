"""R2, R4: a database that stalls, fails, and comes back."""

from __future__ import annotations

import psycopg
import pytest

from boardgames import databases


def test_a_command_of_the_host_waits_for_no_lock_without_end(postgres, monkeypatch):
    """Its queries may read everything and so take long; a lock that it waits for may be held for ever."""
    monkeypatch.setattr(databases, "LOCK_SECONDS", 1)
    url = postgres.url(postgres.migrated_database())
    options = databases.postgresql(url, bounded=False)["OPTIONS"]["options"]
    with psycopg.connect(url) as other, psycopg.connect(url, options=options) as command:
        other.execute("LOCK TABLE games_app_match")
        command.execute("SET statement_timeout = '30s'")  # lest the test itself wait for ever
        with pytest.raises(psycopg.errors.LockNotAvailable):
            command.execute("SELECT 1 FROM games_app_match")
