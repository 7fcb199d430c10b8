"""`manage.py lint`: check the style of Python and templates, and the types of Python and JavaScript."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from tools import linting


class Command(BaseCommand):
    help = "Run ruff, mypy, djade and TypeScript. `manage.py test` does so beside all tests."
    requires_system_checks = []

    def handle(self, **_: Any) -> None:
        failed = False
        for line, faults in linting.results(linting.begin()):
            self.stdout.write(f"{line}\n{faults}", ending="")
            failed |= bool(faults)
        if failed:
            sys.exit(1)
