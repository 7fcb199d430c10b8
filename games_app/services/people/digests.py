"""Digests: one mail that tells a player of all that waits for them, sent while they are away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import Q

from games_app.models import LobbyPresence, MailAddress, Presence
from games_app.services.people import news
from games_app.services.people.news import News

APART = timedelta(hours=4)
"""Least time between two digests to one player."""
MOST = 20
"""Most matches named in a digest."""
AT_ONCE = 50
"""Most digests composed in one round."""


@dataclass(frozen=True, slots=True)
class Digest:
    address: MailAddress
    news: Sequence[News]


def due(now: datetime) -> Iterator[Digest]:
    """Yield the digests to send now. Each is claimed first, so that several processes send it once."""
    return islice(_due(now), AT_ONCE)


def _due(now: datetime) -> Iterator[Digest]:
    rested = MailAddress.objects.filter(Q(sent_at=None) | Q(sent_at__lte=now - APART))
    for address in rested.filter(news.possible(now)).exclude(player__in=_present(now)):
        told, since = news.of(address, now), address.sent_at or address.confirmed_at
        if any(one.at > since for one in told) and _claim(address, now):
            yield Digest(address, told[:MOST])


def _present(now: datetime) -> set[int]:
    """Return the players who are at one of their matches, or in the lobby."""
    at_matches = Presence.objects.filter(until__gt=now).exclude(roles="").values("person")
    people = at_matches.union(LobbyPresence.objects.filter(until__gt=now).values("person"))
    return {int(person) for person in people.values_list("person", flat=True) if person.isdecimal()}


def _claim(address: MailAddress, now: datetime) -> bool:
    """Mark the digest as sent; False if another process did. A mail that gets lost is not sent again."""
    unclaimed = MailAddress.objects.filter(pk=address.pk, sent_at=address.sent_at)
    return bool(unclaimed.update(sent_at=now))
