"""A person's tournaments after they log in to an account, or withdraw from the site."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F
from django.dispatch import receiver

from games_app.lib import clock
from games_app.lib.names import WITHDRAWN
from games_app.models import Entry, Pairing, Player, Tournament
from games_app.people import signals
from games_app.tournaments import members
from games_app.tournaments.progress import finish, pairing_again
from games_app.tournaments.record import DecidedBy, Status, decide


@receiver(signals.guest_merged)
def follow(guest: Player, player: Player, **_: object) -> None:
    """Move a guest's places to the account's player, unless they have one there, and what the guest made."""
    own = Entry.objects.filter(player=player).values("tournament")
    Entry.objects.filter(player=guest).exclude(tournament__in=own).update(player=player)
    Pairing.objects.filter(screen=guest).update(screen=player)
    Tournament.objects.filter(maker=guest).update(maker=player, cmd=None)


@receiver(signals.player_withdrew)
def forget(player: Player, **_: object) -> None:
    """Take the player out of what is still played, end what they made, and remove their name."""
    now = clock.now()
    unfinished = Tournament.objects.exclude(status=Status.OVER)
    for public_id in unfinished.filter(maker=player).values_list("public_id", flat=True):
        with pairing_again(public_id) as record:
            for pairing in record.undecided:
                decide(pairing, Pairing.Outcome.NONE, DecidedBy.END, now)
            finish(record.tournament, now)
    for public_id in unfinished.filter(entries__player=player).values_list("public_id", flat=True):
        with pairing_again(public_id) as record:
            members.take_out(record, player.pk, now)
    for entry in Entry.objects.filter(player=player).exclude(name=WITHDRAWN):
        entry.name = WITHDRAWN
        entry.save(update_fields=["name"])
        Tournament.objects.filter(pk=entry.tournament_id).update(version=F("version") + 1)


def listed(player_id: int) -> Iterator[str]:
    """Yield a line for each tournament of a player, for their own files."""
    entries = Entry.objects.filter(player=player_id).select_related("tournament").order_by("joined_at")
    for entry in entries:
        tournament = entry.tournament
        what = f"{tournament.public_id}: {tournament.game}, {tournament.system}, as {entry.name}"
        yield f"{entry.joined_at.isoformat()} {what}\n"
