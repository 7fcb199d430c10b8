"""`manage.py test`: run all tests, or those that pytest's arguments select."""

from __future__ import annotations

import os
import subprocess
import sys

from django.conf import settings
from django.core.management.base import BaseCommand

ALL = ("--numprocesses=3", "--dist=loadgroup", "--no-loadscope-reorder")
"""Options for a full run: modules are distributed in order of their folders' names, slow ones first.

Three workers, since tests mostly wait: two workers leave two cores idle for a sixth of the run.
"""


class Command(BaseCommand):
    help = "Run the tests; every argument goes to pytest. Without one, all of them, three at a time."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Run pytest in a process of its own, in which Django is not set up yet."""
        os.chdir(settings.BASE_DIR)
        command = [sys.executable, "-m", "pytest", *(argv[2:] or ALL)]
        if os.name == "nt":  # on Windows execv returns to the shell before the new program has ended
            sys.exit(subprocess.call(command))
        os.execv(command[0], command)
