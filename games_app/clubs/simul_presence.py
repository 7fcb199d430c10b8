"""Presence of the giver of a simul: at one of its boards, they count as present at all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from games_app.models import ClubBoard, Match, Presence, Seat

BETWEEN_BOARDS = timedelta(seconds=5)
"""Time in which the giver's page changes from one board to the next."""
ROUND = ("round", "round__giver")


def givers_here(public_ids: Collection[str], now: datetime) -> Iterator[tuple[str, str]]:
    """Yield the match and the role of each giver of a simul who has any of its boards open."""
    given = ClubBoard.objects.filter(round__giver__isnull=False)
    shown = given.filter(match__public_id__in=public_ids, match__status=Match.Status.PLAYING)
    giver_of = {match: (simul, giver) for match, simul, giver in shown.values_list("match", *ROUND)}
    if not giver_of:
        return
    all_boards = given.filter(round__in={simul for simul, _ in giver_of.values()}, match__isnull=False)
    simul_of = {match: (simul, giver) for match, simul, giver in all_boards.values_list("match", *ROUND)}
    leases = Presence.objects.filter(match__in=simul_of, until__gt=now - BETWEEN_BOARDS).exclude(roles="")
    open_pages = leases.values_list("match", "person")
    present = {simul_of[match] for match, person in open_pages if person == str(simul_of[match][1])}
    seats = Seat.objects.filter(match__in=[match for match, of in giver_of.items() if of in present])
    for match, public_id, role, player in seats.values_list("match", "match__public_id", "role", "player"):
        if player == giver_of[match][1]:
            yield public_id, role
