"""Holidays: whole days on which a player's turns in matches with days for each turn take no time.

A player takes at most DAYS_A_YEAR of them in a calendar year. They are days in the time zone of the player,
who may end them early; then the rest can be taken again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from games_app.lib.refusals import Refusal, Refused
from games_app.lib.time_zones import known_zone
from games_app.match.match_state import known_rules
from games_app.match.terms import DAYS_A_YEAR
from games_app.models import Holiday, Match, Player, Seat

AHEAD = timedelta(days=365)
"""Time from today within which a holiday ends."""
DAY = timedelta(days=1)
NEWLY_ENDED = timedelta(days=DAYS_A_YEAR + 1)
"""Time for which matches may still count with the former end of a holiday that was ended early."""


YEARS_KEPT = 1
"""Calendar years after a holiday for which it is kept."""
KNOWN_RULES = known_rules("match__")


class Unrecorded(NamedTuple):
    """A holiday that a match has to record, or its early end."""

    match: str
    """The match's public id."""
    role: str
    since: datetime
    until: datetime


def take(player: Player, first: date, last: date, zone: ZoneInfo, now: datetime) -> Holiday:
    """Store a holiday from the first to the last day, both included. Raises Refused."""
    today = now.astimezone(zone).date()
    if last < first:
        raise Refused(Refusal("holiday_days.order"))
    if first < today or last > today + AHEAD:
        raise Refused(Refusal("holiday_days.range"))
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if of_player(player).filter(first__lte=last, last__gte=first).exists():
            raise Refused(Refusal("holiday_overlaps"))
        taken = days_taken(player)
        if year := _exceeded_year(taken, first, last):
            days_left = {"limit": DAYS_A_YEAR, "year": year, "left": max(0, DAYS_A_YEAR - taken[year])}
            raise Refused(Refusal("too_many_holidays", days_left))
        return Holiday.objects.create(
            player=player,
            first=first,
            last=last,
            zone=zone.key,
            since=max(now, _midnight(first, zone)),
            until=_midnight(last + DAY, zone),
        )


def end(player: Player, key: int, now: datetime) -> None:
    """End a holiday today, or cancel one that has not begun; another player's, or one that is over, stays."""
    with transaction.atomic():
        holiday = of_player(player).select_for_update().filter(pk=key, until__gt=now).first()
        if holiday is None:
            return
        if holiday.since > now:
            holiday.delete()
            return
        holiday.last, holiday.until = now.astimezone(ZoneInfo(known_zone(holiday.zone))).date(), now
        holiday.save(update_fields=["last", "until"])


def of_player(player: Player) -> QuerySet[Holiday]:
    """Return the player's holidays, oldest first."""
    return Holiday.objects.filter(player=player).order_by("first")


def days_taken(player: Player) -> Counter[int]:
    """Return the number of the player's days of each year."""
    days = of_player(player).values_list("first", "last")
    return sum((_by_year(first, last) for first, last in days), Counter[int]())


def covering(player_id: int | None, at: datetime) -> Holiday | None:
    """Return the holiday on which this player is at ``at``."""
    return Holiday.objects.filter(player=player_id, since__lte=at, until__gt=at).first()


def unrecorded(now: datetime, most: int) -> list[Unrecorded]:
    """Return running matches that don't know of a player's present holiday, or of its early end."""
    begun = Holiday.objects.filter(since__lte=now, until__gt=now - NEWLY_ENDED)
    longest = begun.filter(player=OuterRef("player")).order_by("-until")
    seats = Seat.objects.filter(
        KNOWN_RULES,
        player__in=begun.values("player"),
        unfinished=True,
        time_control="days",
        match__status=Match.Status.PLAYING,
    ).annotate(
        since=Subquery(longest.values("since")[:1]),
        until=Subquery(longest.values("until")[:1]),
    )
    lacks = Q(until__gt=now) & (Q(holiday_until=None) | ~Q(holiday_until=F("until")))
    outlasts = Q(until__lte=now, holiday_until__gt=now)
    rows = seats.filter(lacks | outlasts).order_by("pk")
    return [Unrecorded(*row) for row in rows.values_list("match__public_id", "role", "since", "until")[:most]]


def sweep(now: datetime) -> None:
    """Delete the holidays of earlier years, whose days count no more."""
    Holiday.objects.filter(last__year__lt=now.year - YEARS_KEPT).delete()


def listed(player: Player) -> Iterator[str]:
    """Yield a line for each holiday of the player, for their own files."""
    for holiday in of_player(player):
        yield f"{holiday.first} to {holiday.last} ({holiday.zone})\n"


def forget(player: Player) -> None:
    """Delete the holidays of a player who withdraws."""
    of_player(player).delete()


def hand_over(guest: Player, player: Player, now: datetime) -> None:
    """Move the guest's holidays to the player, whose year they count for; those ahead only if they fit."""
    for holiday in of_player(guest):
        first, last = holiday.first, holiday.last
        overlaps = of_player(player).filter(first__lte=last, last__gte=first).exists()
        if holiday.until > now and (overlaps or _exceeded_year(days_taken(player), first, last)):
            end(guest, holiday.pk, now)
        of_player(guest).filter(pk=holiday.pk).update(player=player)


def _exceeded_year(taken: Counter[int], first: date, last: date) -> int:
    """Return the year that has too few days left for a holiday; 0 if there is none."""
    days = _by_year(first, last).items()
    return next((year for year, number in days if taken[year] + number > DAYS_A_YEAR), 0)


def _by_year(first: date, last: date) -> Counter[int]:
    """Return the number of days from the first to the last one by calendar year."""
    years = range(first.year, last.year + 1)
    return Counter(
        {year: (min(last, date(year, 12, 31)) - max(first, date(year, 1, 1))).days + 1 for year in years}
    )


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the beginning of the day in this time zone."""
    return datetime(day.year, day.month, day.day, tzinfo=zone)
