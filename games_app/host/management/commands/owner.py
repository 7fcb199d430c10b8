"""`manage.py owner`: print a new one-time address that makes an account the owner of the site."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from games_app.lib import clock
from games_app.moderation import actions
from games_app.people import owners


class Command(BaseCommand):
    help = "Print a one-time address. The account that opens it becomes an owner, with the host's page."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("site", nargs="?", default="", help="address of the site; default: SITE_URL")
        parser.add_argument(
            "--first", action="store_true", help="only if the site has no owner; as `serve` does at its start"
        )

    def handle(self, *, site: str, first: bool, **_: object) -> None:
        site = (settings.SITE_URL or site).rstrip("/")
        if first:
            self.open(site)
            return
        address = _new_address(site)
        actions.log_terminal("owner-key", "site")
        self.stdout.write(address)
        before = "" if site else " Put the address of the site before it."
        self.stderr.write(f"It works once. Earlier ones don't work any more. Keep it secret.{before}")

    def open(self, site: str) -> None:
        """Print an address if there is no owner. Addresses of before the start don't work any more."""
        owners.revoke_key()
        if owners.has_owner():
            return
        if self.stdout.isatty():
            self.stdout.write(f"This site has no owner yet. To become it, open {_new_address(site)}")
        else:  # others may read a log
            self.stdout.write("This site has no owner yet. To become it, run `python3 manage.py owner`.")


def _new_address(site: str) -> str:
    return f"{site}{reverse('become-owner', args=[owners.new_key(clock.now())])}"
