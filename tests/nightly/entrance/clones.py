"""A checkout with its own manage.py and requirements, and a one-file stand-in for Django."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.web_server import ROOT

PYTHON = getattr(sys, "_base_executable", sys.executable)
"""The Python that made the tests' own environment: none of their packages are installed in it."""

PREPARING = "Preparing .venv from {}: once, a minute or two.\n"
CREATING = "Creating the environment ...\n"
WAITING = "Another start is preparing .venv; waiting until it is done ...\n"
COMMANDS = ("test", "soak", "bench")

STAND_IN = """
import sys
def execute_from_command_line(argv):
    print("Django runs", *argv[1:], "in", sys.prefix)
"""


def wheel(folder: Path, name: str, files: dict[str, str]) -> str:
    """Make a package that pip can install without network; return its line for a lock file."""
    info = f"{name}-1.dist-info"
    files |= {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    path = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
        archive.writestr(f"{info}/RECORD", "".join(f"{file},,\n" for file in [*files, f"{info}/RECORD"]))
    return f"{name} @ {path.as_uri()} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def clone(folder: Path) -> Path:
    """A checkout with only the entry point and requirements of its own."""
    folder.mkdir(exist_ok=True)
    shutil.copy(ROOT / "manage.py", folder)
    (folder / "boardgames").mkdir()
    for module in ("__init__.py", "bootstrap.py", "installation.py"):
        shutil.copy(ROOT / "boardgames" / module, folder / "boardgames")
    (folder / "tools" / "management" / "commands").mkdir(parents=True)
    for command in COMMANDS:
        (folder / "tools" / "management" / "commands" / f"{command}.py").touch()
    packages = {
        "django/__init__.py": "",
        "django/core/__init__.py": "",
        "django/core/exceptions.py": "class ImproperlyConfigured(Exception): pass\n",
        "django/core/management.py": STAND_IN,
    }
    (folder / "requirements.txt").write_text("# comment\ntests_runtime\n")
    (folder / "requirements.lock").write_text("# comment\n" + wheel(folder, "tests_runtime", packages))
    (folder / "requirements-dev.txt").write_text("tests_development\n")
    (folder / "requirements-dev.lock").write_text(wheel(folder, "tests_development", {"tests_dev.py": ""}))
    return folder


def start(folder: Path, *arguments: str, python: str | Path = PYTHON, **env: str) -> tuple[int, str, str]:
    """Run manage.py from elsewhere in an empty environment; return exit code, output, errors."""
    run = subprocess.run(
        [python, folder / "manage.py", *arguments],
        cwd="/",
        env={"PATH": os.environ["PATH"], **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout, run.stderr


def progress(packages: int, new: int | None = None) -> str:
    """Return the output about the packages, some of which may be installed already."""
    return f"Fetching packages: {packages} of {packages}\nInstalling {new or packages} of them ...\n"


def bundling(folder: Path) -> str:
    """Return the stand-in's output at the end of a preparation."""
    return f"Django runs bundle --optional in {folder / '.venv'}\n"
