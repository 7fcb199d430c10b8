"""`manage.py test`: pytest's arguments in, pytest's exit code out; a quick part of the tests, and all."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.lanes import BIG, BROWSER, OTHER, choice, group, lane
from tests.server import ROOT
from tools.management.commands.test import ALL, EACH_CHANGE, LEFT_OUT, OF_TOOLS, chosen

IGNORED = [f"--ignore=tests/{name}" for name in OF_TOOLS]


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


def test_a_failure_is_told_at_once_and_not_only_at_the_end(tmp_path):
    (tmp_path / "test_two.py").write_text("def test_wrong(): raise ValueError('of the well')\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.telling", tmp_path / "test_two.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    before, _, _ = run.stdout.partition("= FAILURES =")
    assert re.search(r"FAILED \S*test_two.py::test_wrong", before)
    assert "ValueError: of the well" in before


def test_without_arguments_the_tests_of_each_change_are_run_and_all_of_them_if_that_is_asked_for():
    assert chosen([]) == [*EACH_CHANGE] == [*ALL, "-m", "not nightly", *IGNORED]
    assert chosen(["--all", "-x"]) == [*ALL, "-x"]


def test_what_runs_quickly_needs_neither_browsers_nor_many_servers():
    quick = chosen(["--quick", "-x"])
    assert {one for one in quick if one.startswith("--ignore")} == {
        f"--ignore=tests/{name}" for name in LEFT_OUT
    }
    assert quick[-1] == "-x"
    assert all((ROOT / "tests" / name).exists() for name in LEFT_OUT)


@pytest.mark.parametrize("options", [["--durations=25"], ["-x", "-k", "alice"]])
def test_options_alone_keep_the_workers_of_a_full_run(options):
    assert chosen(options) == [*EACH_CHANGE, *options]


@pytest.mark.parametrize(
    "arguments",
    [["-x", "tests/games"], ["tests/games/test_perft.py::test_it[morris]", "-k", "alice"], ["--pdb"]],
)
def test_a_part_of_the_tests_and_a_debugger_run_in_one_process(monkeypatch, arguments):
    monkeypatch.chdir(ROOT)
    assert chosen(arguments) == arguments


def test_several_workers_share_no_module_unless_its_servers_differ():
    module = "tests/faults/test_loss.py"
    assert (
        group(f"{module}::test_one[small-hole]") == group(f"{module}::test_other[small]") == f"{module} small"
    )
    assert group(f"{module}::test_other[big]") == f"{module} big"
    assert group("tests/rules/test_morris.py::test_it[big]") == "tests/rules/test_morris.py"
    assert lane(f"{module} big") != lane(f"{module} small") != lane("tests/browser/test_keys.py")


@pytest.mark.parametrize(
    ("own", "waiting", "taken"),
    [
        (OTHER, "browser big other", "other"),
        (OTHER, "browser big", "big"),
        (OTHER, "browser", None),
        (BIG, "browser other", "other"),
        (BROWSER, "big browser", "browser"),
        (BROWSER, "big other", "big"),
        (BROWSER, "", None),
    ],
)
def test_a_worker_keeps_to_its_lane_then_helps_and_starts_a_browser_in_no_other(own, waiting, taken):
    names = {
        "browser": "tests/browser/test_keys.py",
        "big": "tests/faults/test_loss.py big",
        "other": "tests/pages/test_home.py",
    }
    assert choice(own, [names[one] for one in waiting.split()]) == (names[taken] if taken else None)
