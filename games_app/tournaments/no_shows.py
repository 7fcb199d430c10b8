"""No-shows: the time in which a game must begin, and its result when that time is over.

Everybody reads these terms before they join. They concern games that people begin themselves: with a clock of
minutes in a knockout or a Swiss, and all games of a round robin.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from games_app.models import Entry, Pairing, Tournament
from games_app.tournaments.record import DecidedBy, Record, Status, System, decide

FIRST, SECOND, DRAW, NONE = (
    Pairing.Outcome.FIRST,
    Pairing.Outcome.SECOND,
    Pairing.Outcome.DRAW,
    Pairing.Outcome.NONE,
)


def last_moment(tournament: Tournament) -> datetime | None:
    """Return the end of a round robin's last day; None if it has none."""
    if tournament.system != System.ROUND_ROBIN or not tournament.begin_within:
        return None
    return tournament.created_at + timedelta(minutes=tournament.begin_within)


def has_passed(tournament: Tournament, now: datetime) -> bool:
    """Return whether a round robin is past its last day."""
    end = last_moment(tournament)
    return end is not None and now >= end


def must_close(tournament: Tournament, now: datetime) -> bool:
    """Return whether a round robin past its last day still takes people in."""
    return not tournament.closed and tournament.status == Status.PLAYING and has_passed(tournament, now)


def limits_rounds(record: Record) -> bool:
    """Return whether the games of a round must begin in time."""
    tournament = record.tournament
    has_rounds = tournament.system in (System.KNOCKOUT, System.SWISS)
    return has_rounds and bool(tournament.begin_within) and record.needs_both


def begin_by(record: Record, people: Iterable[Entry], now: datetime) -> datetime | None:
    """Return by when a game that is paired now must begin; None without a limit.

    There is none for people without a device: they can't say that they are there.
    """
    if record.tournament.system == System.ROUND_ROBIN:
        return last_moment(record.tournament)
    if limits_rounds(record) and all(entry.player_id for entry in people):
        return now + timedelta(minutes=record.tournament.begin_within)
    return None


def decide_overdue(record: Record, now: datetime) -> None:
    """Decide the games that should have begun, and close a round robin past its last day."""
    if record.tournament.status != Status.PLAYING:
        return
    waiting = Pairing.objects.filter(tournament=record.tournament, outcome="", begun_at=None)
    for pairing in waiting.filter(begin_by__lte=now):
        decide(pairing, *_result(record.tournament, pairing), now)
    if must_close(record.tournament, now):
        record.tournament.closed = True


def _result(tournament: Tournament, pairing: Pairing) -> tuple[Pairing.Outcome, Pairing.DecidedBy]:
    """Return the result of a game that has not begun in time: whoever was there alone wins.

    In a round robin it counts for nobody: otherwise, one press beside every name on the last day would win
    games that nobody had agreed to play.
    """
    first, second = pairing.first_ready_at is not None, pairing.second_ready_at is not None
    if tournament.system == System.ROUND_ROBIN or not (first or second):
        return NONE, DecidedBy.ABSENT
    if first and second:
        is_knockout = tournament.system == System.KNOCKOUT
        return (secrets.choice((FIRST, SECOND)), DecidedBy.LOT) if is_knockout else (DRAW, DecidedBy.ABSENT)
    return FIRST if first else SECOND, DecidedBy.ABSENT
