"""Outages: while nothing can be stored, or the clock is changed, no player loses time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models import Q, QuerySet

from games_app.lib.clock import moment, ms
from games_app.lib.refusals import Refusal
from games_app.match import clocks, messages, pending
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.transitions import Transition
from games_app.models import Alive, Match, Presence, WebProcess
from games_app.people.presence import LEASE
from games_app.record.commands.registry import Command, server_command

LONGEST_PAUSE = timedelta(seconds=1.5)
"""Longest time between two signs of life, which are a second apart; anything longer is an outage of the site.

If a sign is further ahead than this, it was given before the clock was set back.
"""
LONGEST_WAIT = timedelta(seconds=0.5)
"""Longest time that players may lose without compensation."""
PAGE_RETURN = timedelta(seconds=5)
"""Time for which clocks stand still after an outage in which pages lost their connection or were refused.

They reconnect after a random delay of up to 1.5 s, or resend after 1 s.
"""
SPARE_FACTOR = 1.5
"""Factor by which compensation may take longer than the last time."""
LONGEST_MAKING_UP = timedelta(minutes=2)
SOON = timedelta(days=1)
"""Limit that includes deadlines of clocks in real time."""


class Sign(NamedTuple):
    """A sign of life as stored."""

    at: datetime
    resumed: datetime | None
    """End of the last outage."""
    refused: datetime | None = None
    """Time since when some process refuses actions, which can't be stored although the sign can."""

    def holds(self, now: datetime) -> bool:
        """Return whether the sign shows that there has been no outage since."""
        recent = abs(now - self.at) <= LONGEST_PAUSE or self.foreseen(now)
        return recent and self.refused is None

    def foreseen(self, now: datetime) -> bool:
        """Return whether the sign is ahead by the time expected for making up for the last outage."""
        return self.at == self.resumed and timedelta() <= self.at - now <= LONGEST_MAKING_UP


class Outage(NamedTuple):
    """Time in which nothing could be stored. It ends before it began if the clock was set back."""

    since: datetime
    matches: Sequence[str]
    """The matches whose deadlines are put off."""
    pages_return: bool = False
    """True if pages have to connect or send again, for which they get PAGE_RETURN."""
    whole: bool = True
    """True for an outage of the site; False for a pause of one process, which the others need not know."""


def last_sign() -> Sign | None:
    """Return the last sign of life; None before the first."""
    return _sign(Alive.objects.filter(pk=1).first())


def locked_sign() -> Sign | None:
    """Return the last sign of life, locked until this transaction ends; None before the first.

    Every rematch asks for it, and the ORM takes five times as long as this statement.
    """
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    rows = Alive.objects.raw(f"SELECT * FROM {Alive._meta.db_table} WHERE id = 1{lock}")  # noqa: S608
    return _sign(next(iter(rows), None))


def _sign(alive: Alive | None) -> Sign | None:
    return Sign(alive.at, alive.since, alive.refused) if alive else None


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


def running(since: datetime) -> list[str]:
    """Return the matches with a countdown that was running at that time."""
    counting_down = Q(status=Match.Status.PLAYING, pending__has_key="gone")
    return _public_ids(Match.objects.filter(Q(deadline__gte=since) | counting_down))


def ticking(since: datetime, here: Collection[str], *, elsewhere: bool = False) -> list[str]:
    """Return those of the matches ``here`` with a clock that was running at that time.

    ``elsewhere``: the others too, if their seconds count.
    """
    matches = Match.objects.filter(status=Match.Status.PLAYING, deadline__gte=since)
    found = _public_ids(matches.filter(public_id__in=here))
    if elsewhere:
        soon = matches.filter(deadline__lt=since + SOON)
        found = list(dict.fromkeys(found + _public_ids(soon)))
    return found


def _public_ids(matches: QuerySet[Match]) -> list[str]:
    return list(matches.order_by("pk").values_list("public_id", flat=True))


def make_up(outage: Outage, now: datetime, each: timedelta) -> tuple[datetime, list[Command]]:
    """Record the end of the outage; return it, and the commands that put off the deadlines that ran.

    They take ``each`` per match, and nobody can act meanwhile. If that adds up to more than players may lose,
    it is compensated together with the outage. Call it with the sign of life locked, inside the transaction
    that carries out the commands: an outage is then compensated once, however many processes recover at the
    same time.
    """
    making_up = max(len(outage.matches) * each - LONGEST_WAIT, timedelta()) * SPARE_FACTOR
    until = now + min(making_up, LONGEST_MAKING_UP)
    alive = Alive.objects.filter(pk=1)
    if outage.whole:
        alive.update(at=until, since=until, refused=None)
        # Those that go on sign again. Of the others, nobody need look for pages any more.
        WebProcess.objects.all().delete()
    elif making_up:
        alive.update(at=until, since=until)
    else:
        alive.update(at=until)
    if until < outage.since:
        Presence.objects.filter(until__gt=until + LEASE).update(until=until + LEASE)
    asked = messages.Outage(outage.since, until + PAGE_RETURN if outage.pages_return else until)
    return until, [Command(asked, public_id, None, from_server=True) for public_id in outage.matches]


def is_alive(now: datetime) -> bool:
    """Return whether a reachable process can write. While none can, no deadline is enforced."""
    sign = last_sign()
    return sign is not None and sign.holds(now)


@server_command(messages.Outage, during={Match.Status.WAITING, Match.Status.EXPIRED, Match.Status.PLAYING})
def outage(match: MatchState, asked: messages.Outage, player_id: None, now: datetime) -> Transition | Refusal:
    """Put off the deadlines that were running when the outage began."""
    since, until = asked.since, asked.until
    was_running = match.row.deadline is not None and match.row.deadline >= since
    if not (was_running or match.pending.gone):
        return Refusal("not_due")
    if was_running and match.clocks is not None:
        since = max(since, moment(match.clocks.at))
        if asked.since <= until < since:
            return Refusal("not_due")
    passed = ms(until) - ms(since)
    return Transition(
        EventKind.OUTAGE,
        at=until,
        delay=timedelta(milliseconds=passed),
        clocks=clocks.put_off(match.clocks, ms(since), ms(until)) if was_running and match.clocks else None,
        pending=pending.put_off(match.pending, passed),
    )
