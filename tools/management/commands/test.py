"""`manage.py test`: run the tests and checks of each change, all, the quick part, or a selection."""

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
CORES = os.cpu_count() or 2
ALL = (f"--numprocesses={min(3 * CORES, 12)}", *SHARED)
"""Options for all tests: three workers for each core, since tests wait. Each may start a browser."""
OF_TOOLS = tuple(
    f"tools/{name}"
    for name in ("bench", "test_hooks.py", "test_lint.py", "test_shots.py", "test_soak.py", "test_test.py")
)
"""Tests of developers' tools, relative to tests/: .github/workflows/tools.yml runs them after a change there.
Other tests in tests/tools guard generated files, which any change may outdate."""
EACH_CHANGE = (*ALL, "-m", "not nightly", *(f"--ignore=tests/{path}" for path in OF_TOOLS))
"""Options for the tests of each change. What they leave out runs nightly."""
LEFT_OUT = (
    *("browser", "entrance", "faults", "packaging"),
    *("docs/test_adding_a_game.py", "docs/test_example_client.py"),
    *OF_TOOLS,
)
DEBUGGERS = {"--pdb", "--trace"}
WORKERS = CORES + 1
"""Workers of the quick part: one more than there are cores, since its tests wait a little."""
QUICK = (
    f"--numprocesses={WORKERS}",
    "-m",
    "not slow and not nightly",
    *SHARED,
    *(f"--ignore=tests/{path}" for path in LEFT_OUT),
)
"""Options for the quick part, which starts no browser, no server and no other test run."""


class Command(BaseCommand):
    help = (
        "Run the tests of each change, with --all also those that run nightly, "
        "or with --quick those without browsers or servers. Other arguments go to pytest."
    )
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

    Without a path, tests are shared among workers. A chosen path runs whole, also what else runs nightly.
    A debugger works only in one process.
    """
    for option, options in (("--quick", QUICK), ("--all", ALL)):
        if option in arguments:
            return [*options, *(one for one in arguments if one != option)]
    if DEBUGGERS.intersection(arguments) or any(map(_is_path, arguments)):
        return arguments
    return [*EACH_CHANGE, *arguments]


def _is_path(argument: str) -> bool:
    return Path(argument.partition("::")[0]).exists()
