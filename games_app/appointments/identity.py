"""A person's appointments after they log in, block somebody, close their account or withdraw."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F, Q
from django.dispatch import receiver

from games_app.appointments import changes
from games_app.lib import clock
from games_app.models import Appointment, Player
from games_app.people import signals


@receiver(signals.guest_merged)
def follow(guest: Player, player: Player, **_: object) -> None:
    """Move a guest's appointments to the account's player, except those with that player."""
    for role in ("proposer", "other", "changed_by", "ready"):
        own = {"cmd": None} if role == "proposer" else {}
        Appointment.objects.filter(**{role: guest}).update(**{role: player}, **own)
    Appointment.objects.filter(proposer=F("other")).delete()


@receiver(signals.player_blocked)
def end_between(player: Player, blocked: Player, **_: object) -> None:
    """Cancel what is open between the two. It looks like any other cancellation."""
    changes.cancel_between(player, blocked, clock.now())


@receiver(signals.account_closed)
@receiver(signals.player_withdrew)
def forget(player: Player, **_: object) -> None:
    """Delete the appointments of somebody who leaves."""
    Appointment.objects.filter(Q(proposer=player) | Q(other=player)).delete()


def listed(player_id: int) -> Iterator[str]:
    """Yield a line for each appointment of a player, for their own files."""
    own = Appointment.objects.filter(Q(proposer=player_id) | Q(other=player_id))
    for row in own.select_related("proposer", "other").order_by("at"):
        opponent = row.other if row.proposer_id == player_id else row.proposer
        yield f"{row.at.isoformat()} {row.game} with {opponent.name}: {row.status}\n"
