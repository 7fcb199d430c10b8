"""A pytest plugin that reports at once which test failed and how, in a run that reports at its end."""

from __future__ import annotations

import pytest


class Telling:
    """Reporter that prints each failure between the dots; only in the terminal's process, not in workers."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.failed:
            return
        when = "" if report.when == "call" else f" ({report.when})"
        self._terminal.write_line(f"\nFAILED {report.nodeid}{when}", red=True)
        self._terminal.write_line(error(report))


def error(report: pytest.TestReport) -> str:
    """Return the lines of a report about the error and its place, or all of it if there are none."""
    lines = report.longreprtext.splitlines()
    said = [line for line in lines if line.startswith("E ")]
    return "\n".join([*said, *lines[-1:]] if said else lines)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.getplugin("terminalreporter")
    if terminal and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Telling(terminal), "telling")
