"""docs/guarantees.md names, for each promise, tests that exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.conf import settings

TESTS = settings.BASE_DIR / "tests"
PAGE = (settings.BASE_DIR / "docs" / "guarantees.md").read_text()

ROW = re.compile(r"^\| (?P<name>[^|-][^|]*) \| (?P<promise>[^|]+) \| (?P<tests>[^|]*) \|$", re.M)
PROMISES = {
    row["name"]: re.findall(r"`([^`]+)`", row["tests"])
    for row in ROW.finditer(PAGE)
    if row["tests"] != "Tests"
}


NIGHTLY = "nightly/"


@cache
def functions(file: Path) -> set[str]:
    return set(re.findall(r"^ *(?:async )?def (\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE))


def is_there(name: str) -> bool:
    """Return whether a test exists that is named relative to tests/: a file, or a function of it."""
    file, *parts = name.partition("[")[0].split("::")
    path = TESTS / file
    return path.is_file() and (not parts or file.endswith(".mjs") or parts[-1] in functions(path))


def test_the_page_has_all_promises_of_live_play() -> None:
    assert [name for name in PROMISES if re.fullmatch(r"R\d+", name)] == [
        f"R{number}" for number in range(1, 22)
    ]


def test_each_promise_names_tests_that_exist() -> None:
    assert [promise for promise, tests in PROMISES.items() if not tests] == []
    assert [name for tests in PROMISES.values() for name in tests if not is_there(name)] == []


def test_each_promise_has_a_test_in_each_run() -> None:
    """A nightly test is a twin of a test that runs with each change."""
    nightly_only = [
        promise for promise, tests in PROMISES.items() if all(name.startswith(NIGHTLY) for name in tests)
    ]
    assert nightly_only == []
