"""Lists of matches: mine, those going on now, the history. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q, QuerySet

from ..models import Match, Seat
from ..rules import Game, get_game
from .loaded import loaded

STILL_GOING_ON = timedelta(days=1)
"""A running match that nobody has touched for longer isn't listed as going on now."""

SHOWN_MINE, SHOWN_GOING_ON, SHOWN_HISTORY = 12, 8, 25

_UNFINISHED = (Match.Status.WAITING, Match.Status.PLAYING)
_PLAYED = (Match.Status.PLAYING, Match.Status.OVER)


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list, as one person sees it."""

    match: Match
    game: Game
    seats: tuple[Seat, ...]
    """In the order of the game's roles."""
    roles: tuple[str, ...]
    """The seats of the person who reads the list."""
    your_turn: bool

    @property
    def winner(self) -> Seat | None:
        return next((seat for seat in self.seats if seat.outcome == Seat.Outcome.WON), None)

    @property
    def loser(self) -> Seat | None:
        return next((seat for seat in self.seats if seat.outcome == Seat.Outcome.LOST), None)

    @property
    def opponent(self) -> Seat | None:
        """The one other person, for somebody who plays."""
        others = [seat for seat in self.seats if seat.role not in self.roles]
        return others[0] if len(others) == 1 and others[0].player_id else None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for in the history; empty texts mean anything. ``person``: only this person's matches."""

    person: int | None = None
    game: str = ""
    player: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    lines: list[Listed]
    earlier: str
    """Where the next page begins; empty on the last one."""


def unfinished_of(person: int, now: datetime) -> list[Listed]:
    """The person's matches that still run or wait, those where they are to move first."""
    matches = Match.objects.filter(pk__in=_of(person), status__in=_UNFINISHED)
    matches = matches.exclude(status=Match.Status.WAITING, deadline__lte=now).order_by("-acted_at")
    lines = _listed(matches[:SHOWN_MINE], person)
    return sorted(lines, key=lambda line: not line.your_turn)


def going_on(now: datetime, person: int | None = None) -> list[Listed]:
    """Public matches that are being played by others than ``person``, the liveliest first."""
    matches = Match.objects.filter(
        status=Match.Status.PLAYING, visibility=Match.Visibility.PUBLIC, acted_at__gt=now - STILL_GOING_ON
    )
    if person is not None:
        matches = matches.exclude(pk__in=_of(person))
    return _listed(matches.order_by("-acted_at")[:SHOWN_GOING_ON], person)


def history(wanted: Wanted, before: str = "") -> HistoryPage:
    """Matches that began, latest first: everybody's public ones, or all of one person's."""
    matches = Match.objects.filter(status__in=_PLAYED)
    if wanted.person is None:
        matches = matches.filter(visibility=Match.Visibility.PUBLIC)
    else:
        matches = matches.filter(pk__in=_of(wanted.person))
    if wanted.game:
        matches = matches.filter(game=wanted.game)
    matches = _by_players(matches, wanted)
    if key := _read_key(before):
        at, public_id = key
        matches = matches.filter(Q(acted_at__lt=at) | Q(acted_at=at, public_id__lt=public_id))
    rows = list(matches.order_by("-acted_at", "-public_id").prefetch_related("seats")[: SHOWN_HISTORY + 1])
    shown = rows[:SHOWN_HISTORY]
    earlier = _key(shown[-1]) if len(rows) > len(shown) else ""
    return HistoryPage([_line(row, wanted.person) for row in shown], earlier)


def made_with(person: int, cmd: str) -> str | None:
    """The match that this person made with this command, if it has been done."""
    made = Match.objects.filter(maker=person, events__cmd=cmd)
    return made.values_list("public_id", flat=True).first()


def _of(person: int) -> QuerySet[Seat, int]:
    return Seat.objects.filter(player=person).values_list("match_id", flat=True)


def _by_players(matches: QuerySet[Match], wanted: Wanted) -> QuerySet[Match]:
    """Those where the named player, else the person, else anybody had the wanted result."""
    if wanted.player:
        seats = Seat.objects.filter(name__icontains=wanted.player)
    elif wanted.person is not None:
        seats = Seat.objects.filter(player=wanted.person)
    else:
        seats = Seat.objects.all()
    if wanted.result:
        seats = seats.filter(outcome=wanted.result)
    if wanted.player or wanted.result:
        return matches.filter(pk__in=seats.values_list("match_id", flat=True))
    return matches


def _listed(matches: QuerySet[Match], person: int | None) -> list[Listed]:
    return [_line(row, person) for row in matches.prefetch_related("seats")]


def _line(row: Match, person: int | None) -> Listed:
    match = loaded(row, row.seats.all())
    roles = match.roles_of(person)
    running = row.status == Match.Status.PLAYING
    yours = running and any(role in match.state.to_move for role in roles)
    return Listed(row, get_game(row.game), tuple(match.seats.values()), roles, yours)


def _key(row: Match) -> str:
    moment = row.acted_at - datetime(1970, 1, 1, tzinfo=UTC)
    return f"{moment // timedelta(microseconds=1)}-{row.public_id}"


def _read_key(text: str) -> tuple[datetime, str] | None:
    """The place that a key names; None for anything else, which means the beginning."""
    micros, _, public_id = text.partition("-")
    if not (micros.isascii() and micros.isdecimal() and len(micros) <= 17 and public_id):
        return None
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=int(micros)), public_id
