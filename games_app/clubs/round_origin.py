"""Games of a club's rounds elsewhere on the site: the way back to the round, and a guest who logs in."""

from __future__ import annotations

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext

from games_app.clubs.record import Record
from games_app.clubs.round_control import is_paused
from games_app.clubs.simuls import is_giver, may_watch
from games_app.lib import clock
from games_app.lib.rooms import Origin, OwnBoards
from games_app.models import ClubBoard, ClubRound, Player
from games_app.people import signals


def origin(match_id: int, player_id: int | None) -> Origin | None:
    """Return the round of a match, if this player may see it."""
    board = ClubBoard.objects.select_related("round__club").filter(match=match_id).first()
    if board is None or not may_watch(Record(board.round.club), player_id):
        return None
    club = board.round.club.public_id
    return Origin(
        gettext("Simul") if board.round.is_simul else gettext("Round of the club"),
        reverse("club-round", args=[club]),
        is_held=is_paused(board.round, clock.now()),
        boards=(
            OwnBoards(f"/ws/clubs/{club}/simul", reverse("club-simul", args=[club]))
            if is_giver(board.round, player_id)
            else None
        ),
    )


@receiver(signals.guest_merged)
def follow(guest: Player, player: Player, **_: object) -> None:
    """Move a guest's rounds and boards to the account's player."""
    ClubRound.objects.filter(maker=guest).update(maker=player)
    ClubRound.objects.filter(giver=guest).update(giver=player)
    ClubBoard.objects.filter(first=guest).update(first=player)
    ClubBoard.objects.filter(second=guest).update(second=player)
