"""When the site was down: the time is charged to nobody."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from ..clock import moment
from ..models import Alive, Match
from ..refusals import Refusal
from . import clocks, dealings
from .loaded import LoadedMatch
from .record import Outcome
from .registry import By, Command, command

LONGEST_PAUSE = timedelta(seconds=2)
"""Between two signs of life; anything longer is an outage."""
EACH = timedelta(milliseconds=2)
"""What making up for an outage takes for each match, at most. Nobody can act meanwhile: where it adds up to
more than a pause it would be the next outage, and is given back with this one.
"""
LONGEST_MAKING_UP = timedelta(minutes=2)


def sign_of_life(now: datetime) -> list[Command]:
    """Note that the record can be written, and return the commands that make up for the time it could not.

    To be called inside the transaction that carries these commands out, so that an outage is made up for
    once, however many processes come back at the same time.
    """
    alive = Alive.objects.select_for_update().filter(pk=1).first()
    if alive is None:
        Alive.objects.get_or_create(pk=1, defaults={"at": now})
        return []
    before = alive.at
    if now <= before:
        return []
    if now - before <= LONGEST_PAUSE:
        alive.at = now
        alive.save(update_fields=["at"])
        return []
    ids = _running(before)
    making_up = max(len(ids) * EACH - LONGEST_PAUSE, timedelta())
    if before == alive.since:
        # No sign of life since the last outage: to make up for that took longer than was foreseen.
        making_up += 2 * (now - before)
    making_up = min(making_up, LONGEST_MAKING_UP)
    alive.at = alive.since = now + making_up
    alive.save(update_fields=["at", "since"])
    data = {"since": before, "until": alive.at}
    return [Command("outage", public_id, None, data=data, from_server=True) for public_id in ids]


def is_alive(now: datetime) -> bool:
    """Is some process that people can reach able to write? While none is, nobody's time is up."""
    return Alive.objects.filter(pk=1, at__gt=now - LONGEST_PAUSE).exists()


def _running(since: datetime) -> list[str]:
    """The matches in which something was counting down then."""
    counting_down = Q(status=Match.Status.PLAYING, dealings__has_key="gone")
    matches = Match.objects.filter(Q(deadline__gt=since) | counting_down)
    return list(matches.values_list("public_id", flat=True))


@command("outage", by=By.SERVER, during={Match.Status.WAITING, Match.Status.EXPIRED, Match.Status.PLAYING})
def outage(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Put off the deadlines that were running when the outage began."""
    since, until = command.data["since"], command.data["until"]
    running = match.row.deadline is not None and match.row.deadline > since
    if not (running or match.dealings.gone):
        return Refusal("not_due")
    delay = until - since
    if running and match.clocks is not None:
        delay = max(until - max(since, moment(match.clocks.at)), timedelta())
    passed = delay // timedelta(milliseconds=1)
    return Outcome(
        "outage",
        delay=timedelta(milliseconds=passed),
        clocks=clocks.put_off(match.clocks, passed) if running and match.clocks else None,
        dealings=dealings.put_off(match.dealings, passed),
    )
