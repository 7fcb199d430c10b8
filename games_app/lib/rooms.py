"""Rooms: outer subjects, each with a folder of its own that is a Django app.

A room is its folder and its line in ``ROOMS`` of the settings; without both, the rest of the site works.
Django finds its commands. Its module ``urls`` has the addresses of its pages, its module ``sockets`` those of
its websockets, and its module ``room`` the ``ROOM`` that tells the site everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import URLPattern


@dataclass(frozen=True)
class Finding:
    """A line of `manage.py status`: one part of the site."""

    part: str
    said: str
    wrong: str = ""
    """Sentences for the host: the fault and what to do; empty if there is none."""


class Job(NamedTuple):
    """A command that `serve` runs beside the web server, and restarts when it ends."""

    name: str
    arguments: tuple[str, ...]


class Opening(NamedTuple):
    """A command that `serve` runs once, when the site answers. Its last argument is the site's address."""

    arguments: tuple[str, ...]


class Gauge(NamedTuple):
    """A metric of /metrics: a number for each combination of its labels."""

    name: str
    meaning: str
    labels: tuple[str, ...]
    values: Mapping[tuple[str, ...], int]


class OwnBoards(NamedTuple):
    """Matches that the reader of a match page plays at once: they follow one another on the page."""

    socket: str
    """Path of the websocket that shows them, as a wall."""
    next: str
    """Address that leads to the next one that waits for the reader."""


class Origin(NamedTuple):
    """The subject of a room to which a match belongs, as a link on the page of the match."""

    name: str
    address: str
    is_awaited: bool = False
    """True if other people wait for the end of the match, which its players can't pause."""
    is_held: bool = False
    """True if the people who began the match have paused it: its players can't play on earlier."""
    boards: OwnBoards | None = None
    """The matches of a reader who plays several at once."""


def _nothing() -> tuple[()]:
    return ()


def _nothing_of(player_id: int) -> tuple[()]:
    return ()


def _no_origin(match_id: int, player_id: int | None) -> None:
    return None


def _nobody_elsewhere(public_ids: Collection[str], now: datetime) -> tuple[()]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Room:
    """The parts that a room adds to the site."""

    jobs: Callable[[], Iterable[Job]] = _nothing
    openings: Callable[[], Iterable[Opening]] = _nothing
    hidden: Callable[[], Mapping[str, Callable[[Any], bool]]] = dict
    """Paths of its pages that others must not find -> whether the sender of a request may."""
    sweeps: tuple[Callable[[datetime], bool | None], ...] = ()
    """Functions that delete what has expired or is too old. The ticker calls them each hour, and again soon
    while one returns True, because there is more.
    """
    rounds: tuple[Callable[[], object], ...] = ()
    """Work that may take minutes. The ticker does it each minute, in a thread of its own."""
    personal_data: Callable[[int], Iterable[tuple[str, Iterable[str]]]] = _nothing_of
    """Its part of a player's download: names of files and their lines."""
    origin: Callable[[int, int | None], Origin | None] = _no_origin
    """The subject to which a match belongs, by its primary key; None if the player may not see it."""
    at_other_boards: Callable[[Collection[str], datetime], Iterable[tuple[str, str]]] = _nobody_elsewhere
    """Of these matches, those with the role of a player who is at another one, and counts as present."""
    differences: Callable[[], Iterable[str]] = _nothing
    """Sentences of `manage.py verify` about rows of its own that contradict the record."""
    findings: Callable[[], Iterable[Finding]] = _nothing
    """Its lines of `manage.py status`. May raise DatabaseError."""
    gauges: Callable[[], Iterable[Gauge]] = _nothing
    """Its part of /metrics, asked once a minute. May raise DatabaseError."""


def rooms() -> Iterator[Room]:
    """Yield the site's rooms in the order of the settings."""
    for name in settings.ROOMS:
        room: Room = import_module(f"{name}.room").ROOM
        yield room


def origin_of(match_id: int, player_id: int | None) -> Origin | None:
    """Return what a match belongs to in one of the rooms; None if it stands by itself."""
    return next(filter(None, (room.origin(match_id, player_id) for room in rooms())), None)


def room_urls() -> Iterator[URLPattern]:
    """Yield the addresses of all rooms."""
    yield from _listed("urls", "urlpatterns")


def room_sockets() -> Iterator[URLPattern]:
    """Yield the addresses of the websockets of all rooms."""
    yield from _listed("sockets", "websockets")


def _listed(module: str, names: str) -> Iterator[URLPattern]:
    for room in settings.ROOMS:
        if find_spec(path := f"{room}.{module}"):
            yield from getattr(import_module(path), names)
