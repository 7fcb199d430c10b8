"""`manage.py test`: run all tests and checks, the quick part, or tests that pytest's arguments select."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

SHARED = ("--dist=loadscope", "--no-loadscope-reorder", "-p", "tests.tools.linting")
"""Options of every run in parallel: each worker takes one module after the other, see tests/lanes.py.
Style and types are checked beside."""
ALL = ("--numprocesses=6", *SHARED)
"""Options for a full run: three workers for each core of a small machine, since tests mostly wait."""
LEFT_OUT = (
    *("browser", "entrance", "faults", "packaging"),
    *("tools/bench", "tools/test_shots.py", "tools/test_soak.py", "tools/test_test.py"),
    *("docs/test_adding_a_game.py", "docs/test_example_client.py"),
)
DEBUGGERS = {"--pdb", "--trace"}
WORKERS = (os.cpu_count() or 2) + 1
"""Workers of the quick part: one more than there are cores, since its tests wait a little."""
QUICK = (
    f"--numprocesses={WORKERS}",
    "-m",
    "not slow",
    *SHARED,
    *(f"--ignore=tests/{path}" for path in LEFT_OUT),
)
"""Options for the quick part, which starts no browser, no server and no other test run."""


class Command(BaseCommand):
    help = "Run all tests, or with --quick those without browsers or servers. Other arguments go to pytest."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Run pytest in a separate process, in which Django is not set up yet."""
        os.chdir(settings.BASE_DIR)
        # Otherwise each worker would compile all modules again, also those of the tests, and so would its
        # children.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-m", "pytest", *chosen(argv[2:])]
        if os.name == "nt":  # on Windows execv returns to the shell before the new program has ended
            sys.exit(subprocess.call(command))
        os.execv(command[0], command)


def chosen(arguments: list[str]) -> list[str]:
    """Return pytest's arguments.

    Without a path, all tests run, shared among workers. A debugger works only in one process.
    """
    if "--quick" in arguments:
        return [*QUICK, *(one for one in arguments if one != "--quick")]
    if DEBUGGERS.intersection(arguments) or any(map(_is_path, arguments)):
        return arguments
    return [*ALL, *arguments]


def _is_path(argument: str) -> bool:
    return Path(argument.partition("::")[0]).exists()
