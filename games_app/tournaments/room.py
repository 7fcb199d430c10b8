"""Registration of the room of tournaments."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext

from games_app.lib.rooms import Origin, Room
from games_app.models import Pairing
from games_app.tournaments import identity, verify
from games_app.tournaments.progress import advance_all
from games_app.tournaments.record import Record, System, may_see


def personal_data(player_id: int) -> Iterator[tuple[str, Iterator[str]]]:
    yield "tournaments.txt", identity.listed(player_id)


def origin(match_id: int, player_id: int | None) -> Origin | None:
    """Return the tournament of a match, if this player may see it."""
    pairing = Pairing.objects.select_related("tournament").filter(match=match_id).first()
    if pairing is None or not may_see(Record(pairing.tournament), player_id):
        return None
    tournament = pairing.tournament
    address = reverse("tournament", args=[tournament.public_id])
    return Origin(gettext("Tournament"), address, is_awaited=tournament.system != System.ROUND_ROBIN)


ROOM = Room(
    origin=origin,
    rounds=(advance_all,),
    personal_data=personal_data,
    differences=verify.all_differences,
)
