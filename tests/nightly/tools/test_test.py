"""`manage.py test`: pytest's arguments in, pytest's exit code out."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.web_server import ROOT


@pytest.mark.parametrize(("chosen", "code", "said"), [("right", 0, "1 passed"), ("wrong", 1, "1 failed")])
def test_arguments_choose_the_tests_and_a_failure_is_the_exit_code(tmp_path, chosen, code, said):
    (tmp_path / "test_two.py").write_text("def test_right(): pass\ndef test_wrong(): raise ValueError\n")
    run = subprocess.run(
        [sys.executable, ROOT / "manage.py", "test", tmp_path / "test_two.py", "-k", chosen],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"]},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert said in run.stdout


def test_all_tests_include_the_nightly_ones():
    listing = [sys.executable, ROOT / "manage.py", "test", "--all", "--collect-only", "--numprocesses=0"]
    run = subprocess.run(
        listing,
        env={"PATH": os.environ["PATH"]},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "tests/nightly/tools/test_test.py" in run.stdout, run.stdout[-2000:] + run.stderr
    assert "tests/house/" in run.stdout
