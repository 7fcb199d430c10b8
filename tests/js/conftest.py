"""Collection of the tests in JavaScript: each ``test("...")`` of a ``*.test.mjs`` is an item of its own.

Names are read from the source, so that collecting starts no process. Node runs once for a file, when the
first of its items runs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.js.node import HERE, run_node

MARK = "\x1e"
"""Character before each line of reporter.mjs."""
TEST = re.compile(r"""^\s*test\((["'`])(?P<name>(?:\\.|(?!\1).)+)\1""", re.MULTILINE)
EXPRESSION = re.compile(r"\\\$\\\{.*?\\\}")
"""Expression in the name of tests that a loop makes, escaped for a regular expression."""


class Result(NamedTuple):
    name: str
    error: str | None


class Failed(Exception):
    """Raised with the text to show."""


class JavaScriptTest(pytest.Item):
    """A test, or all tests that a loop makes under one name with an expression."""

    parent: JavaScriptFile

    def runtest(self) -> None:
        results, output = self.parent.run
        if output:
            self.add_report_section("call", "output", output)
        own = [result for result in results if stands_for(self.name, result.name)]
        if not own:
            raise Failed(f"Node has not run this test.\n{output}")
        if unknown := self.parent.uncollected:
            raise Failed(f'Not collected, since it is not written as test("..."): {", ".join(unknown)}')
        if errors := [result for result in own if result.error is not None]:
            raise Failed("\n\n".join(f"{result.name}\n{result.error}" for result in errors))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
        if isinstance(excinfo.value, Failed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name


class JavaScriptFile(pytest.File):
    def collect(self) -> Iterable[JavaScriptTest]:
        for name in self.names:
            yield JavaScriptTest.from_parent(self, name=name)

    @cached_property
    def names(self) -> list[str]:
        source = self.path.read_text(encoding="utf-8")
        return [re.sub(r"\\(.)", r"\1", found["name"]) for found in TEST.finditer(source)]

    @cached_property
    def uncollected(self) -> list[str]:
        """Names of tests that Node has run and no item stands for."""
        results, _ = self.run
        return [name for name, _ in results if not any(stands_for(own, name) for own in self.names)]

    @cached_property
    def run(self) -> tuple[list[Result], str]:
        """The results of the file's tests, and all other output."""
        reporter = "--test-reporter=./reporter.mjs"
        run = run_node([reporter, str(self.path.relative_to(HERE))])
        marked = [line for line in run.stdout.split("\n") if line.startswith(MARK)]
        others = [line for line in run.stdout.split("\n") if not line.startswith(MARK)]
        results = [Result(**json.loads(line.removeprefix(MARK))) for line in marked]
        return results, "\n".join([*others, run.stderr]).strip()


def stands_for(name: str, run: str) -> bool:
    """Return whether a test that Node has run is the one of this name in the source."""
    return re.fullmatch(EXPRESSION.sub(".*", re.escape(name)), run, re.DOTALL) is not None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> JavaScriptFile | None:
    if file_path.name.endswith(".test.mjs"):
        return JavaScriptFile.from_parent(parent, path=file_path)
    return None
