"""`manage.py invite`: create and revoke links by which people become members of a closed site."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from games_app.lib import clock
from games_app.models import Member, MemberLink
from games_app.moderation import actions
from games_app.people import membership, players

LONGEST_DAYS, MOST_PEOPLE = 3650, 100_000


class Command(BaseCommand):
    help = "Print a link by which people become members of a closed site (CLOSED=1)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--people", type=_up_to(MOST_PEOPLE), default=1, help="how many (default: 1)")
        parser.add_argument(
            "--days", type=_up_to(LONGEST_DAYS), default=7, help="how long it can be used (default: 7)"
        )
        other = parser.add_mutually_exclusive_group()
        other.add_argument("--list", action="store_true", help="list the links that can be used")
        other.add_argument("--revoke", metavar="LINK", type=int, help="end a link; its members stay")
        other.add_argument("--remove", metavar="PERSON", help="end a membership")

    def handle(
        self, *, people: int, days: int, list: bool, revoke: int | None, remove: str | None, **_: object
    ) -> None:
        if list:
            self.list_links()
        elif revoke is not None:
            self.revoke(revoke)
        elif remove is not None:
            self.remove(remove)
        else:
            self.invite(people, timedelta(days=days))

    def invite(self, people: int, lasts: timedelta) -> None:
        now = clock.now()
        link, token = membership.new_link(people, now + lasts, now)
        actions.log_terminal("invite", f"link {link.pk}")
        self.stdout.write(f"{settings.SITE_URL}{reverse('welcome', args=[token])}")
        before = "" if settings.SITE_URL else " Put the address of the site before it."
        self.stderr.write(f"Link {link.pk}: {_room(link)}. It is not shown again.{before}")

    def list_links(self) -> None:
        for link in membership.valid_links(clock.now()).order_by("pk"):
            self.stdout.write(f"link {link.pk}: {_room(link)}; {link.members.count()} have come")
        self.stdout.write(f"members: {Member.objects.count()}")

    def revoke(self, link: int) -> None:
        if not membership.revoke(link):
            raise CommandError(f"There is no link {link} that can be used.")
        actions.log_terminal("revoke", f"link {link}")
        self.stdout.write(f"Link {link} can't be used any more.")

    def remove(self, person: str) -> None:
        player = players.find_player(person)
        if player is None or not membership.forget(player):
            raise CommandError(
                f"There is no member {person}: the id stands at the end of their page's address."
            )
        actions.log_terminal("remove", f"person {person}")
        self.stdout.write(f"{player.name} is no member any more.")


def _up_to(most: int) -> Callable[[str], int]:
    """Return an argument type for whole numbers from 1 to ``most``."""

    def number(text: str) -> int:
        if text.isascii() and text.isdecimal() and 1 <= int(text) <= most:
            return int(text)
        raise ArgumentTypeError(f"must be a whole number from 1 to {most}")

    return number


def _room(link: MemberLink) -> str:
    people = "1 person" if link.places == 1 else f"{link.places} people"
    return f"for {people}, until {link.until:%Y-%m-%d %H:%M} UTC"
