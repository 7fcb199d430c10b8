"""The explorer: time of an answer beside a million matches, of putting a match in, and bytes of each.

The index is made in a data folder of its own, of matches that share the first decisions of games that were
played, and go their own ways then.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser

from tests.web_server import ROOT
from tools.bench.report import Report
from tools.bench.rounds import say


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--matches", type=int, default=1_000_000, help="in the index (%(default)s)")
    parser.add_argument("--questions", type=int, default=500, help="of each kind (%(default)s)")


def measure(matches: int, questions: int) -> Report:
    """Fill an index with so many matches, and ask it."""
    report = Report(f"explorer, {matches} matches, {questions} questions")
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"DATA_DIR": folder, "PYTHONPATH": str(ROOT), "DEBUG": ""}
        say("explorer: a new site")
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, env=env, cwd=ROOT, check=True)
        program = [sys.executable, "-m", "tools.bench.explorer_site", str(matches), str(questions)]
        done = subprocess.run(program, env=env, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    for title, figures in json.loads(done.stdout).items():
        report.section(title).add("site", figures)
    return report
