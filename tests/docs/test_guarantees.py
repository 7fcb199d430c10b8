"""docs/guarantees.md names, for each promise, tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

TESTS = settings.BASE_DIR / "tests"
PAGE = (settings.BASE_DIR / "docs" / "guarantees.md").read_text()

ROW = re.compile(r"^\| (?P<name>[^|-][^|]*) \| (?P<promise>[^|]+) \| (?P<tests>[^|]*) \|$", re.M)
PROMISES = {
    row["name"]: re.findall(r"`([^`]+)`", row["tests"])
    for row in ROW.finditer(PAGE)
    if row["tests"] != "Tests"
}


@cache
def functions(file: Path) -> set[str]:
    return {
        node.name
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_the_page_has_all_promises_of_live_play() -> None:
    assert [name for name in PROMISES if re.fullmatch(r"R\d+", name)] == [
        f"R{number}" for number in range(1, 22)
    ]


@pytest.mark.parametrize("promise", PROMISES)
def test_each_promise_names_tests_that_exist(promise: str) -> None:
    assert PROMISES[promise]
    for name in PROMISES[promise]:
        file, _, function = name.partition("::")
        assert (TESTS / file).is_file(), name
        assert not function or function in functions(TESTS / file), name
