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


@cache
def nightly(file: Path) -> set[str]:
    """Return the test functions of a module that are marked as nightly, all if the module is."""
    tree = ast.parse(file.read_text())
    mark = "pytest.mark.nightly"
    if any(
        isinstance(node, ast.Assign) and ast.unparse(node) == f"pytestmark = {mark}" for node in tree.body
    ):
        return functions(file)
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and any(ast.unparse(one) == mark for one in node.decorator_list)
    }


@pytest.mark.parametrize("promise", PROMISES)
def test_each_promise_has_a_test_in_each_run(promise: str) -> None:
    """A nightly test is a twin of a test that runs with each change."""
    for name in PROMISES[promise]:
        file, _, function = name.partition("::")
        if file.endswith(".mjs"):
            return
        tests = (
            {function} if function else {one for one in functions(TESTS / file) if one.startswith("test_")}
        )
        if tests - nightly(TESTS / file):
            return
    raise AssertionError(f"All tests of {promise} run nightly only.")
