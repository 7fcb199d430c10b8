"""The files that a person gets about themselves: their matches, and texts such as their chat messages.

The person downloads them, or the host exports them.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from itertools import chain
from typing import IO

from games_app.archive.exports import JSON, TEXT, encoded, exported, file_name
from games_app.archive.notation import MatchFile
from games_app.lib import clock
from games_app.lib.rooms import rooms
from games_app.match.chat import said_by
from games_app.match.match_state import KNOWN_RULES
from games_app.match.visibility import BEGUN
from games_app.models import Match, Player
from games_app.people import api_tokens, friends, mail_addresses, notes, passkeys
from games_app.record.commands.identity import guises

FORMS = (TEXT, JSON)


def matches_of(player: Player) -> list[int]:
    """Return the primary keys of the person's matches that have begun, oldest first."""
    seats = Match.objects.filter(KNOWN_RULES, seats__player__in=guises(player), status__in=BEGUN)
    return list(seats.distinct().order_by("pk").values_list("pk", flat=True))


def match_file(match: int, site: str) -> MatchFile:
    """Return the file of the match with this primary key."""
    return exported(Match.objects.prefetch_related("seats").get(pk=match), site)


def add_match(archive: zipfile.ZipFile, match: int, site: str) -> None:
    """Add the match to the archive in each form."""
    written = match_file(match, site)
    for form in FORMS:
        entry = zipfile.ZipInfo(file_name(written, form), clock.moment(written.began).timetuple()[:6])
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, encoded(written, form))


def texts(player: Player) -> dict[str, str]:
    """Return the texts beside the matches, by the name of their file, without empty ones."""
    people, own = guises(player), player.account_or_none
    listed: dict[str, Iterable[str]] = {
        "chat.txt": (line for person in people for line in said_by(person.pk)),
        "notes.txt": (line for person in people for line in notes.listed(person)),
        "mail.txt": mail_addresses.listed(player),
    }
    if own:
        listed |= {
            "friends.txt": friends.listed(player, clock.now()),
            "tokens.txt": api_tokens.listed(own),
            "passkeys.txt": passkeys.listed(own),
        }
    listed |= chain.from_iterable(room.personal_data(player.pk) for room in rooms())
    joined = {name: "".join(lines) for name, lines in listed.items()}
    return {name: text for name, text in joined.items() if text}


def write_archive(file: IO[bytes], player: Player, site: str) -> int:
    """Write a zip of all files of the person; return the number of their matches."""
    matches = matches_of(player)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for match in matches:
            add_match(archive, match, site)
        for name, text in texts(player).items():
            archive.writestr(name, text)
    return len(matches)
