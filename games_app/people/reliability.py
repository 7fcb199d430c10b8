"""Reliability: a player who leaves many matches with strangers waits before the next one.

It is counted from the record on request: the latest matches that began in the lobby, and their rematches.
Matches with friends neither count nor wait. A guest without such matches may just have dropped a cookie. They
are judged by the matches that guests have recently played from the same address.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games_app.lib.client_ip import address_hash
from games_app.lib.refusals import Refusal
from games_app.match.event_kinds import EventKind
from games_app.models import Event, Presence, Seat
from games_app.people import accounts

RECENT = 5
"""Number of latest matches that count: good ones push out those that were left."""
LEAVES_COUNT_FOR = timedelta(days=7)
"""Time for which a match counts."""
OF_GUESTS = timedelta(hours=1)
"""Time for which a match of guests counts for newcomers at their address."""
MOST_GUESTS = 40
"""Number of latest pages of guests at an address that are read."""
LONG = timedelta(minutes=1)
"""Time without a move after which a fallen flag means that the player had left."""
WAITS: Mapping[int, timedelta] = {
    2: timedelta(minutes=2),
    3: timedelta(minutes=5),
    4: timedelta(minutes=15),
    5: timedelta(minutes=30),
}
"""Number of matches left among the latest -> time to wait after the last of them."""
ENDINGS = (EventKind.ABORTED, EventKind.NO_SHOW, EventKind.FLAGGED, EventKind.CLAIMED)


@dataclass(frozen=True, slots=True)
class LobbyRecord:
    """The latest lobby matches that somebody has played: their number, and how many they left."""

    played: int
    left: Sequence[datetime]
    """Ends of those that were left, latest first."""

    @property
    def until(self) -> datetime | None:
        """End of the waiting time; None if there is none."""
        wait = WAITS.get(len(self.left))
        return self.left[0] + wait if wait else None


def refusal(player_id: int | None, address: str, now: datetime) -> Refusal | None:
    """Return why this person, at this address, can't play strangers now; None if they can."""
    own = _standing(_played_by(player_id, now)) if player_id is not None else LobbyRecord(0, ())
    if own.played or (player_id is not None and accounts.has_account(player_id)):
        return _refused(own, "left_too_often", now)
    return _refused(_standing(_played_by_guests_at(address, now)), "left_by_guests", now)


def _refused(standing: LobbyRecord, code: str, now: datetime) -> Refusal | None:
    until = standing.until
    if until is None or now >= until:
        return None
    minutes = math.ceil((until - now) / timedelta(minutes=1))
    return Refusal(code, {"left": len(standing.left), "of": standing.played, "minutes": minutes})


def _played_by(player_id: int, now: datetime) -> QuerySet[Seat]:
    return _ended(now - LEAVES_COUNT_FOR).filter(player=player_id)


def _played_by_guests_at(address: str, now: datetime) -> QuerySet[Seat]:
    """Return the seats of guests whose pages of these matches were open at the address."""
    since = now - OF_GUESTS
    pages = Presence.objects.filter(until__gt=since, network=address_hash(address)).exclude(roles="")
    pairs = list(pages.order_by("-until").values_list("match", "person")[:MOST_GUESTS])
    people = {int(viewer) for _, viewer in pairs if viewer.isdecimal()}
    matches = {match for match, _ in pairs}
    guests = _ended(since).filter(match__in=matches, player__in=people)
    return guests.filter(player__account__isnull=True)


def _ended(since: datetime) -> QuerySet[Seat]:
    """Return the seats of such matches that ended since then, latest first."""
    over = Seat.objects.filter(unfinished=False, listed_at__gt=since, match__open_offer=True)
    return over.order_by("-listed_at", "-match").select_related("match")


def _standing(seats: QuerySet[Seat]) -> LobbyRecord:
    latest = list(seats[:RECENT])
    ends = Event.objects.filter(match__in=[seat.match_id for seat in latest], what__in=ENDINGS)
    ended = {match: (kind, role) for match, kind, role in ends.values_list("match", "what", "role")}
    left = [seat.match.ended_at for seat in latest if _has_left(seat, *ended.get(seat.match_id, ("", "")))]
    return LobbyRecord(len(latest), [end for end in left if end])


def _has_left(seat: Seat, kind: str, role: str) -> bool:
    """Return whether the player of this seat left the match, which ended by this event of that role."""
    match kind:
        case EventKind.ABORTED | EventKind.NO_SHOW:
            return role == seat.role
        case EventKind.FLAGGED:
            return role == seat.role and _last_move_to_end(seat) >= LONG
        case EventKind.CLAIMED:
            return role != seat.role
    return False


def _last_move_to_end(seat: Seat) -> timedelta:
    row = seat.match
    assert row.ended_at is not None  # noqa: S101  (the match is over)
    assert row.started_at is not None  # noqa: S101  (the match was played)
    return row.ended_at - max(row.acted_at, row.started_at)
