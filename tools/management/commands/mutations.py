"""`manage.py mutations`: break the protections of docs/guarantees.md and check that tests notice it."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tests import mutations


class Command(BaseCommand):
    help = "Apply the changes of tests/mutations.toml, all or those of some promises: `mutations R1 R20`."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "promises", nargs="*", metavar="PROMISE", help="name of a row in docs/guarantees.md"
        )

    def handle(self, *, promises: list[str], **_: Any) -> None:
        try:
            survivors = mutations.survivors(mutations.listed(promises), self.stdout.write)
        except mutations.Unusable as error:
            sys.exit(str(error))
        except KeyboardInterrupt:
            sys.exit("Stopped.")
        if survivors:
            sys.exit(f"No test notices {len(survivors)} of these changes.")
