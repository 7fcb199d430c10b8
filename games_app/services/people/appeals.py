"""Appeals: what a person says to the moderators against being muted or barred, once, and what was decided."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games_app.models import Player, Sanction

TOLD_FOR = timedelta(days=30)
"""Time for which a person is told that their appeal had success; then its words are deleted."""


def sanctions_of(person: Player, now: datetime) -> QuerySet[Sanction]:
    """Return the person's sanctions that hold now, and those that were lifted lately after an appeal."""
    told = Q(until__gt=now) | Q(lifted=True, answered_at__gt=now - TOLD_FOR)
    return Sanction.objects.filter(told, person=person).order_by("kind", "-until")


def file(person: Player, kind: str, words: str, now: datetime) -> bool:
    """Store the person's appeal; False if nothing of this kind holds, or they have appealed against it."""
    holding = Sanction.objects.filter(person=person, kind=kind, until__gt=now, appealed_at=None)
    return bool(holding.update(appeal=words, appealed_at=now))


def waiting(now: datetime) -> QuerySet[Sanction]:
    """Return the sanctions that hold now and whose appeals nobody has decided about, the oldest first."""
    found = Sanction.objects.filter(until__gt=now, answered_at=None).exclude(appealed_at=None)
    return found.select_related("person").order_by("appealed_at")


def uphold(person: Player, now: datetime) -> bool:
    """Decide that what the person appeals against stays; False if no appeal waits."""
    return bool(waiting(now).filter(person=person).order_by().update(answered_at=now))


def sweep(now: datetime) -> None:
    """Delete the words of appeals against sanctions that ended long ago; nobody is shown them any more."""
    Sanction.objects.filter(until__lte=now - TOLD_FOR).exclude(appeal="").update(appeal="")


def forget(person: Player) -> None:
    """Delete the words of the person's appeals."""
    Sanction.objects.filter(person=person).update(appeal="")
