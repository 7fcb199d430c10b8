"""Export of recorded matches to match files, and of all files that a person gets about themselves.

A match is read from the frames that every viewer got, so its file contains nothing that a watcher may not
see. Of an unrevealed choice it only says that it was made.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import IO, TypeVar

import msgspec
from msgspec.structs import replace

from games_app.archive.notation import Entry, EntryPly, MatchFile, portable_text, text
from games_app.archive.notation.model import DRAWN, NOBODYS, UNDECIDED
from games_app.lib import clock
from games_app.lib.clock import moment, ms
from games_app.lib.rooms import rooms
from games_app.match import series
from games_app.match.chat import said_by
from games_app.match.event_kinds import EventKind
from games_app.match.history import StoredEvent, stored_events
from games_app.match.match_state import KNOWN_RULES, MatchState, match_state
from games_app.match.terms import read
from games_app.match.visibility import BEGUN
from games_app.match.wire import Series
from games_app.models import Match, Player
from games_app.people import api_tokens, friends, holidays, mail_addresses, notes, passkeys
from games_app.record.commands.identity import guises

N = TypeVar("N", int, float)
JSON, TEXT = "json", "txt"
"""Forms of a match file, which its name ends with. Some games have another one: ``PORTABLE``."""


def exported(row: Match, site: str, comments: Mapping[int, str] | None = None) -> MatchFile:
    """Return the match so far, which must have begun.

    ``site`` is the address at which it was played. ``comments``: texts by the ply that they are about; those
    before the first ply stand at the start. Raises Refused under unknown rules.
    """
    match = match_state(row, row.seats.all())
    assert row.started_at  # noqa: S101  (checked by the caller)
    return MatchFile(
        site=site,
        match=row.public_id,
        game=row.game,
        rules=row.rules_version,
        options=row.options,
        terms=read(row.terms),
        players={role: seat.name for role, seat in match.seats.items()},
        levels={role: seat.level for role, seat in match.seats.items() if seat.level},
        began=ms(row.started_at),
        result=result(row),
        how=row.how,
        goals=row.goals and _in_order(row.goals, match),
        series=_series(match),
        entries=tuple(_commented(_entries(row), comments or {})),
    )


def encoded(written: MatchFile, form: str) -> bytes:
    """Return the content of a file of the match."""
    match form:
        case "json":
            return msgspec.json.encode(written)
        case "txt":
            return text(written).encode()
    return portable_text(written).encode()


def file_name(written: MatchFile, form: str) -> str:
    """Return a file name such as "2026-11-20-congkak-abcdefghjk.txt"."""
    return f"{moment(written.began):%Y-%m-%d}-{written.game}-{written.match}.{form}"


def _series(match: MatchState) -> Series | None:
    current = series.series_of(match)
    return current and replace(current, score=_in_order(current.score, match))


def _in_order(of_roles: Mapping[str, N], match: MatchState) -> dict[str, N]:
    """Return these values in the order of the game's roles, which a database may not keep."""
    return {role: of_roles[role] for role in match.seats}


def result(row: Match) -> str:
    """Return the role that won, or one of the result words of ``notation.model``."""
    if row.status != Match.Status.OVER:
        return UNDECIDED
    return NOBODYS if row.how in Match.VOID else row.winner or DRAWN


def _entries(row: Match) -> list[Entry]:
    entries: list[Entry] = []
    sealed: dict[int, int] = {}
    """Numbers of unrevealed plies -> indexes of their entries."""
    last = 0
    for event in _until_over(row):
        own = []
        for ply in event.plies:
            written = EntryPly(ply.n, ply.role, ply.action)
            if ply.n in sealed:
                place = sealed.pop(ply.n)
                entries[place] = replace(entries[place], plies=(written,))
            else:
                own.append(written)
        last = max([last, *(ply.n for ply in own)])
        if event.what == EventKind.SEALED and not own:
            last += 1
            sealed[last] = len(entries)
        entries.append(_entry(event, tuple(own)))
    return entries


def _commented(entries: Iterable[Entry], comments: Mapping[int, str]) -> Iterator[Entry]:
    """Yield the entries with the comments on their plies."""
    for entry in entries:
        plies = [ply.n for ply in entry.plies] or ([0] if entry.what == EventKind.STARTED else [])
        yield replace(entry, comment="\n".join(comments[n] for n in plies if n in comments))


def _until_over(row: Match) -> Iterator[StoredEvent]:
    """Yield the events up to the end of the match."""
    for event in stored_events(row.pk, row.seq):
        yield event
        if event.status == "over":
            return


def _entry(event: StoredEvent, plies: tuple[EntryPly, ...]) -> Entry:
    role = event.role or ""
    return Entry(
        event.what,
        event.at,
        role,
        plies,
        to=event.position.ply if event.what in (EventKind.TAKEN_BACK, EventKind.UNSEALED) else None,
        name=_name(event, role) if event.what in (EventKind.CREATED, EventKind.RENAMED) else "",
        offer=event.offer,
        given=event.given,
        minutes=event.minutes,
        until=event.until,
        delay=event.delay,
    )


def _name(event: StoredEvent, role: str) -> str:
    return next(seat.name for seat in event.seats if seat.role == role)


FORMS = (TEXT, JSON)


def matches_of(player: Player) -> list[int]:
    """Return the primary keys of the person's matches that have begun, oldest first."""
    seats = Match.objects.filter(KNOWN_RULES, seats__player__in=guises(player), status__in=BEGUN)
    return list(seats.distinct().order_by("pk").values_list("pk", flat=True))


def match_file(match: int, site: str, reader: int | None = None) -> MatchFile:
    """Return the file of the match with this primary key, with the notes for others that a reader may see."""
    row = Match.objects.prefetch_related("seats").get(pk=match)
    return exported(row, site, notes.comments(row, reader))


def add_match(archive: zipfile.ZipFile, match: int, site: str, reader: int | None = None) -> None:
    """Add the match to the archive in each form."""
    written = match_file(match, site, reader)
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
        "holidays.txt": (line for person in people for line in holidays.listed(person)),
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
            add_match(archive, match, site, player.pk)
        for name, text in texts(player).items():
            archive.writestr(name, text)
    return len(matches)
