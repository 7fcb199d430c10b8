"""Says at once which test failed and how, in a run that tells the whole at its end: a plugin of pytest."""

from __future__ import annotations

import pytest


class Telling:
    """Writes each failure between the dots; only where the terminal is, not in the workers."""

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
    """The lines of a report that say what went wrong and where, or all of it if there are none."""
    lines = report.longreprtext.splitlines()
    said = [line for line in lines if line.startswith("E ")]
    return "\n".join([*said, *lines[-1:]] if said else lines)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.getplugin("terminalreporter")
    if terminal and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Telling(terminal), "telling")
