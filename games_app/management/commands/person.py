"""`manage.py person`: what the site stores of one person; export it, or erase the person."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from games_app.archive import exports
from games_app.archive.management.commands.export import own_address
from games_app.lib.names import WITHDRAWN
from games_app.live.doorbell import ring_for
from games_app.models import ChatMessage, Match, Note, Player
from games_app.moderation import actions
from games_app.people import accounts, bots, players
from games_app.record import use_cases
from games_app.record.commands.identity import guises
from games_app.record.writer import writer

NAMES = "an account's name, the id at the end of a person's page, or the match and the side of a seat"


class Command(BaseCommand):
    help = (
        "Show what is stored of one person, and export or erase it. The person is named by "
        f"{NAMES}: `person alice`, `person x4k9w2m7qd`, `person x3mqng9nht/south`."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", metavar="PERSON", help=NAMES)
        action = parser.add_mutually_exclusive_group()
        action.add_argument("--export", type=Path, metavar="PATH", help="write all of it into this zip file")
        action.add_argument("--erase", action="store_true", help="do what a player does at /withdraw")
        parser.add_argument("--yes", action="store_true", help="erase without asking")
        parser.add_argument("--site", default="", help="the address that exported matches name as theirs")

    def handle(
        self, *, person: str, export: Path | None, erase: bool, yes: bool, site: str, **_: object
    ) -> None:
        player = person_named(person)
        for line in _stored(player):
            self.stdout.write(line)
        if export:
            self._export(player, export, site or settings.SITE_URL or own_address())
        elif erase:
            self._erase(player, is_sure=yes)

    def _export(self, player: Player, path: Path, site: str) -> None:
        """Write the file; only its owner can read it, and it gets its name when it is complete."""
        if path.exists():
            raise CommandError(f"{path} exists. Name a new file.")
        draft = path.with_name(path.name + ".draft")
        try:
            draft.unlink(missing_ok=True)
            with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                matches = exports.write_archive(file, player, site)
            draft.rename(path)
        except OSError as error:
            raise CommandError(f"{path} can't be written: {error.strerror}.") from error
        actions.log_terminal("export", f"person {player.public_id}")
        self.stdout.write(f"Exported to {path}, with {matches} matches. Give it to nobody but this person.")

    def _erase(self, player: Player, *, is_sure: bool) -> None:
        self.stdout.write(
            "Erasing resigns the running matches, cancels the waiting ones, and deletes messages, notes and "
            f"account. Bots stop. Everywhere the name becomes “{WITHDRAWN}”. The moves stay: they are "
            "the opponents' too. It can't be undone."
        )
        if not is_sure and not _agreed(player):
            raise CommandError("Nothing was erased. To erase, answer `yes`, or add --yes in a script.")
        public_id = player.public_id
        players.end_sessions({guise.pk for guise in guises(player)})
        stop = writer.listen(ring_for)
        try:
            failed = use_cases.withdraw(player)
        finally:
            stop()
        if failed:
            raise CommandError(f"Not all could be erased: {failed.message} Run the same command again.")
        actions.log_terminal("erase", f"person {public_id}")
        self.stdout.write(
            "Erased. Published open data follow within minutes while the site runs. Backups of before still "
            "have the person: after restoring one, erase again."
        )


def person_named(text: str) -> Player:
    """Return the person named by an account's name, an id, a page's address, or a match and a role.

    A guest whose matches went over to an account is that account's person. Raises CommandError.
    """
    named = {player.merged_into or player for player in _named(text.rstrip("/"))}
    if len(named) > 1:
        raise CommandError(
            f"{text} is the name of one person and the id of another. Give the whole address of the page."
        )
    if not named:
        raise CommandError(f"There is no person {text}. Give {NAMES}, such as x3mqng9nht/south.")
    player = named.pop()
    if player.computer:
        raise CommandError(f"{text} is the computer, not a person.")
    return player


def _named(text: str) -> Iterator[Player]:
    if account := accounts.account_named(text):
        yield account.player
    parents, _, last = text.rpartition("/")
    folder = parents.rpartition("/")[2]
    if (not parents or folder == "player") and (player := players.find_player(last)):
        yield player
    for name, role in ((folder, last), (last, "")):
        if match := Match.objects.filter(public_id=name).first():
            yield _at_seat(match, role)


def _at_seat(match: Match, role: str) -> Player:
    """Return the person with this role in the match. Raises CommandError."""
    seats = {seat.role: seat.player for seat in match.seats.select_related("player")}
    if role not in seats:
        roles = " or ".join(f"{match.public_id}/{seat}" for seat in seats)
        raise CommandError(f"Match {match.public_id} has two players. Name one: {roles}.")
    player = seats[role]
    if player is None:
        raise CommandError(f"Nobody known to the site has the seat {match.public_id}/{role}.")
    return player


def _stored(player: Player) -> Iterator[str]:
    """Yield lines that say who it is and how much is stored."""
    people, own = guises(player), player.account_or_none
    kind = "account" if own else "guest"
    yield f"{player.name} ({player.public_id}), {kind}, here since {player.created_at:%Y-%m-%d}"
    matches = Match.objects.filter(Q(seats__player__in=people) | Q(maker__in=people)).distinct()
    running = matches.filter(status=Match.Status.PLAYING).count()
    waiting = matches.filter(status=Match.Status.WAITING).count()
    yield f"matches: {matches.count()}, of them {running} running and {waiting} waiting"
    messages = ChatMessage.objects.filter(player__in=people).count()
    owned = len(bots.bots_of_owner(own)) if own else 0
    yield f"chat messages: {messages}; notes: {Note.objects.filter(player__in=people).count()}; bots: {owned}"


def _agreed(player: Player) -> bool:
    """Ask for confirmation; there is none if nobody can answer."""
    try:
        return input(f"Erase {player.name}? Type yes: ").strip() == "yes"
    except EOFError:
        return False
