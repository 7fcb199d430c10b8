"""Checks of style and types run beside all tests, each with a line of its own, and fail the run."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.web_server import ROOT
from tools.template_style import long_lines

FAULTY = """
from tools import linting

linting.CHECKS = {"spelling": ("this",), "grammar": ("no_such_module",)}
"""
CLEAN = FAULTY.replace("no_such_module", "this")


@pytest.mark.parametrize(("checks", "line", "code"), [(FAULTY, "FAILED", 1), (CLEAN, "clean", 0)])
def test_a_check_that_fails_has_its_own_line_and_fails_a_run_whose_tests_pass(tmp_path, checks, line, code):
    (tmp_path / "conftest.py").write_text(checks)
    one = tmp_path / "test_one.py"
    one.write_text("def test_right(): pass\n")
    command = [sys.executable, "-m", "pytest", "-n", "1", "-p", "tests.linting", one]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = run.stdout.splitlines()
    assert (run.returncode, lines.count("spelling: clean"), lines.count(f"grammar: {line}")) == (code, 1, 1)
    assert ("No module named no_such_module" in run.stdout) == bool(code)
    assert "1 passed" in run.stdout


def test_a_line_of_a_template_has_at_most_160_characters(tmp_path):
    (tmp_path / "home.html").write_text(f"{'<' * 160}\n{'é' * 160}\n{'>' * 161}\n")
    assert list(long_lines(tmp_path)) == [f"{tmp_path.name}/home.html:3: 161 characters, at most 160"]
