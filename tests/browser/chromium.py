"""The Chromium of the browser tests: found on this machine, or installed."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright

from tests.backing.once import alone, once

ABSENT = (
    "The browser tests need Chromium, and none was found or could be installed. Install it (on Debian: "
    "apt install chromium chromium-headless-shell), or set the environment variable CHROMIUM to the path of "
    "its program file."
)
SHELL = ("chromium-headless-shell", "chrome-headless-shell")
"""Programs with only the engine, which costs a third less: a whole browser has pages of its own."""
WHOLE = ("chromium", "google-chrome")
"""Whole browsers. Only they keep pages for the Back button as people's browsers do."""

THRIFTY = ["--process-per-site", "--in-process-gpu", "--force-gpu-mem-available-mb=1"]
"""Options with which one person's pages share a process, and pictures have no memory.

Otherwise each page that is opened in an emptied tab starts one, which takes as long as the page. Without a
graphics card, painting takes a fifth of a page's time, and no test looks at a pixel: styles, places and
frames are the same without it.
"""


def find_or_install(playwright: Playwright, *, whole: bool = False) -> str:
    """Return the path of the program that a run uses: the shell, or a ``whole`` browser, if available.

    Otherwise the other kind. Raises AssertionError if there is none: tests are never skipped.
    """
    folder = once("whole-chromium" if whole else "chromium", lambda folder: _note(playwright, folder, whole))
    return (folder / "program").read_text()


def _note(playwright: Playwright, folder: Path, whole: bool) -> None:
    (folder / "program").write_text(choose(playwright, whole=whole))


def choose(playwright: Playwright, *, whole: bool = False) -> str:
    """Return CHROMIUM's program, or the wanted kind, installed if that is permitted, or the other kind."""
    if named := os.environ.get("CHROMIUM"):
        assert os.access(named, os.X_OK), f"CHROMIUM names {named}, which is not a program file."
        return named
    wanted, other = (WHOLE, SHELL) if whole else (SHELL, WHOLE)
    said = ""
    with alone():
        found = find(playwright, wanted)
        if not found and (_may_use_apt() or not find(playwright, other)):
            said = install()
            found = find(playwright, wanted)
    found = found or find(playwright, other)
    assert found, f"{ABSENT}\n{said}"
    return found


def find(playwright: Playwright, kind: tuple[str, ...]) -> str | None:
    """Return a program of this machine, or Playwright's own."""
    if found := next(filter(None, map(shutil.which, kind)), None):
        return found
    own = Path(playwright.chromium.executable_path)
    if kind is SHELL:
        # It lies in a folder beside, named alike.
        build = next((one for one in own.parents if one.name.startswith("chromium-")), own.parent)
        beside = build.with_name(build.name.replace("chromium-", "chromium_headless_shell-"))
        own = next(beside.glob("*/*headless?shell"), own.with_name("absent"))
    return str(own) if os.access(own, os.X_OK) else None


def install() -> str:
    """Install Chromium by the system's packages if permitted, otherwise by Playwright; return the output."""
    if _may_use_apt():
        return install_by_apt(WHOLE[0], SHELL[0])
    return _run([sys.executable, "-m", "playwright", "install", "chromium"])


def install_by_apt(*packages: str) -> str:
    """Install packages of the system if permitted; return the output."""
    if not _may_use_apt():
        return ""
    return _run(["apt-get", "update"]) + _run(["apt-get", "install", "--yes", *packages])


def _run(command: list[str]) -> str:
    step = subprocess.run(
        command,
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return f"$ {' '.join(command)}\n{step.stdout[-3000:]}\n"


def _may_use_apt() -> bool:
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    try:
        return platform.freedesktop_os_release()["ID"] == "debian"
    except OSError:
        return False
