"""Parts of a tournament's page: lines, cells and the words in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games_app.models import Entry, Tournament
from games_app.tournaments.pairing.results import WIN
from games_app.tournaments.pairing.standings import Standing
from games_app.tournaments.record import PairingRow, System


class Cell(NamedTuple):
    """A field of the cross table."""

    text: str = ""
    label: str = ""
    """The same in words, for screen readers; empty if the text says it."""
    address: str = ""
    """Page of the match; empty without one."""
    opponent: int | None = None
    """Number of the opponent, if the column doesn't tell it."""
    own: bool = False
    """True where a person would meet themselves."""


NO_GAME, THEMSELVES = Cell(), Cell(own=True)


@dataclass(frozen=True, slots=True)
class Row:
    """A person's line of the standings."""

    entry: Entry
    standing: Standing | None
    """None if their games don't count."""
    cells: list[Cell]
    points: str
    sonneborn_berger: str
    direct: str
    key: str
    placed: bool
    """True if the place says something: some game has a result."""
    state: tuple[object, ...]
    """Details of the person. Lines that are equal look the same."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list."""

    pairing: PairingRow
    first: Entry
    second: Entry | None
    title: str
    """The round; empty if there are none."""
    said: str
    """The state or the result in words."""
    running: bool
    address: str
    key: str


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game that a person still has to play."""

    pairing: PairingRow
    opponent: Entry
    begins: bool
    """True if the person moves first."""
    address: str
    """Page of the running match; empty before."""
    waits: bool
    """True if the person waits for the other one."""
    awaited: bool
    """True if the other one waits for them."""
    at_one_screen: bool
    """True if it can only be played at one screen."""


def half(points: int, parts: int = WIN) -> str:
    """Return points in words of figures: "2½"; ``parts`` of a point are 1."""
    whole, rest = divmod(points, parts)
    fraction = {0: "", 1: "½" if parts == 2 else "¼", 2: "½", 3: "¾"}[rest]
    return f"{whole or ''}{fraction}" if fraction else str(whole)


ANY_ID = "2222222222"


def match_address(public_id: str) -> str:
    """Return the address of a match. A table has thousands, and Django's ``reverse`` takes long."""
    return _any_address().replace(ANY_ID, public_id)


@cache
def _any_address() -> str:
    return reverse("match", args=[ANY_ID])


def time_words(minutes: int) -> str:
    """Return a time in days, or in hours, or in minutes, such as "3 days"."""
    days, hours = minutes // (24 * 60), minutes // 60
    if days:
        return ngettext("{n} day", "{n} days", days).format(n=days)
    if hours:
        return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
    return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)


def system_words(tournament: Tournament) -> str:
    """Return the pairing system in a few words."""
    match tournament.system:
        case System.KNOCKOUT:
            return _("knockout")
        case System.SWISS:
            rounds = tournament.rounds
            return ngettext("Swiss, {n} round", "Swiss, {n} rounds", rounds).format(n=rounds)
        case System.EVENING:
            minutes = tournament.minutes
            return ngettext("evening of {n} minute", "evening of {n} minutes", minutes).format(n=minutes)
    if tournament.games_each == 2:
        return _("everybody plays everybody twice")
    return _("everybody plays everybody")
