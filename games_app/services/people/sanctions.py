"""Sanctions: who may not chat, or may neither chat nor make or join matches, for a while."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.refusals import Refusal
from games_app.models import Player, Sanction


def impose(person: Player, kind: Sanction.Kind, until: datetime) -> None:
    """Sanction the person until then, instead of any earlier sanction of this kind."""
    Sanction.objects.filter(person=person, kind=kind).delete()
    Sanction.objects.create(person=person, kind=kind, until=until)


def refusal(person: int | None, now: datetime, *, chats: bool = False) -> Refusal | None:
    """Return why the person may not make or join a match now, or with ``chats`` say something; else None."""
    found = Sanction.objects.filter(person=person, until__gt=now).order_by("-until")
    if not chats:
        found = found.filter(kind=Sanction.Kind.BAR)
    sanction = found.first()
    if sanction is None:
        return None
    code = "barred" if sanction.kind == Sanction.Kind.BAR else "muted"
    return Refusal(code, {"until": f"{sanction.until:%Y-%m-%d %H:%M}"})
