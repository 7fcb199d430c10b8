"""Marks of the clients from which people play: two people with the same one may be one.

A mark is a keyed hash of a network address or a browser. It is stored when somebody creates, joins or opens a
rated match of their own, or takes part in a tournament. It is deleted once it is meaningless.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count
from django.utils.crypto import salted_hmac

from games_app.lib.client_ip import address_hash
from games_app.models import ClientMark

NETWORK_LASTS = timedelta(days=1)
"""Time for which a shared address suggests one person; providers reassign addresses."""
BROWSER_LASTS = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Client:
    """The client of a request or a socket. The database has only keyed hashes of it."""

    address: str = ""
    """Rate limit key of its address; empty if unknown."""
    browser: str = ""
    """Key of its browser; empty if unknown."""

    def marks(self) -> Iterator[tuple[str, timedelta]]:
        """Yield each mark with the time for which it is meaningful."""
        if self.address:
            yield address_hash(self.address), NETWORK_LASTS
        if self.browser:
            hashed = salted_hmac("browser", self.browser, algorithm="sha256").hexdigest()
            yield hashed[:32], BROWSER_LASTS


NO_CLIENT = Client()


def record(clients: Collection[tuple[int, Client]], now: datetime) -> None:
    """Store the marks of people, each with a client that they use now, in one statement."""
    until = {
        (player_id, mark): now + lasts for player_id, client in clients for mark, lasts in client.marks()
    }
    if until:
        ClientMark.objects.bulk_create(
            # In one order, or two processes would wait for each other.
            [
                ClientMark(player_id=player_id, mark=mark, until=end)
                for (player_id, mark), end in sorted(until.items())
            ],
            update_conflicts=True,
            unique_fields=["player", "mark"],
            update_fields=["until"],
        )


def are_shared(first: int, second: int, now: datetime) -> bool:
    """Return whether both people have recently played from the same address or browser."""
    marks = ClientMark.objects.filter(player__in=(first, second), until__gt=now)
    return marks.values("mark").annotate(people=Count("pk")).filter(people=2).exists()


def is_used_by(player_id: int, client: Client, now: datetime) -> bool:
    """Return whether this person has recently played from this client's address or browser."""
    marks = [mark for mark, _ in client.marks()]
    return ClientMark.objects.filter(player=player_id, mark__in=marks, until__gt=now).exists()


def forget(player_id: int) -> None:
    """Delete the marks of a person."""
    ClientMark.objects.filter(player=player_id).delete()


def sweep(now: datetime) -> None:
    """Delete expired marks."""
    ClientMark.objects.filter(until__lte=now).delete()
