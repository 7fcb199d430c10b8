"""The start of manage.py: prepare an environment with the site's packages, then run Django in it.

This module runs before anything is installed, so it uses only the standard library. It prepares nothing if
the requirements are already met (a container, your own virtual environment, also one in .venv).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata, util
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "requirements.txt"
DEVELOPMENT = ROOT / "requirements-dev.txt"
NODE_PACKAGES = ROOT / "package-lock.json"
DEVELOPERS_COMMANDS = ROOT / "tools" / "management" / "commands"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def main() -> None:
    """Run the command of ``sys.argv`` in an environment with its requirements."""
    try:
        prepare(needed_by(sys.argv[1:2]))
    except KeyboardInterrupt:
        sys.exit("\nStopped. The next start goes on from here.")
    if sys.argv[1:2] == ["runserver"] and not os.environ.get("DEBUG"):
        os.environ["DEBUG"] = "1"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
    if sys.argv[1:] == ["--version"]:
        from boardgames import __version__  # noqa: PLC0415  (of no use before)

        print(f"boardgames {__version__}")
        return
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415  (there only now)
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        if "--traceback" in sys.argv:
            raise
        sys.exit(str(wrong))


def needed_by(command: list[str]) -> list[Path]:
    """Return the requirement files for a command. Developers' commands need more than the site does."""
    developers = {file.stem for file in DEVELOPERS_COMMANDS.glob("*.py")}
    return [RUNTIME, DEVELOPMENT] if developers.intersection(command) else [RUNTIME]


def prepare(requirements: list[Path]) -> None:
    """Return in an environment that meets the requirements: this one, or .venv with the command run again."""
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    foreign = made_by_developer()
    if foreign or not inside:
        absent = missing(requirements)
        if not absent:
            return
        if sys.prefix != sys.base_prefix and util.find_spec("django"):
            files = " ".join(f"-r {locked(file).name}" for file in requirements)
            leave = "delete .venv" if inside else "leave the environment (deactivate)"
            sys.exit(
                f"Your virtual environment lacks {', '.join(absent)}. Install what is needed with\n"
                f"  {sys.executable} -m pip install {files}\n"
                f"or {leave}: then one is made here, in .venv."
            )
    if not foreign and unmet(requirements):
        with alone():
            # Another start may have prepared some of it in the meantime.
            if stale := unmet(requirements):
                install(stale)
    if not inside:
        run_again()


def made_by_developer() -> bool:
    """Return whether .venv has a Django that no start installed; its packages are the owner's business."""
    if stamp(RUNTIME).exists() or not VENV_PYTHON.exists():
        return False
    return any(any(VENV.glob(f"{folder}/site-packages/django")) for folder in ("lib/python*", "Lib"))


def unmet(requirements: list[Path]) -> list[Path]:
    """Return the requirement files that .venv does not match."""
    return [file for file in requirements if not sound() or read(stamp(file)) != fingerprint(file)]


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Lock the checkout: two first starts would both write into .venv. No lock on Windows."""
    try:
        import fcntl  # noqa: PLC0415  (not everywhere)
    except ImportError:
        yield
        return
    handle = os.open(ROOT, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a network drive without locks
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Another start is preparing .venv; waiting until it is done ...")
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def missing(requirements: list[Path]) -> list[str]:
    """Return the required distributions that this Python lacks. Their versions are the owner's business."""
    absent = []
    for file in requirements:
        # Requirements with a marker (after a semicolon) are optional: only some systems need them.
        for name in re.findall(r"^(\w[\w.-]*)(?![^#\n]*;)", file.read_text("utf-8"), re.MULTILINE):
            try:
                metadata.distribution(name)
            except metadata.PackageNotFoundError:
                absent.append(name)
    return absent


def stamp(requirements: Path) -> Path:
    """Return the file of .venv that notes the installed state of a requirements file."""
    return VENV / f"{requirements.name}.installed"


def locked(requirements: Path) -> Path:
    """Return the lock file: exact versions of all packages, including dependencies, with hashes."""
    return requirements.with_suffix(".lock")


def fingerprint(requirements: Path) -> str:
    python = ".".join(map(str, sys.version_info[:2]))
    packages = read(locked(requirements)) + read(NODE_PACKAGES)
    return f"{python} {hashlib.sha256(packages.encode()).hexdigest()}"


def read(file: Path) -> str:
    return file.read_text("utf-8") if file.exists() else ""


def sound() -> bool:
    """Return whether .venv was completed, by a Python of this version that still exists."""
    python = fingerprint(RUNTIME).split()[0]
    return VENV_PYTHON.exists() and read(stamp(RUNTIME)).startswith(f"{python} ")


def install(requirements: list[Path]) -> None:
    """Update .venv to these requirement files; recreate it if it is broken."""
    # Only the first start needs this module.
    from boardgames import installation  # noqa: PLC0415

    names = " and ".join(file.name for file in requirements)
    say(f"Preparing .venv from {names}: once, a minute or two.")
    with installation.ended_by_signals():
        installation.check_writable(VENV, [locked(file) for file in requirements])
        if not sound():
            say("Creating the environment ...")
            installation.create(VENV)
            # Empty until all is installed; without it, half an environment would pass as a developer's own.
            stamp(RUNTIME).touch()
        installation.install(VENV_PYTHON, [locked(file) for file in requirements], say)
        for file in requirements:
            stamp(file).write_text(fingerprint(file), "utf-8")
        # Bundle only if npm is installed. Its output is for people; the site also runs without a bundle.
        installation.show([str(VENV_PYTHON), str(ROOT / "manage.py"), "bundle", "--optional"])


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def run_again() -> None:
    command = [str(VENV_PYTHON), *sys.argv]
    if os.name == "nt":  # execv there returns to the shell before the new program has ended
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)
