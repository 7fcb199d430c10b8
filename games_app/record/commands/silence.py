"""Silent web processes: frozen, or on a machine that hangs, while others of the site go on.

The site is up then. But players whose pages are at such a process can't act until their pages have noticed
the silence and are back at another one. Their clocks stand still meanwhile.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games_app.match import messages
from games_app.models import Match, Presence, WebProcess
from games_app.record.commands.outages import PAGE_RETURN, SOON
from games_app.record.commands.registry import Command

SILENT = timedelta(seconds=3)
"""Time without a sign of life after which a process counts as silent. Signs are at most a second apart."""
LEFT = timedelta(seconds=20)
"""Time of silence after which all pages have left the process. They do so after 10 s."""


def signs(own: str) -> dict[str, datetime]:
    """Return the last sign of life of each other web process, by its name."""
    return dict(WebProcess.objects.exclude(name=own).values_list("name", "at"))


def cover(process: str, sign: datetime, since: datetime, now: datetime) -> list[Command]:
    """Return the commands that put off the clocks of players at a silent process, up to PAGE_RETURN from now.

    ``sign`` is its last sign of life as stored, ``since`` the same moment by this machine's clock. Call it
    inside the transaction that carries out the commands: several processes then cover a silence once.
    """
    row = WebProcess.objects.select_for_update().filter(name=process, at=sign).first()
    if row is None or (row.covered_to and row.covered_to > now):
        return []
    asked = messages.Outage(max(since, row.covered_to or since), now + PAGE_RETURN)
    row.covered_to = asked.until
    row.save(update_fields=["covered_to"])
    return [Command(asked, match, None, from_server=True) for match in _waiting_for(process, since, now)]


def forget(process: str) -> None:
    """Forget a process that ends: its pages are sent away."""
    WebProcess.objects.filter(name=process).delete()


def _waiting_for(process: str, since: datetime, now: datetime) -> list[str]:
    """Return the matches in which time runs for a player whose page is at the process and nowhere else."""
    back = Presence.objects.filter(match=OuterRef("match"), person=OuterRef("person"), until__gt=now)
    leases = Presence.objects.filter(
        ~Exists(back.exclude(process=process)),
        process=process,
        until__gt=since,
        match__status=Match.Status.PLAYING,
        match__deadline__gte=since,
        match__deadline__lt=since + SOON,
    ).exclude(roles="")
    rows = leases.order_by("match").values_list("match__public_id", "roles", "match__clocks")
    found = [
        match
        for match, roles, clocks in rows
        if clocks and not {*clocks["running"], *clocks["first"]}.isdisjoint(roles.split(","))
    ]
    return list(dict.fromkeys(found))
