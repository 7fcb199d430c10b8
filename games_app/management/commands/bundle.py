"""`manage.py bundle`: join the files of static/ into a few files for browsers, with Node."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable

from django.core.management.base import BaseCommand

from boardgames import bundle
from boardgames.folders import folder_lock, public


class Command(BaseCommand):
    help = "Install the bundler, and bundle the browsers' modules and styles."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--optional", action="store_true", help="do nothing without npm, and report a failure in one line"
        )

    def handle(self, *, optional: bool, **_: object) -> None:
        if optional and not bundle.program("npm"):
            return
        try:
            bring_up_to_date(self.stdout.write, install=True)
        except bundle.CannotBundle as error:
            if not optional:
                sys.exit(f"{error.output}Not bundled: {error}.")
            self.stderr.write(unbundled(error))


def bring_up_to_date(say: Callable[[str], object], *, install: bool) -> None:
    """Make the bundle of static/, if there is no current one; report slow steps. Raises CannotBundle.

    If two run at once, the second waits and uses the first one's result. All users may read it, because the
    site may run as another user than the one that prepares it.
    """
    with public(), folder_lock(bundle.SOURCES, lambda: False):
        if bundle.is_current():
            return
        if install and not bundle.is_installed():
            say("Installing what bundles scripts and styles ...")
            bundle.install()
        say("Bundling scripts and styles ...")
        bundle.build()


def unbundled(error: bundle.CannotBundle) -> str:
    """The sentence about a failure that doesn't prevent serving the site."""
    return (
        f"Pages will load more slowly, since their scripts are not bundled: {error}. "
        "`python3 manage.py bundle` tries again and shows what is wrong."
    )
