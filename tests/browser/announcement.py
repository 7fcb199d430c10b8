"""A pytest plugin that names the browser at the top of a run with browser tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable

import pytest

IN_BROWSERS = ("tests/journeys/", "tests/nightly/browser/")
"""Folders with browser tests."""


class Announcement:
    """Plugin that chooses the browser before the first test; only in the terminal's process."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal
        self._made = False

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if not session.config.option.collectonly:
            self._make(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Iterable[str]) -> None:
        self._make(ids)

    def _make(self, tests: Iterable[str]) -> None:
        if self._made or not any(test.startswith(IN_BROWSERS) for test in tests):
            return
        self._made = True
        # Playwright is loaded only by runs that use it.
        from playwright.sync_api import sync_playwright  # noqa: PLC0415

        from tests.browser import chromium  # noqa: PLC0415

        with sync_playwright() as playwright:
            if not os.environ.get("CHROMIUM") and not chromium.find(playwright, chromium.SHELL):
                self._terminal.write_line("Looking for a Chromium, or installing one ...")
            try:
                program = chromium.find_or_install(playwright)
            except AssertionError:
                return  # Each test that needs it says so.
        self._terminal.write_line(f"Browser: {program} ({version(program)})")


def version(program: str) -> str:
    """Return the program's own version text, such as "Chromium 156.0.8078.79"."""
    run = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return run.stdout.strip() or "of an unknown version"


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.getplugin("terminalreporter")
    if terminal and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Announcement(terminal), "announcement")
