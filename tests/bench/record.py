"""After a bench the record is looked at: speed that loses or invents an action is none."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.bench.clients import Accepted
from tests.server import DATABASE, Server

SHOWN = 3
"""Most examples told of each kind of difference."""
STORED = """
    SELECT games_app_match.public_id, cmd, games_app_event.seq
    FROM games_app_event JOIN games_app_match ON games_app_match.id = match_id WHERE cmd LIKE 'bench-%'
"""


class Unsound(AssertionError):
    """The record differs from what was answered, or from the rules."""


def check(server: Server, accepted: Sequence[Accepted]) -> None:
    """Raise Unsound unless every answered action is stored once and every match replays by the rules."""
    if found := differences(server.data / DATABASE, accepted):
        raise Unsound("\n".join(found))
    root, env = server.prepare()
    verify = [sys.executable, str(root / "manage.py"), "verify"]
    told = subprocess.run(verify, env=env, cwd=root, capture_output=True, text=True)
    if told.returncode:
        raise Unsound(told.stdout[-2000:] + told.stderr[-2000:])


def differences(database: Path, accepted: Sequence[Accepted]) -> list[str]:
    """Return a sentence for each kind of difference between the answers and the record."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        stored = Counter(Accepted(*row) for row in connection.execute(STORED))
    answered = Counter(accepted)
    return [
        f"{len(some)} {what}, such as {', '.join(map(str, some[:SHOWN]))}"
        for what, some in (
            ("answered and not stored", list(answered - stored)),
            ("stored and never answered", list(stored - answered)),
        )
        if some
    ]
