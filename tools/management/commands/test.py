"""`manage.py test`: run the tests and checks of each change, all, the quick part, or a selection."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

WORKERS = (os.cpu_count() or 2) + 1
"""One more than there are cores: tests of servers wait."""
EACH_CHANGE = (
    f"--numprocesses={WORKERS}",
    *("--dist=loadscope", "--no-loadscope-reorder"),
    *("-p", "tests.linting"),
    "tests",
)
"""Arguments for the tests of each change, by folder: those that wait come first. Style and types are checked
beside them."""
QUICK = (*EACH_CHANGE, "--ignore=tests/faults", "--ignore=tests/journeys")
ALL = (*EACH_CHANGE, "--override-ini=norecursedirs=.*", "--reruns=0", "--hypothesis-profile=nightly")
"""All tests, without second tries, and with more examples of each property.

The folder ``tests/nightly`` can't be named beside ``tests``: pytest collects a folder within another one
once, as the outer one says.
"""
DEBUGGERS = {"--pdb", "--trace"}


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
        os.environ["PYTHONUNBUFFERED"] = "1"  # so that a log or a pipe shows how far it is
        command = [sys.executable, "-m", "pytest", *chosen(argv[2:])]
        if os.name == "nt":  # on Windows execv returns to the shell before the new program has ended
            sys.exit(subprocess.call(command))
        os.execv(command[0], command)


def chosen(arguments: list[str]) -> list[str]:
    """Return pytest's arguments: in parallel for the whole, in one process for a path or a debugger."""
    for option, options in (("--quick", QUICK), ("--all", ALL)):
        if option in arguments:
            return [*options, *(one for one in arguments if one != option)]
    if DEBUGGERS.intersection(arguments) or any(map(_is_path, arguments)):
        return arguments
    return [*EACH_CHANGE, *arguments]


def _is_path(argument: str) -> bool:
    return Path(argument.partition("::")[0]).exists()
