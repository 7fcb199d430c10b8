"""Checks style and types beside the tests of a run: a plugin of pytest. A failed check fails the run."""

from __future__ import annotations

import pytest

from tools import linting


class Linting:
    """Starts the checks with the run and tells at its end what they have found; not in the workers."""

    def __init__(self) -> None:
        self._checks: list[linting.Check] = []
        self._results: list[tuple[str, str]] = []

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        if not session.config.option.collectonly:
            self._checks = linting.begin()

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            for check in self._checks:
                check.stop()
            return
        self._results = list(linting.results(self._checks))
        if any(faults for _, faults in self._results):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line, faults in self._results:
            terminalreporter.write_line(line, red=bool(faults))
            terminalreporter.write(faults)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Linting(), "checks of style and types")
