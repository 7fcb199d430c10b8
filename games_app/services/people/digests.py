"""Digests: one mail that tells a player of all that waits for them, sent while they are away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from games_app.models import MailAddress, Match, Presence, Seat
from games_app.services.state.match_state import load

AFTER = timedelta(minutes=20)
"""Time for which something waits before it is worth a mail: most players come by themselves."""
APART = timedelta(hours=4)
"""Least time between two digests to one player."""
MOST = 20
"""Most matches named in a digest."""
AT_ONCE = 50
"""Most digests composed in one round."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match in which it is the player's turn."""

    match: Match
    opponent: str


@dataclass(frozen=True, slots=True)
class Digest:
    address: MailAddress
    turns: Sequence[Waiting]


def due(now: datetime) -> Iterator[Digest]:
    """Yield the digests to send now. Each is claimed first, so that several processes send it once."""
    here = Presence.objects.filter(until__gt=now).exclude(roles="").values("person")
    present = {int(person) for person in here.values_list("person", flat=True) if person.isdecimal()}
    rested = MailAddress.objects.filter(Q(sent_at=None) | Q(sent_at__lte=now - APART))
    for address in rested.filter(Exists(_news(now))).exclude(player__in=present)[:AT_ONCE]:
        turns = _turns(address, now)
        if turns and _claim(address, now):
            yield Digest(address, turns)


def _news(now: datetime) -> QuerySet[Seat]:
    """Return the seats of an address's player in daily matches with news that are not too fresh."""
    daily = Seat.objects.filter(player=OuterRef("player"), unfinished=True, time_control="days")
    settled = daily.filter(match__status=Match.Status.PLAYING, match__acted_at__lte=now - AFTER)
    return settled.filter(match__acted_at__gt=Coalesce(OuterRef("sent_at"), OuterRef("confirmed_at")))


def _turns(address: MailAddress, now: datetime) -> list[Waiting]:
    """Return the matches that wait for the player, if one of them does since the last digest."""
    player, since = address.player_id, address.sent_at or address.confirmed_at
    seats = Seat.objects.filter(player=player, unfinished=True, time_control="days")
    running = seats.filter(match__status=Match.Status.PLAYING, match__acted_at__lte=now - AFTER)
    ids = running.order_by("-match__acted_at").values_list("match__public_id", flat=True)[:100]
    waiting = []
    for match in load(list(ids)).values():
        roles = match.roles_of(player)
        if len(roles) == 1 and roles[0] in match.state.to_move:
            opponent = next(seat.name for role, seat in match.seats.items() if role not in roles)
            waiting.append(Waiting(match.row, opponent))
    new = any(one.match.acted_at > since for one in waiting)
    waiting.sort(key=lambda one: one.match.deadline or now)
    return waiting[:MOST] if new else []


def _claim(address: MailAddress, now: datetime) -> bool:
    """Mark the digest as sent; False if another process did. A mail that gets lost is not sent again."""
    unclaimed = MailAddress.objects.filter(pk=address.pk, sent_at=address.sent_at)
    return bool(unclaimed.update(sent_at=now))
