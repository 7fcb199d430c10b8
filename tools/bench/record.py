"""Checks of the record after a bench: speed that loses or invents an action doesn't count."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tests.web_server import Server
from tools.bench.clients import Accepted

STORED = """
    SELECT games_app_match.public_id, cmd, games_app_event.seq
    FROM games_app_event JOIN games_app_match ON games_app_match.id = match_id WHERE cmd LIKE 'bench-%'
"""


class Unsound(AssertionError):
    """Raised if the record differs from the answers, or from the rules."""


def check(server: Server, stored: Iterable[tuple[Any, ...]], accepted: Sequence[Accepted]) -> None:
    """Raise Unsound unless every answered action is stored once and every match replays by the rules.

    ``stored``: the rows that STORED finds.
    """
    if found := differences(stored, accepted):
        raise Unsound("\n".join(found))
    root, env = server.prepare()
    verify = [sys.executable, str(root / "manage.py"), "verify"]
    told = subprocess.run(verify, env=env, cwd=root, capture_output=True, text=True)
    if told.returncode:
        raise Unsound(told.stdout[-2000:] + told.stderr[-2000:])


def differences(stored: Iterable[tuple[Any, ...]], accepted: Sequence[Accepted]) -> list[str]:
    """Return a sentence for each kind of difference between the answers and the record."""
    kept, answered = Counter(Accepted(*row) for row in stored), Counter(accepted)
    return [
        f"{len(some)} {what}, such as {', '.join(map(str, some[:3]))}"
        for what, some in (
            ("answered and not stored", list(answered - kept)),
            ("stored and never answered", list(kept - answered)),
        )
        if some
    ]
