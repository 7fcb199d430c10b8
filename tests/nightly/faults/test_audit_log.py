"""PostgreSQL refuses to change the moderators' log; for SQLite see tests/moderation/test_actions.py."""

from __future__ import annotations

import psycopg
import pytest

ENTRY = (
    "INSERT INTO games_app_auditentry (at, who, what, whom, why) VALUES (now(), 'carol', 'end', 'match', '')"
)


def test_postgresql_refuses_to_change_the_log_of_moderators(postgres):
    database = postgres.migrated_database()
    postgres.query(database, ENTRY)
    for change in ("UPDATE games_app_auditentry SET who = ''", "DELETE FROM games_app_auditentry"):
        with pytest.raises(psycopg.errors.RaiseException, match="never changed"):
            postgres.query(database, change)
    with pytest.raises(psycopg.errors.RaiseException, match="never changed"):
        postgres.query(database, "TRUNCATE games_app_auditentry")
    assert postgres.query(database, "SELECT who FROM games_app_auditentry") == [("carol",)]
