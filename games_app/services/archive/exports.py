"""A recorded match as it is written down for others.

It is read from the frames that everybody was sent, so it holds nothing that a watcher may not see: of a
choice that has not been opened it says that it was made.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from games_app.lib.clock import ms
from games_app.models import Event, Match
from games_app.notation import Entry, MatchFile, Ply
from games_app.notation.model import DRAWN, NOBODYS, UNDECIDED
from games_app.services.state import series, wire
from games_app.services.state.match_state import match_state
from games_app.services.state.terms import read


class _Place(Struct):
    ply: int


class _Frame(Struct):
    """What is read of a frame; the rest follows from it."""

    what: str
    at: int
    role: str | None
    plies: tuple[Ply, ...]
    position: _Place
    status: str
    seats: tuple[wire.Seat, ...] = ()
    offer: str = ""
    given: int = 0
    delay: int = 0


_decoder = msgspec.json.Decoder(_Frame)


def exported(row: Match, site: str) -> MatchFile:
    """The match so far, which must have begun. ``site``: the address at which it was played."""
    match = match_state(row, row.seats.all())
    assert row.started_at  # noqa: S101  (the caller saw that it has begun)
    return MatchFile(
        site=site,
        match=row.public_id,
        game=row.game,
        rules=row.rules_version,
        options=row.options,
        terms=read(row.terms),
        players={role: seat.name for role, seat in match.seats.items()},
        began=ms(row.started_at),
        result=result(row),
        how=row.how,
        series=series.of(match),
        entries=tuple(_entries(row)),
    )


def result(row: Match) -> str:
    """The role that won, or one of the words of ``notation.shape``."""
    if row.status != Match.Status.OVER:
        return UNDECIDED
    return NOBODYS if row.how == Match.How.ABORTED else row.winner or DRAWN


def _entries(row: Match) -> list[Entry]:
    entries: list[Entry] = []
    sealed: dict[int, int] = {}
    """Numbers of plies that nobody knows yet -> the places of their entries."""
    last = 0
    for frame in _frames(row):
        own = []
        for ply in frame.plies:
            if ply.n in sealed:
                place = sealed.pop(ply.n)
                entries[place] = msgspec.structs.replace(entries[place], plies=(ply,))
            else:
                own.append(ply)
        last = max([last, *(ply.n for ply in own)])
        if frame.what == "sealed" and not own:
            last += 1
            sealed[last] = len(entries)
        entries.append(_entry(frame, tuple(own)))
    return entries


def _frames(row: Match) -> Iterator[_Frame]:
    """The events up to the end of the match."""
    events = Event.objects.filter(match=row, seq__lte=row.seq).order_by("seq")
    for text in events.values_list("frame", flat=True).iterator(500):
        frame = _decoder.decode(text)
        yield frame
        if frame.status == Match.Status.OVER:
            return


def _entry(frame: _Frame, plies: tuple[Ply, ...]) -> Entry:
    role = frame.role or ""
    return Entry(
        frame.what,
        frame.at,
        role,
        plies,
        to=frame.position.ply if frame.what in ("taken_back", "unsealed") else None,
        name=_name(frame, role) if frame.what in ("created", "renamed") else "",
        offer=frame.offer,
        given=frame.given,
        delay=frame.delay,
    )


def _name(frame: _Frame, role: str) -> str:
    return next(seat.name for seat in frame.seats if seat.role == role)
