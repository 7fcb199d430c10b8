"""Break the protections listed in mutations.toml one by one, and check that a test fails each time."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import msgspec
from django.conf import settings

from tests.backing.once import RUN

ROOT: Path = settings.BASE_DIR
SHARED = (".venv", "node_modules")
"""Folders that git ignores and the tests need; the copy gets links to them."""
MADE_ONCE = ".made-once"
"""Folder in the copy for resources that all runs of tests share, such as a migrated database."""
COLLECTED = "static/"
"""Files that browsers get from such a resource: it is made anew for a mutation of them."""
LONGEST_SECONDS = 600.0
"""Time after which the tests of a mutation are interrupted, which counts as an error of the list."""
GRACE = 30.0
"""Seconds for an interrupted run to end its servers."""
FAILED = 1
"""Exit code of pytest if tests have failed; any other one means that they could not run."""


class Mutation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small change that breaks a promise of docs/guarantees.md."""

    promise: str
    """Name of the row."""
    breaks: str
    """The broken behaviour, in words."""
    file: str
    find: str
    """Text that occurs once in the file."""
    replace: str
    tests: tuple[str, ...]
    """Tests that notice it, relative to tests/."""


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mutation: tuple[Mutation, ...]


class Unusable(Exception):
    """Raised if the list has no such promise, or a test fails without any change."""


def listed(promises: Collection[str] = ()) -> list[Mutation]:
    """Return the mutations of these promises, by default of all. Raises Unusable."""
    text = (ROOT / "tests" / "mutations.toml").read_text("utf-8")
    found = msgspec.toml.decode(text, type=Listing).mutation
    if unknown := set(promises) - {one.promise for one in found}:
        raise Unusable(f"No mutations are listed for {', '.join(sorted(unknown))}.")
    return [one for one in found if not promises or one.promise in promises]


def survivors(mutations: Sequence[Mutation], say: Callable[[str], object]) -> list[Mutation]:
    """Apply each mutation in a copy of the checkout; return those that no test notices.

    Raises Unusable if a test fails without a mutation.
    """
    with tempfile.TemporaryDirectory(prefix="mutations-") as name:
        folder = Path(name)
        copy_checkout(folder)
        (folder / MADE_ONCE).mkdir()
        names = list(dict.fromkeys(test for one in mutations for test in one.tests))
        say(f"Running {len(names)} tests without a mutation ...")
        if exit_code(folder, names, say, folder / MADE_ONCE):
            raise Unusable("These tests must pass before anything is changed.")
        return [one for one in mutations if not is_noticed(one, folder, say)]


def copy_checkout(folder: Path) -> None:
    """Copy the tracked files, so that the checkout can be edited meanwhile."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, tracked.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for name in SHARED:
        if (ROOT / name).exists():
            (folder / name).symlink_to((ROOT / name).resolve())


def is_noticed(mutation: Mutation, folder: Path, say: Callable[[str], object]) -> bool:
    """Apply the mutation, run its tests, and restore the file."""
    file = folder / mutation.file
    original = file.read_text("utf-8")
    file.write_text(original.replace(mutation.find, mutation.replace, 1), "utf-8")
    said: list[str] = []
    made = folder / (f"{MADE_ONCE}-anew" if mutation.file.startswith(COLLECTED) else MADE_ONCE)
    made.mkdir(exist_ok=True)
    try:
        code = exit_code(folder, mutation.tests, said.append, made, LONGEST_SECONDS)
    finally:
        file.write_text(original, "utf-8")
        if mutation.file.startswith(COLLECTED):
            shutil.rmtree(made)
    verdict = {0: "SURVIVED", FAILED: "noticed"}.get(code, f"exit code {code}")
    say(f"{mutation.promise}  {verdict}  {mutation.breaks}")
    if code not in (0, FAILED):
        say("".join(said))
    return code == FAILED


def exit_code(
    folder: Path,
    names: Sequence[str],
    say: Callable[[str], object],
    made_once: Path,
    seconds: float | None = None,
) -> int:
    """Run tests until one fails; return the exit code, and print their output if they did not pass."""
    with tempfile.TemporaryFile("w+") as output:
        # In its own session: an interrupt reaches it once, from here, and it ends its servers.
        running = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-x", "-q", "--reruns=0", *(f"tests/{name}" for name in names)],
            cwd=folder,
            env=os.environ | {RUN: str(made_once)},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = running.wait(seconds)
        except subprocess.TimeoutExpired:
            code = interrupted(running)
        except KeyboardInterrupt:
            interrupted(running)
            raise
        if code:
            output.seek(0)
            say(output.read())
    return code


def interrupted(running: subprocess.Popen[bytes]) -> int:
    """Let the run end its children, or kill it; return its exit code."""
    running.send_signal(signal.SIGINT)
    try:
        return running.wait(GRACE)
    except subprocess.TimeoutExpired:
        running.kill()
        return running.wait()
