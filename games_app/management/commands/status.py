"""`manage.py status`: the site's condition, problems and what to do; the exit code is 1 if there are any."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand

from games_app.management import condition

WIDTH = 13
"""Width of the column with the parts' names."""


class Command(BaseCommand):
    help = "Say how the site is, what is wrong, and what to do; the exit code is 1 if something is wrong."
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        faults = []
        for line in condition.lines():
            self.stdout.write(f"{line.part:<{WIDTH}}{line.said}")
            if line.wrong:
                faults.append(line.wrong)
        self.stdout.write("")
        if not faults:
            self.stdout.write("All is well.")
            return
        for fault in faults:
            self.stdout.write(f"! {fault}")
        sys.exit(1)
