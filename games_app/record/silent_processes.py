"""Silent web processes: frozen, or on a machine that hangs, while others of the site go on.

The site is up then. But players whose pages are at such a process can't act until their pages have noticed
the silence and are back at another one. Their clocks stand still meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from games_app.models import Match, Presence, WebProcess
from games_app.record.commands.outages import PAGE_RETURN, REAL_TIME_HORIZON, SIGN_LASTS, note_lost, running

SILENT_AFTER = timedelta(seconds=3)
"""Time without a sign of life after which a process counts as silent. Signs are at most a second apart."""
LEFT_AFTER = timedelta(seconds=20)
"""Time of silence after which all pages have left the process. They do so after 10 s."""


@dataclass(slots=True)
class SeenSign:
    """The last sign of life of another process."""

    at: datetime
    """Its time by the clock of the other machine, which may differ."""
    seen_at: datetime
    unchanged: timedelta = timedelta()
    """Time for which it has not changed, while this process looked."""

    @property
    def since(self) -> datetime:
        """Its time by this machine's clock."""
        return self.at if abs(self.seen_at - self.at) <= SIGN_LASTS else self.seen_at


class OtherProcesses:
    """The other web processes, looked at about once a second by the writer's thread.

    ``passed`` returns seconds by a monotonic clock.
    """

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed = passed
        self._signs: dict[str, SeenSign] = {}
        self._looked_at = passed()

    def cover(self, own: str, now: datetime) -> None:
        """Let the clocks of players at silent processes stand still; ``own`` is this process's name."""
        # If this process was held up, the others may have been too, and sign in a moment.
        passed = min(timedelta(seconds=self._passed() - self._looked_at), SIGN_LASTS)
        self._looked_at = self._passed()
        before, self._signs = self._signs, {}
        for name, at in WebProcess.objects.exclude(name=own).values_list("name", "at"):
            sign = before.get(name)
            if sign is None or sign.at != at:
                sign = SeenSign(at, now)
            else:
                sign.unchanged += passed
            self._signs[name] = sign
            if SILENT_AFTER <= sign.unchanged < LEFT_AFTER and now - at < 2 * LEFT_AFTER:
                _cover(name, sign, now)


def forget(process: str) -> None:
    """Forget a process that ends: its pages are sent away."""
    WebProcess.objects.filter(name=process).delete()


@transaction.atomic
def _cover(process: str, sign: SeenSign, now: datetime) -> None:
    """Let the clocks of players at a silent process stand still, up to PAGE_RETURN from now.

    Several processes cover a silence once.
    """
    row = WebProcess.objects.select_for_update().filter(name=process, at=sign.at).first()
    if row is None or (row.covered_to and row.covered_to > now):
        return
    since, row.covered_to = row.covered_to or sign.since, now + PAGE_RETURN
    row.save(update_fields=["covered_to"])
    matches = running(sign.since).filter(public_id__in=_waiting_for(process, sign.since, now))
    note_lost(matches, max(since, sign.since), row.covered_to)


def _waiting_for(process: str, since: datetime, now: datetime) -> set[str]:
    """Return the matches in which time runs for a player whose page is at the process and nowhere else."""
    back = Presence.objects.filter(match=OuterRef("match"), person=OuterRef("person"), until__gt=now)
    leases = Presence.objects.filter(
        ~Exists(back.exclude(process=process)),
        process=process,
        until__gt=since,
        match__status=Match.Status.PLAYING,
        match__deadline__lt=since + REAL_TIME_HORIZON,
    ).exclude(roles="")
    rows = leases.values_list("match__public_id", "roles", "match__clocks")
    return {
        match
        for match, roles, clocks in rows
        if clocks and not {*clocks["running"], *clocks["first"]}.isdisjoint(roles.split(","))
    }
