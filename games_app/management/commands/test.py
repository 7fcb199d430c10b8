"""`manage.py test`: the whole test run, or the part that pytest's arguments choose."""

from __future__ import annotations

import os
import subprocess
import sys

from django.conf import settings
from django.core.management.base import BaseCommand

ALL = ("--numprocesses=3", "--dist=loadgroup", "--no-loadscope-reorder")
"""Each worker takes one module after the other; by their folders' names slow ones come first.

Three, since much of a test's time is waiting: two workers leave two cores idle for a sixth of the run.
"""


class Command(BaseCommand):
    help = "Run the tests; every argument goes to pytest. Without one, all of them, three at a time."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """A process of its own, so that pytest finds Django not yet set up."""
        os.chdir(settings.BASE_DIR)
        command = [sys.executable, "-m", "pytest", *(argv[2:] or ALL)]
        if os.name == "nt":  # execv there returns to the shell before the new program has ended
            sys.exit(subprocess.call(command))
        os.execv(command[0], command)
