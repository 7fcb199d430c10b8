"""A pytest plugin: tests of browsers, servers and faults get a second try, and the run names what needed it.

On a starved machine such a test may fail by chance. It must stop nobody, and be seen.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

FOLDERS = ("tests/faults", "tests/journeys", "tests/live", "tests/nightly", "tests/server")
"""Folders whose tests wait for other processes and threads. Anywhere else a failure is a failure."""
FLAKY_FILE = "FLAKY_FILE"
"""Environment variable with the file to which the names of flaky tests are appended."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give a second try to the tests of these folders, unless the run has ``--reruns=0``."""
    if config.getoption("reruns") == 0:
        return
    folders = [config.rootpath / folder for folder in FOLDERS]
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in folders):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests that passed only in their second try, with the failure of the first."""
    if hasattr(terminalreporter.config, "workerinput"):
        return
    failed = {report.nodeid for kind in ("failed", "error") for report in terminalreporter.getreports(kind)}
    first_tries = {report.nodeid: report for report in terminalreporter.getreports("rerun")}
    flaky = sorted(first_tries.keys() - failed)
    if not flaky:
        return
    terminalreporter.section(f"flaky: {len(flaky)}")
    for name in flaky:
        terminalreporter.write_line(name, bold=True)
        terminalreporter.write_line(first_tries[name].longreprtext)
    if file := os.environ.get(FLAKY_FILE):
        with Path(file).open("a") as names:
            names.writelines(f"{name}\n" for name in flaky)
