"""Games of tournaments that two people must begin together: what is news of them. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games_app.games.rules import RULE_SETS
from games_app.lists.news import Kind, News
from games_app.match.terms import RealTime, read
from games_app.models import Pairing, Tournament

System, Status = Tournament.System, Tournament.Status
READY_FOR = timedelta(minutes=5)
"""Time for which somebody who wants to play now waits for the other one."""
JUST_PAIRED = timedelta(days=1)
"""Time in which a pairing leads to its messages, if their worker stood still."""


def needs_both(tournament: Tournament) -> bool:
    """Return whether both people must say that they are there: the clock of a match runs at once."""
    return tournament.system != System.EVENING and isinstance(read(tournament.terms).time, RealTime)


def with_news(now: datetime) -> list[Pairing]:
    """Return the pairings of all tournaments that may be news now."""
    is_ready = Q(first_ready_at__gt=now - READY_FOR) | Q(second_ready_at__gt=now - READY_FOR)
    rows = (_waiting().filter(is_ready) | just_paired(now)).filter(tournament__game__in=list(RULE_SETS))
    return list(rows.select_related("tournament", "first", "second"))


def just_paired(now: datetime) -> QuerySet[Pairing]:
    """Return the new pairings that have not begun. In a round robin people choose whom they play."""
    new = _waiting().filter(paired_at__gt=now - JUST_PAIRED)
    return new.exclude(tournament__system=System.ROUND_ROBIN)


def _waiting() -> QuerySet[Pairing]:
    """Return the games that have not begun."""
    rows = Pairing.objects.filter(outcome="", begun_at=None, tournament__status=Status.PLAYING)
    return rows.exclude(second=None)


def news_of(row: Pairing, player_id: int, now: datetime) -> Iterator[tuple[News, int]]:
    """Yield what is news of a pairing for one of the two, and a number; news with the same one is sent once.

    Somebody who presses Play now again while they wait is news once in ``READY_FOR``; afterwards, always.
    """
    people = ((row.first, row.first_ready_at), (row.second, row.second_ready_at))
    (_, own_ready_at), (other, ready_at) = people if row.first.player_id == player_id else people[::-1]
    if other is None or other.player_id is None or not _waits(row, now):
        return
    if ready_at and now < ready_at + READY_FOR:
        ready = News(Kind.READY, row, other.name, other.player_id, ready_at, until=ready_at + READY_FOR)
        yield ready, int(ready_at.timestamp() // READY_FOR.total_seconds())
    elif row.paired_at and own_ready_at is None and row.tournament.system != System.ROUND_ROBIN:
        # People who were ready themselves know of their game.
        until = row.begin_by or row.paired_at + JUST_PAIRED
        yield News(Kind.PAIRED, row, other.name, other.player_id, row.paired_at, until=until), row.tries


def _waits(row: Pairing, now: datetime) -> bool:
    is_open = not row.outcome and row.begun_at is None and (row.begin_by is None or now < row.begin_by)
    return is_open and row.tournament.status == Status.PLAYING and needs_both(row.tournament)
