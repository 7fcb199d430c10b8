"""Time of the gate of the rules for one action: the median for each game, in random play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.server import ROOT
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, say

PROGRAM = Path(__file__).resolve().parent / "judging.py"


def measure(setup: Setup, *, actions: int = 5000) -> Report:
    """Check so many actions of each game in each round, with this checkout's and another's rules in turns."""
    report = Report(f"rules, {setup.rounds} rounds of {actions} actions")
    section = report.section("one checked action, median")
    roots = {"site": ROOT} | ({"against": Path(setup.against).resolve()} if setup.against else {})
    for number in range(setup.rounds):
        for name, root in roots.items():
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
