"""When the site was down: the time is charged to nobody."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..clock import moment
from ..models import Alive, Match
from ..refusals import Refusal
from . import clocks
from .loaded import LoadedMatch
from .record import Outcome
from .registry import By, Command, command

LONGEST_PAUSE = timedelta(seconds=2)
"""Between two signs of life; anything longer is an outage."""


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
    alive.at = now
    alive.save(update_fields=["at"])
    return _make_up(before, now) if now - before > LONGEST_PAUSE else []


def is_alive(now: datetime) -> bool:
    """Is some process that people can reach able to write? While none is, nobody's time is up."""
    return Alive.objects.filter(pk=1, at__gt=now - LONGEST_PAUSE).exists()


def _make_up(since: datetime, until: datetime) -> list[Command]:
    ids = Match.objects.filter(deadline__gt=since).values_list("public_id", flat=True)
    data = {"since": since, "until": until}
    return [Command("outage", public_id, None, data=data, from_server=True) for public_id in ids]


@command("outage", by=By.SERVER, during={Match.Status.WAITING, Match.Status.EXPIRED, Match.Status.PLAYING})
def outage(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Put off the deadlines that were running when the outage began."""
    since, until = command.data["since"], command.data["until"]
    if match.row.deadline is None or match.row.deadline <= since:
        return Refusal("not_due")
    if match.clocks is None:
        return Outcome("outage", delay=until - since)
    delay = max(until - max(since, moment(match.clocks.at)), timedelta())
    later = clocks.put_off(match.clocks, delay // timedelta(milliseconds=1))
    return Outcome("outage", delay=delay, clocks=later)
