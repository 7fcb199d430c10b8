"""Senders of a match's events, compared with the players of its seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games_app.match.event_kinds import EventKind
from games_app.models import Event, Match, Player, Seat

SERVERS = {
    EventKind.EXPIRED,
    EventKind.OPENING,
    EventKind.GONE,
    EventKind.CAME_BACK,
    EventKind.RESUMED,
    EventKind.OUTAGE,
    EventKind.FORGOTTEN,
    EventKind.RESEATED,
    EventKind.FLAGGED,
    EventKind.NO_SHOW,
    EventKind.ENDED,
}
"""Kinds of events that nobody sends but the server."""


class Senders:
    """The senders of the events so far. ``take`` must be called for each event, in order."""

    def __init__(self, match: Match, seats: Sequence[Seat]) -> None:
        self.match = match
        self._sitters = {seat.role: seat.player_id for seat in seats}
        self._events: list[tuple[Event, int | None]] = []
        """Events after the first, with the sender that each must have."""
        self._first: Event | None = None

    def take(self, event: Event, *, is_imported: bool) -> None:
        """Take in an event; nobody sends those of an imported file."""
        if self._first is None:
            self._first = event
        else:
            self._events.append((event, None if is_imported else self._sender(event)))

    def _sender(self, event: Event) -> int | None:
        """Return the player whose command leads to such an event; None for the server."""
        if event.what in SERVERS:
            return None
        if event.what == EventKind.TAKEN_BACK:  # its role asked, the other one agreed
            return next(player for role, player in self._sitters.items() if role != event.role)
        if event.role:
            return self._sitters[event.role]
        if event.what == EventKind.CANCELLED:  # the invitation was declined
            return self.match.invited_id
        # A moderator closed the match if nobody sent it, and its maker otherwise.
        return event.sender_id and self.match.maker_id

    def compared(self, before: Match | None) -> Iterator[tuple[str, object, object]]:
        """Yield what is compared, the players as recorded, and those who must have sent it.

        ``before``: the match whose rematch this is; nobody sends the first event of a rematch. Matches of a
        guest who logged in belong to an account, but their events keep the guest.
        """
        people = {self.match.maker_id, before.maker_id if before else None}
        people |= {player for event, sender in self._events for player in (event.sender_id, sender)}
        first = self._first.sender_id if self._first else None
        accounts = _accounts({player for player in (*people, first) if player is not None})
        maker = before.maker_id if before else first
        if maker is not None or self.match.origin is None:  # an old import doesn't say it
            yield "the maker", accounts[self.match.maker_id], accounts.get(maker or 0)
        for event, sender in self._events:
            recorded, expected = (accounts.get(player or 0) for player in (event.sender_id, sender))
            yield f"event {event.seq}, who sent it", recorded, expected


def _accounts(people: set[int]) -> dict[int, int]:
    """Return for each of these players the account to which their matches were moved, or themselves."""
    found = Player.objects.filter(pk__in=people).values_list("pk", "merged_into_id")
    return {pk: into or pk for pk, into in found}
