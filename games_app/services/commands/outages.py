"""Outages: while nothing can be stored, or the clock is set, no player loses time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from games_app.lib.clock import moment, ms
from games_app.lib.refusals import Refusal
from games_app.models import Alive, Match, Presence
from games_app.services.commands import messages
from games_app.services.commands.registry import By, Command, command
from games_app.services.people.presence import LEASE
from games_app.services.state import clocks, pending
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition

LONGEST_PAUSE = timedelta(seconds=2)
"""Longest pause between two signs of life; anything longer is an outage. A sign further ahead than this was
given before the clock was set back.
"""
SPARE = 1.5
"""Factor by which making up may take longer than the last time."""
LONGEST_MAKING_UP = timedelta(minutes=2)


class Sign(NamedTuple):
    """A sign of life as stored."""

    at: datetime
    resumed: datetime | None
    """End of the last outage."""

    def holds(self, now: datetime) -> bool:
        """Return whether the sign is so recent that there has been no outage since."""
        return abs(now - self.at) <= LONGEST_PAUSE or self.foreseen(now)

    def foreseen(self, now: datetime) -> bool:
        """Return whether the sign is ahead by the time expected for making up for the last outage."""
        return self.at == self.resumed and timedelta() <= self.at - now <= LONGEST_MAKING_UP


class Outage(NamedTuple):
    """A gap between two signs of life. It ends before it began if the clock was set back."""

    since: datetime
    matches: Sequence[str]
    """The matches with a running countdown."""


def locked_sign() -> Sign | None:
    """Return the last sign of life, locked until this transaction ends; None before the first."""
    alive = Alive.objects.select_for_update().filter(pk=1).first()
    return Sign(alive.at, alive.since) if alive else None


def renew(now: datetime) -> None:
    """Record that the database is writable. A sign slightly ahead, from another machine, is kept."""
    if not Alive.objects.filter(pk=1, at__lt=now).update(at=now):
        Alive.objects.get_or_create(pk=1, defaults={"at": now})


def outage_since(sign: Sign) -> Outage:
    """Return the outage that began with this sign of life."""
    return Outage(sign.at, _running(sign.at))


def make_up(outage: Outage, now: datetime, each: timedelta) -> list[Command]:
    """Record the end of the outage and return the commands that put off the deadlines that ran.

    They take ``each`` per match, and no one can act meanwhile: if that adds up to more than a pause it would
    be the next outage, so it is made up for together with this one.

    Call it with the sign of life locked, inside the transaction that carries out the commands: an outage is
    then made up for once, however many processes recover at the same time.
    """
    making_up = max(len(outage.matches) * each - LONGEST_PAUSE, timedelta()) * SPARE
    until = now + min(making_up, LONGEST_MAKING_UP)
    Alive.objects.filter(pk=1).update(at=until, since=until)
    if until < outage.since:
        Presence.objects.filter(until__gt=until + LEASE).update(until=until + LEASE)
    asked = messages.Outage(outage.since, until)
    return [Command(asked, public_id, None, from_server=True) for public_id in outage.matches]


def is_alive(now: datetime) -> bool:
    """Return whether a reachable process can write. While none can, no deadline is enforced."""
    sign = Alive.objects.filter(pk=1).first()
    return sign is not None and Sign(sign.at, sign.since).holds(now)


def _running(since: datetime) -> list[str]:
    """Return the matches with a countdown that was running at that time."""
    counting_down = Q(status=Match.Status.PLAYING, pending__has_key="gone")
    matches = Match.objects.filter(Q(deadline__gte=since) | counting_down)
    return list(matches.order_by("pk").values_list("public_id", flat=True))


@command(
    messages.Outage, by=By.SERVER, during={Match.Status.WAITING, Match.Status.EXPIRED, Match.Status.PLAYING}
)
def outage(
    match: MatchState, asked: messages.Outage, person: int | None, now: datetime
) -> Transition | Refusal:
    """Put off the deadlines that were running when the outage began."""
    since, until = asked.since, asked.until
    running = match.row.deadline is not None and match.row.deadline >= since
    if not (running or match.pending.gone):
        return Refusal("not_due")
    if running and match.clocks is not None:
        since = max(since, moment(match.clocks.at))
    passed = ms(until) - ms(since)
    return Transition(
        "outage",
        at=until,
        delay=timedelta(milliseconds=passed),
        clocks=clocks.put_off(match.clocks, ms(since), ms(until)) if running and match.clocks else None,
        pending=pending.put_off(match.pending, passed),
    )
