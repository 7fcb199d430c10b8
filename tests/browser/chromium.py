"""Finding a Chromium for the browser tests, or installing one."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys

from playwright.sync_api import Playwright

from tests.backing.once import alone

ABSENT = (
    "The browser tests need Chromium, and none was found or could be installed. Install it (on Debian: "
    "apt install chromium chromium-headless-shell), or let the environment variable CHROMIUM name its "
    "program file."
)
WHOLE = ("chromium", "google-chrome")
SHELL = "chromium-headless-shell"
"""The same engine without the browser around it, whose own pages cost as much as the site's."""

THRIFTY = ["--process-per-site", "--in-process-gpu"]
"""Options with which pages of one person share a process. Else each page that is opened in an emptied tab
starts one, which takes as long as the page."""


def find_or_install(playwright: Playwright, *, whole: bool = False) -> str:
    """The path of a Chromium's program file: of a ``whole`` browser, else rather of the shell.

    Raises AssertionError: tests are never skipped.
    """
    path = find(playwright, whole=whole)
    if path is None:
        with alone():
            said = "" if find(playwright, whole=whole) else install()
        path = find(playwright, whole=whole)
        assert path, f"{ABSENT}\n{said}"
    return path


def find(playwright: Playwright, *, whole: bool = False) -> str | None:
    """The one named by the environment, else one of this machine, else Playwright's own."""
    if named := os.environ.get("CHROMIUM"):
        assert os.access(named, os.X_OK), f"CHROMIUM names {named}, which is not a program file."
        return named
    found = next(filter(None, map(shutil.which, WHOLE if whole else (SHELL, *WHOLE))), None)
    own = playwright.chromium.executable_path
    return found or (own if os.path.exists(own) else None)


def install() -> str:
    """Install Chromium by the system's packages if this may be done, else by Playwright; what was said."""
    if _may_use_apt():
        commands = [["apt-get", "update"], ["apt-get", "install", "--yes", "chromium", SHELL]]
    else:
        commands = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    said = ""
    for command in commands:
        step = subprocess.run(
            command,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        said += f"$ {' '.join(command)}\n{step.stdout[-3000:]}\n"
    return said


def _may_use_apt() -> bool:
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    try:
        return platform.freedesktop_os_release()["ID"] == "debian"
    except OSError:
        return False
