"""When nothing could be stored, or the machine's clock was set: the time is charged to nobody."""

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
"""Between two signs of life; anything longer is an outage. A sign that lies further ahead was given before
the clock was set back.
"""
SPARE = 1.5
"""Making up may take so much longer than the last time."""
LONGEST_MAKING_UP = timedelta(minutes=2)


class Sign(NamedTuple):
    """A sign of life as it is stored."""

    at: datetime
    resumed: datetime | None
    """When the last outage was over."""

    def holds(self, now: datetime) -> bool:
        """Is it so young that there has been no outage since?"""
        return abs(now - self.at) <= LONGEST_PAUSE or self.foreseen(now)

    def foreseen(self, now: datetime) -> bool:
        """Does it lie in the future since making up for the last outage was expected to take until then?"""
        return self.at == self.resumed and timedelta() <= self.at - now <= LONGEST_MAKING_UP


class Outage(NamedTuple):
    """A gap between two signs of life. Where the clock was set back it ends before it began."""

    since: datetime
    matches: Sequence[str]
    """Those in which something was counting down."""


def locked_sign() -> Sign | None:
    """The last sign of life, which nobody else renews before this transaction ends; None before the first."""
    alive = Alive.objects.select_for_update().filter(pk=1).first()
    return Sign(alive.at, alive.since) if alive else None


def renew(now: datetime) -> None:
    """Note that the record can be written. A sign that another machine gave a moment ahead stays."""
    if not Alive.objects.filter(pk=1, at__lt=now).update(at=now):
        Alive.objects.get_or_create(pk=1, defaults={"at": now})


def outage_since(sign: Sign) -> Outage:
    """The outage that began with this sign of life."""
    return Outage(sign.at, _running(sign.at))


def make_up(outage: Outage, now: datetime, each: timedelta) -> list[Command]:
    """Note that the outage is over, and return the commands that put off the deadlines that ran.

    This takes ``each`` for a match. Nobody can act meanwhile: where it adds up to more than a pause it would
    be the next outage, and is given back with this one.

    To be called with the sign of life locked, inside the transaction that carries the commands out: so an
    outage is made up for once, however many processes come back at the same time.
    """
    making_up = max(len(outage.matches) * each - LONGEST_PAUSE, timedelta()) * SPARE
    until = now + min(making_up, LONGEST_MAKING_UP)
    Alive.objects.filter(pk=1).update(at=until, since=until)
    if until < outage.since:
        Presence.objects.filter(until__gt=until + LEASE).update(until=until + LEASE)
    asked = messages.Outage(outage.since, until)
    return [Command(asked, public_id, None, from_server=True) for public_id in outage.matches]


def is_alive(now: datetime) -> bool:
    """Is some process that people can reach able to write? While none is, nobody's time is up."""
    sign = Alive.objects.filter(pk=1).first()
    return sign is not None and Sign(sign.at, sign.since).holds(now)


def _running(since: datetime) -> list[str]:
    """The matches in which something was counting down then."""
    counting_down = Q(status=Match.Status.PLAYING, pending__has_key="gone")
    matches = Match.objects.filter(Q(deadline__gt=since) | counting_down)
    return list(matches.order_by("pk").values_list("public_id", flat=True))


@command(
    messages.Outage, by=By.SERVER, during={Match.Status.WAITING, Match.Status.EXPIRED, Match.Status.PLAYING}
)
def outage(
    match: MatchState, asked: messages.Outage, person: int | None, now: datetime
) -> Transition | Refusal:
    """Put off the deadlines that were running when the outage began."""
    since, until = asked.since, asked.until
    running = match.row.deadline is not None and match.row.deadline > since
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
