#!/usr/bin/env python3
"""The one entrance: prepares an environment with what the site needs, then hands over to Django.

This runs before anything is installed, so it uses the standard library only. Where the requirements are
already met (a container, your own virtual environment) it prepares nothing.
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

ROOT = Path(__file__).resolve().parent
RUNTIME = ROOT / "requirements.txt"
DEVELOPMENT = ROOT / "requirements-dev.txt"
NODE_PACKAGES = ROOT / "package-lock.json"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
PROVING = {"test", "mutations", "soak", "bench", "shots", "translations", "wheels", "lock"}
"""The commands that need what the site is tested with."""


def main() -> None:
    if sys.version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        sys.exit(f"This is Python {sys.version.split()[0]}; use Python {wanted} or newer.")
    try:
        prepare([RUNTIME, DEVELOPMENT] if {*sys.argv[1:2]} & PROVING else [RUNTIME])
    except KeyboardInterrupt:
        sys.exit("\nStopped. The next start goes on from here.")
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


def prepare(requirements: list[Path]) -> None:
    """Return in an environment that meets the requirements: this one, or .venv with the command run again."""
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    if not inside:
        absent = missing(requirements)
        if not absent:
            return
        if sys.prefix != sys.base_prefix and util.find_spec("django"):
            files = " ".join(f"-r {locked(file).name}" for file in requirements)
            sys.exit(
                f"Your virtual environment lacks {', '.join(absent)}. Install what is needed with\n"
                f"  {sys.executable} -m pip install {files}\n"
                "or leave the environment (deactivate): then one is made here, in .venv."
            )
    if unmet(requirements):
        with alone():
            # What another start has prepared meanwhile is there.
            if stale := unmet(requirements):
                install(stale)
    if not inside:
        run_again()


def unmet(requirements: list[Path]) -> list[Path]:
    """The files whose state .venv does not hold."""
    return [file for file in requirements if not sound() or read(stamp(file)) != fingerprint(file)]


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Of two first starts at once the second waits: both would write into .venv. Not on Windows."""
    try:
        import fcntl  # noqa: PLC0415  (not everywhere)
    except ImportError:
        yield
        return
    handle = os.open(ROOT, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a network drive without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def missing(requirements: list[Path]) -> list[str]:
    """The required distributions that this Python does not have. Versions are the owner's business."""
    absent = []
    for file in requirements:
        # What only some systems need, behind a semicolon, the site can do without.
        for name in re.findall(r"^(\w[\w.-]*)(?![^#\n]*;)", file.read_text("utf-8"), re.MULTILINE):
            try:
                metadata.distribution(name)
            except metadata.PackageNotFoundError:
                absent.append(name)
    return absent


def stamp(requirements: Path) -> Path:
    """Where .venv notes which state of a requirements file it holds."""
    return VENV / f"{requirements.name}.installed"


def locked(requirements: Path) -> Path:
    """What is installed: exact versions of all that these bring along, with hashes."""
    return requirements.with_suffix(".lock")


def fingerprint(requirements: Path) -> str:
    python = ".".join(map(str, sys.version_info[:2]))
    wanted = read(locked(requirements)) + read(NODE_PACKAGES)
    return f"{python} {hashlib.sha256(wanted.encode()).hexdigest()}"


def read(file: Path) -> str:
    return file.read_text("utf-8") if file.exists() else ""


def sound() -> bool:
    """Whether .venv was finished once, and by a Python like this one that is still there."""
    python = fingerprint(RUNTIME).split()[0]
    return VENV_PYTHON.exists() and read(stamp(RUNTIME)).startswith(f"{python} ")


def install(requirements: list[Path]) -> None:
    """Bring .venv up to these requirement files; it is made anew if it is not sound."""
    names = " and ".join(file.name for file in requirements)
    print(f"Preparing .venv from {names}: once, a minute or two ...", file=sys.stderr, flush=True)
    if not sound():
        if util.find_spec("ensurepip") is None:
            sys.exit(
                "This Python cannot make virtual environments. On Debian and Ubuntu install the package\n"
                "python3-venv (apt install python3-venv), then give the same command again."
            )
        # The base Python, since this one may live in the very folder that is cleared.
        base = getattr(sys, "_base_executable", sys.executable)
        run([base, "-m", "venv", "--clear", str(VENV)])
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    files = [part for file in requirements for part in ("-r", str(locked(file)))]
    run([str(VENV_PYTHON), "-m", "pip", "install", "--require-hashes", *quiet, *files])
    for file in requirements:
        stamp(file).write_text(fingerprint(file), "utf-8")
    # Where there is npm. What it says is a sentence, and the site is served without a bundle too.
    subprocess.run(
        [str(VENV_PYTHON), str(ROOT / "manage.py"), "bundle", "--optional"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=False,
    )


def run(command: list[str]) -> None:
    """Run a step of the preparation; its words are shown only if it fails, and then nothing goes on."""
    step = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if step.returncode:
        sys.stderr.write(step.stdout + step.stderr)
        sys.exit("The environment could not be prepared; see above. Then give the same command again.")


def run_again() -> None:
    command = [str(VENV_PYTHON), *sys.argv]
    if os.name == "nt":  # execv there returns to the shell before the new program has ended
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
