"""Outages: while nothing can be stored, or the clock is changed, no player loses time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Q, QuerySet, Value

from games_app.lib.clock import moment, ms
from games_app.lib.refusals import Refusal
from games_app.match import clocks, messages, pending
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.transitions import Transition
from games_app.models import Alive, LostTime, Match, Presence, WebProcess
from games_app.people.presence import LEASE
from games_app.record.commands.registry import Command, server_command

SIGN_LASTS = timedelta(seconds=1.5)
"""Time for which a sign of life shows that the site is up; signs are a second apart at most.

If a sign is further ahead than this, it was given before the clock was set back.
"""
LONGEST_CHARGED_PAUSE = timedelta(seconds=0.5)
"""Longest pause that is charged to players. A longer one is an outage."""
PAGE_RETURN = timedelta(seconds=5)
"""Time for which clocks stand still after an outage in which pages lost their connection or were refused.

They reconnect after a random delay of up to 1.5 s, or resend after 1 s.
"""
REAL_TIME_HORIZON = timedelta(days=1)
"""Time within which all deadlines of clocks in real time lie."""
GIVEN_AT_ONCE = 20
"""Maximum number of matches to which one batch gives lost time back, besides those that its commands concern.

Commands wait for it, for some hundredths of a second.
"""


class Outage(NamedTuple):
    """Time in which nothing could be stored. It ends before it began if the clock was set back."""

    since: datetime
    matches: QuerySet[Match]
    """The matches that lost this time."""
    pages_return: bool = False
    """True if pages have to connect or send again, for which they get PAGE_RETURN."""
    whole: bool = True
    """True for an outage of the site; False for a pause of one process, which the others need not know."""


def last_sign() -> Alive | None:
    """Return the last sign of life; None before the first."""
    return Alive.objects.filter(pk=1).first()


def locked_sign() -> Alive | None:
    """Return the last sign of life, locked until this transaction ends; None before the first.

    Every rematch asks for it, and the ORM takes five times as long as this statement.
    """
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    rows = Alive.objects.raw(f"SELECT * FROM {Alive._meta.db_table} WHERE id = 1{lock}")  # noqa: S608
    return next(iter(rows), None)


def holds(sign: Alive, now: datetime) -> bool:
    """Return whether the sign shows that there has been no outage since."""
    return abs(now - sign.at) <= SIGN_LASTS and sign.refused is None


def renew(now: datetime, process: str = "") -> None:
    """Record that the database is writable, and that this web process goes on.

    A sign slightly ahead, from another machine, is kept.
    """
    if not Alive.objects.filter(pk=1, at__lt=now).update(at=now):
        Alive.objects.get_or_create(pk=1, defaults={"at": now})
    if process:
        WebProcess.objects.bulk_create(
            [WebProcess(name=process, at=now)],
            update_conflicts=True,
            unique_fields=["name"],
            update_fields=["at", "covered_to"],
        )


def stop(since: datetime) -> None:
    """Record that no process accepts commands since then."""
    Alive.objects.update_or_create(pk=1, defaults={"at": since})


def note_refusals(since: datetime) -> None:
    """Record that actions are refused since then: a row as small as this may fit when no action does."""
    Alive.objects.filter(pk=1, refused=None).update(refused=since)


def running(since: datetime) -> QuerySet[Match]:
    """Return the matches with a countdown that was running at that time."""
    counting_down = Q(status=Match.Status.PLAYING, pending__has_key="gone")
    put_off_soon = Q(pk__in=LostTime.objects.values("match"))
    return Match.objects.filter(Q(deadline__gte=since) | counting_down | put_off_soon)


def ticking(since: datetime, here: Collection[str], *, elsewhere: bool = False) -> QuerySet[Match]:
    """Return those of the matches ``here`` with a countdown that was running at that time.

    ``elsewhere``: the others too, if their seconds count.
    """
    concerned = Q(public_id__in=here)
    if elsewhere:
        concerned |= Q(deadline__lt=since + REAL_TIME_HORIZON)
    return running(since).filter(concerned, status=Match.Status.PLAYING)


def end(outage: Outage, now: datetime) -> None:
    """Record that the outage is over, and what time the matches lost.

    Call it with the sign of life locked: an outage is then recorded once, however many processes recover at
    the same time.
    """
    alive = Alive.objects.filter(pk=1)
    if outage.whole:
        alive.update(at=now, since=now, refused=None)
        # Those that go on sign again. Of the others, nobody need look for pages any more.
        WebProcess.objects.all().delete()
    else:
        alive.update(at=now)
    if now < outage.since:
        Presence.objects.filter(until__gt=now + LEASE).update(until=now + LEASE)
    note_lost(outage.matches, outage.since, now + PAGE_RETURN if outage.pages_return else now)


def note_lost(matches: QuerySet[Match], since: datetime, until: datetime) -> None:
    """Record, in one statement, that these matches lost the time from ``since`` to ``until``."""
    lost = matches.order_by("pk").values_list("pk", Value(since), Value(until))
    with suppress(EmptyResultSet), connection.cursor() as cursor:
        rows, values = lost.query.sql_with_params()
        cursor.execute(f"INSERT INTO {LostTime._meta.db_table} (match_id, since, until) {rows}", values)


def owing() -> list[str]:
    """Return matches to which lost time is to be given back, GIVEN_AT_ONCE at most."""
    rows = LostTime.objects.order_by("pk").values_list("match__public_id", flat=True)
    return list(rows[:GIVEN_AT_ONCE])


def give_back(matches: Collection[str]) -> list[Command]:
    """Return the commands that give these matches, which are locked, all that they lost."""
    if not matches:
        return []
    rows = LostTime.objects.filter(match__public_id__in=matches).order_by("pk")
    lost: dict[str, list[tuple[datetime, datetime]]] = defaultdict(list)
    keys: list[int] = []
    for pk, match, since, until in rows.values_list("pk", "match__public_id", "since", "until"):
        lost[match].append((since, until))
        keys.append(pk)
    LostTime.objects.filter(pk__in=keys).delete()
    return [
        Command(messages.Outage(tuple(times)), match, None, from_server=True) for match, times in lost.items()
    ]


def is_alive(now: datetime) -> bool:
    """Return whether a reachable process can write. While none can, no deadline is enforced."""
    sign = last_sign()
    return sign is not None and holds(sign, now)


@server_command(messages.Outage, during={Match.Status.WAITING, Match.Status.EXPIRED, Match.Status.PLAYING})
def outage(
    match: MatchState, message: messages.Outage, player_id: None, now: datetime
) -> Transition | Refusal:
    """Put off the deadlines that were running when the outages began."""
    times = [(ms(since), ms(until)) for since, until in message.times]
    deadline = ms(match.row.deadline) if match.row.deadline else None
    if deadline is not None and deadline < times[0][0]:
        deadline = None
    if deadline is None and not match.pending.gone:
        return Refusal("not_due")
    ran = match.clocks if deadline is not None else None
    passed, until = _lost(times, ran.at if ran else None, deadline, match.pending.paused_until)
    if not passed:
        return Refusal("not_due")
    return Transition(
        EventKind.OUTAGE,
        at=moment(until),
        delay=timedelta(milliseconds=passed),
        clocks=clocks.put_off(ran, until - passed, until) if ran else None,
        pending=pending.put_off(match.pending, passed),
    )


def _lost(
    times: Sequence[tuple[int, int]], read_at: int | None, deadline: int | None, paused_until: int
) -> tuple[int, int]:
    """Return how much time was lost, and when the last of these times ended. All are in milliseconds.

    The time before the clocks were read at ``read_at`` counts already, and none is lost in a pause, whose end
    is a date. They did not run in a time that began after the ``deadline`` had passed.
    """
    passed, until = 0, times[-1][1]
    for since, end in times:
        began = max(since, paused_until, since if read_at is None else read_at)
        none_lost = end <= began and (since <= end or since < paused_until)
        if none_lost or (deadline is not None and deadline + passed < since):
            continue
        passed += end - began
        until = read_at = end
    return passed, until
