"""`manage.py tick` as a separate process: besides due deadlines, it deletes old sessions."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from games_app.services.people import devices
from tests.server import DATABASE, ROOT, bare_environment, prepared

NOW = datetime.now(UTC)
LONG_AGO, YESTERDAY, NEXT_YEAR = NOW - timedelta(days=60), NOW - timedelta(days=1), NOW + timedelta(days=400)
INSERT = "INSERT INTO django_session (session_key, session_data, expire_date) VALUES (?, '', ?)"


def test_the_ticker_clears_sessions_away_that_ended_long_ago(tmp_path):
    _, static, empty_record = prepared(bundled=True)
    shutil.copy(empty_record, tmp_path / DATABASE)
    many = 2 * devices.MOST_SESSIONS + 1
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as record:
        rows = [(f"{n:032}", str(LONG_AGO)[:-6]) for n in range(many)]
        rows += [("ended-yesterday", str(YESTERDAY)[:-6]), ("goes-on", str(NEXT_YEAR)[:-6])]
        record.executemany(INSERT, rows)
        env = bare_environment(tmp_path, static)
        command = [sys.executable, "manage.py", "tick"]
        with subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.PIPE) as ticker:
            until, left = time.monotonic() + 30, rows
            while len(left) > 2 and time.monotonic() < until:
                time.sleep(0.1)
                left = record.execute("SELECT session_key FROM django_session ORDER BY 1").fetchall()
            ticker.terminate()
            assert ticker.stderr
            assert ticker.stderr.read() == b""
        assert left == [("ended-yesterday",), ("goes-on",)]


@pytest.mark.django_db
def test_it_takes_few_at_once():
    for n in range(devices.MOST_SESSIONS + 1):
        devices.Session.objects.create(session_key=str(n), session_data="", expire_date=LONG_AGO)
    assert [devices.clear_expired_sessions(NOW) for _ in range(3)] == [devices.MOST_SESSIONS, 1, 0]
