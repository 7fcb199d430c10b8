"""Rooms are removable, and know each other by the names of one table only."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.house.test_imports import MODULES, dotted, imports, part

ROOT = settings.BASE_DIR

ROOMS = {name.rpartition(".")[2] for name in settings.ROOMS}
KNOWN = {
    ("api", "analysis"): "reviews, analyses and puzzles by the API",
    ("api", "appointments"): "arranged games by the API",
    ("api", "archive"): "the record of a match, and imports",
    ("api", "explorer"): "what was played from a position, by the API",
    ("api", "tournaments"): "tournaments by the API",
    ("appointments", "tournaments"): "a time for a game of a tournament",
    ("archive", "analysis"): "the values of positions in open data",
    ("archive", "explorer"): "positions that people get wrong, mirror images together",
    ("archive", "tournaments"): "tournaments in open data",
    ("clubs", "analysis"): "what is proved of a position that a club was asked about",
    ("clubs", "tournaments"): "tournaments of a club",
    ("explorer", "analysis"): "decisions of matches, what is withheld, and what is proved",
    ("host", "moderation"): "roles, and the log of decisions",
    ("tournaments", "analysis"): "the best move that reviews have found",
}
"""Room -> another room that it may import from, and what for."""

COPIED = ["boardgames", "games_app", "locale", "static", "templates", "tests"]
FILES = ["manage.py", "pyproject.toml", "requirements.txt"]


def test_rooms_know_each_other_as_the_table_says():
    arrows = {
        (own, other)
        for file in MODULES
        if (own := part(".".join(dotted(file)))) in ROOMS
        for module in imports(file)
        if (other := part(module)) in ROOMS and other != own
    }
    assert arrows == set(KNOWN)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the site without its room ``notify``: without the folder and the line of the settings."""
    for name in COPIED:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "nightly"))
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path)
    shutil.rmtree(tmp_path / "games_app" / "notify")
    settings_file = tmp_path / "boardgames" / "settings.py"
    without, lines = re.subn(r'\n    "games_app\.notify",(?=\n)', "", settings_file.read_text(), count=1)
    assert lines == 1
    settings_file.write_text(without)
    return tmp_path


def test_site_without_notifications_plays_a_match(copy):
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/house/without_a_room.py"],
        cwd=copy,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        | {"DATA_DIR": str(copy / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
