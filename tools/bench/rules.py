"""Time of one checked action in each game: the median in random play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

from tools.bench import rounds
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, say

PROGRAM = Path(__file__).resolve().parent / "judging.py"


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--actions", type=int, default=5000, help="of each game in a round")
    rounds.add_options(parser)


def measure(setup: Setup, actions: int) -> Report:
    """Check so many actions of each game in each round, by the rules of the checkouts in turns."""
    report = Report(f"rules, {setup.rounds} rounds of {actions} actions")
    section = report.section("one checked action, median")
    for number in range(setup.rounds):
        for name, root in rounds.checkouts(setup.against).items():
            say(f"rules: round {number + 1} of {setup.rounds}, {name}")
            section.add(name, judged(root, actions, number))
    return report


def judged(root: Path, actions: int, seed: int) -> Round:
    """Run one round in a separate process, with the rules of the checkout at ``root``."""
    command = [sys.executable, str(PROGRAM), str(actions), str(seed)]
    env = os.environ | {"PYTHONPATH": str(root), "DJANGO_SETTINGS_MODULE": "boardgames.settings"}
    done = subprocess.run(command, env=env, cwd=root, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures
