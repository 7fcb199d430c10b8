"""Effect of games against the computer, and of reviews, on the speed of people's matches.

People's matches are played at a steady pace, first alone, then beside such games and reviews. Two workers
run, as `serve` starts them: one for the computer's moves, one with a lower priority for the reviews.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.engine_worker import EngineWorker
from tests.server import ROOT, bare_environment
from tools.bench.live import play
from tools.bench.sides import Site
from tools.percentile import percentile

MATCHES, PACE = 10, 20.0
"""Number of people's matches, and their actions a second in all."""
USUAL = {"NICENESS": ""}
"""Settings of the workers: their priority on a site, which tests don't use."""
REVIEWS = 3
SOON = 500
"""Milliseconds within which the computer replies, at the 99th percentile."""
TWICE = 2


@dataclass(frozen=True)
class Figures:
    """Milliseconds of people's actions, alone and beside the computer's games, and of its replies."""

    games: int
    idle_p99: float
    busy_p99: float
    replies: int
    reply_median: float
    reply_p99: float
    unanswered: int

    def text(self) -> str:
        ratio = self.busy_p99 / self.idle_p99
        return (
            f"people's actions, p99: {self.idle_p99:.1f} ms alone, {self.busy_p99:.1f} ms beside "
            f"{self.games} games and {REVIEWS} reviews, {ratio:.2f} times (goal: {TWICE}): "
            f"{_verdict(ratio <= TWICE)}\n"
            f"{self.replies} replies: median {self.reply_median:.0f} ms, p99 {self.reply_p99:.0f} ms "
            f"(goal: {SOON} ms), {self.unanswered} still asked: {_verdict(self.reply_p99 <= SOON)}"
        )

    def data(self) -> dict[str, Any]:
        return asdict(self)


def _verdict(met: bool) -> str:
    return "met" if met else "NOT MET"


def measure(*, computer_games: int = 20, seconds: float = 60.0) -> Figures:
    """Play people's matches for so many seconds without, and then beside, so many of the computer's games."""
    with tempfile.TemporaryDirectory() as name, Site(Path(name) / "site") as site:
        idle = play(site, MATCHES, "mancala", seconds, PACE, 1)
        data = site.server.data
        with EngineWorker(data, USUAL, only="replies"), EngineWorker(data, USUAL, only="analyses"):
            asked = _run(data, f"ask_reviews({REVIEWS})")
            assert asked.wait() == 0
            load = _run(data, f"play_games({computer_games}, {seconds + 2})")
            busy = play(site, MATCHES, "mancala", seconds, PACE, 2)
            told = json.loads(load.communicate()[0])
        took = told["took"] or [float("inf")]
    return Figures(
        computer_games,
        idle["p99 ms"],
        busy["p99 ms"],
        len(told["took"]),
        percentile(took, 50),
        percentile(took, 99),
        told["unanswered"],
    )


def _run(data: Path, what: str) -> subprocess.Popen[bytes]:
    """Start a part of the load on the data of a site."""
    code = f"import django; django.setup(); from tools.bench import computer_load as load; load.{what}"
    env = bare_environment(data, data) | {
        "SECRET_KEY": "only for tests",
        "DJANGO_SETTINGS_MODULE": "boardgames.settings",
    }
    return subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=env, stdout=subprocess.PIPE)
