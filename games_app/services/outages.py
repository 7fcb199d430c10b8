"""When the site was down: the time is charged to nobody."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..models import Alive, Match
from ..refusals import Refusal
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


def _make_up(since: datetime, until: datetime) -> list[Command]:
    running = Match.objects.filter(status=Match.Status.WAITING, expires_at__gt=since)
    data = {"since": since, "delay": until - since}
    ids = running.values_list("public_id", flat=True)
    return [Command("outage", public_id, None, data=data, from_server=True) for public_id in ids]


@command("outage", by=By.SERVER, during={Match.Status.WAITING, Match.Status.EXPIRED})
def outage(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Put off the deadlines that were running when the outage began."""
    if match.row.expires_at <= command.data["since"]:
        return Refusal("invitation_expired")
    return Outcome("outage", delay=command.data["delay"])
