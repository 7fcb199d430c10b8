"""Verification of stored matches: each is recorded again from its plies and events, and compared.

The senders of events are compared with the players of the seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import F, Max, Q

from games_app.archive.course import Altered, Course
from games_app.games.rules import IllegalAction
from games_app.lib.refusals import Refused
from games_app.match import search_columns
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import rules
from games_app.match.messages import INVITATION_OPEN_FOR
from games_app.match.transitions import PlyRow
from games_app.models import Event, Match, Player, Ply, Seat
from games_app.record.commands.matches import INVITATION_LASTS

REPLAY_TRIES = 3
"""Maximum number of replays of a match that seems altered but is still being played."""

NOT_COMPARED = {
    "Match.open_offer": "whether the lobby offered a match",
    "Match.within": "the rating bound of its offer",
    "Match.invited": "who was invited",
    "Event.frame.reason": "why they declined",
    "Match.visibility": "who may see a match that has not begun",
    "Event.frame.visibility": "an audience that was replaced by another",
    "Event.frame.seats": "a name that was replaced by another while the match waited",
    "Seat.level": "the level of the computer, which older records have only in its name",
    "Match.pending.was_public": "whether a closed match was public before",
    "Match.origin": "the source of an imported match",
    "Event.cmd": "the ids of commands",
    "Event.frame.position.ways": "the drawn ways of shells",
}
"""Columns and fields that nothing else in the record repeats, or in some matches only, in words.

The ways are for drawing, and a later version may compute them differently. Ids of commands matter only for
the seconds in which a command may be resent.
"""
ADDED_FIELDS = {"id", "terms", "visibility"}
"""Fields of a frame that older records lack."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of replaying a match."""

    match: str
    plies: int
    """Number of plies ever played, including those taken back."""
    rules: int
    """The version of the rules."""
    differences: tuple[str, ...]
    """Differences between record and replay, one sentence each; none if the record is sound."""


def verify(public_id: str) -> list[str]:
    """Return the differences between record and replay, one sentence each; empty if it is sound.

    Raises Match.DoesNotExist.
    """
    return list(verdict(public_id).differences)


def verdict(public_id: str) -> Verdict:
    """Replay a match up to its present state and return the verdict. Raises Match.DoesNotExist."""
    for _ in range(REPLAY_TRIES):
        match, seats = _present(public_id)
        differences = _differences(match, seats)
        # A name withdrawn meanwhile is gone from old events, but not from the seats read before.
        if not differences or match.seq == Match.objects.values_list("seq", flat=True).get(pk=match.pk):
            break
    return Verdict(public_id, match.last_number, match.rules_version, tuple(differences))


def verdicts(public_ids: Iterable[str]) -> list[Verdict]:
    """Return the verdicts of several matches, for a process that does nothing else."""
    return [verdict(public_id) for public_id in public_ids]


def _present(public_id: str) -> tuple[Match, list[Seat]]:
    """Return the match and its seats at one moment, which needs a single statement."""
    match = Match.objects.get(public_id=public_id)
    seats = list(Seat.objects.select_related("match").filter(match=match))
    return (seats[0].match if seats else match), seats


def _differences(match: Match, seats: list[Seat]) -> list[str]:
    try:
        return Replay(match, seats).run()
    except Refused as error:
        return [str(error)]
    except Exception as error:
        # An altered row can contain anything.
        return [f"The record can't be read: {type(error).__name__}: {str(error)[:200]}"]


class Replay:
    """One pass through a match's events, which are recorded again beside it. Raises Refused."""

    def __init__(self, match: Match, seats: list[Seat]) -> None:
        rules(match.game, match.rules_version)
        self.match, self.seats = match, seats
        self.differences: list[str] = []

    def run(self) -> list[str]:
        plies: dict[int, list[Ply]] = defaultdict(list)
        for ply in Ply.objects.filter(match=self.match, seq__lte=self.match.seq).order_by("number"):
            plies[ply.seq].append(ply)
        events = list(Event.objects.filter(match=self.match, seq__lte=self.match.seq).order_by("seq"))
        self._same("the number of events", len(events), self.match.seq)
        for event in events:
            if event.at is None:
                self.differences.append(f"The time of event {event.seq} can't be read.")
                return self.differences
        course, senders = Course(self.match, self.seats, events), Senders(self.match, self.seats)
        for event in events:
            senders.take(event, is_imported=course.is_imported)
            try:
                self._event(course, event, plies.pop(event.seq, []))
            except IllegalAction as error:
                self.differences.append(f"Event {event.seq}: a recorded ply is illegal: {error}")
                return self.differences
            except Altered as error:
                self.differences.append(str(error))
                return self.differences
        self._same("the plies that belong to no event", list(plies), [])
        for rows in (Event.objects, Ply.objects):
            # Rows added meanwhile have raised the match's own seq too.
            beyond = rows.filter(match=self.match, seq__gt=F("match__seq"))
            self._same("what follows the last event", list(beyond.values_list("seq", flat=True)), [])
        self._end(course)
        for what, recorded, replayed in senders.compared(course.before):
            self._same(what, recorded, replayed)
        if self.match.successor:
            first = Event.objects.filter(match__public_id=self.match.successor, seq=1)
            sent = first.exclude(sender=None).values_list("sender", flat=True)
            self._same("who began the match that follows", list(sent), [])
        return self.differences

    def _event(self, course: Course, event: Event, plies: Sequence[Ply]) -> None:
        frame = msgspec.json.decode(event.frame)
        again = course.take(event, frame, plies)
        self._same(f"event {event.seq}, seq", event.seq, again.event.seq)
        self._same(f"event {event.seq}, ply", event.ply, again.event.ply)
        rows = [PlyRow(ply.match_id, ply.seq, ply.number, ply.after, ply.role, ply.action) for ply in plies]
        self._same(f"event {event.seq}, its plies", rows, again.plies)
        if event.frame == again.event.frame:
            return
        replayed = msgspec.json.decode(again.event.frame)
        positions = frame.pop("position"), replayed.pop("position")
        lacking = ADDED_FIELDS - frame.keys()
        if not any("level" in seat for seat in frame.get("seats", ())):  # as in older records
            for seat in replayed.get("seats", ()):
                seat.pop("level", None)
        self._same_fields(f"event {event.seq}", frame, replayed, lacking)
        self._same_fields(f"event {event.seq}, position", *positions, {"ways"})

    def _same_fields(
        self, what: str, recorded: Mapping[str, Any], replayed: Mapping[str, Any], skipped: set[str]
    ) -> None:
        for name in sorted((recorded.keys() | replayed.keys()) - skipped):
            self._same(f"{what}, {name}", recorded.get(name), replayed.get(name))

    def _end(self, course: Course) -> None:
        """Compare the rows of the match and its seats with those that were recorded again."""
        again = course.match
        self._allow_open_for(again.row)
        search_columns.keep(again)
        recorded, replayed = (_columns(row) for row in (self.match, again.row))
        replayed |= {name: recorded[name] for name in ("players_chat", "watchers_chat")}
        # Older records lack terms that were added later.
        replayed["terms"] = {name: replayed["terms"].get(name) for name in recorded["terms"]}
        if "was_public" not in recorded["pending"]:  # as in older records
            replayed["pending"].pop("was_public", None)
        self._same_fields("the match", recorded, replayed, set())
        for room, (counted, newest) in _chats(self.match).items():
            self._same(f"the messages of the {room}", counted, newest)
        self._same("the seats", sorted(seat.role for seat in self.seats), sorted(again.seats))
        for seat in self.seats:
            columns = _columns(seat), _columns(again.seats[seat.role])
            self._same_fields(f"the seat {seat.role}", *columns, {"id", "match_id"})

    def _allow_open_for(self, replayed: Match) -> None:
        """Take over the deadline of an invitation if its maker could have chosen it."""
        if replayed.status != Match.Status.WAITING or replayed.invited_id is None:
            return
        if self.match.deadline and replayed.deadline:
            open_for = self.match.deadline - replayed.deadline + INVITATION_LASTS
            if open_for in INVITATION_OPEN_FOR.values():
                replayed.deadline = self.match.deadline

    def _same(self, what: str, recorded: object, replayed: object) -> None:
        if recorded != replayed:
            values = f"recorded {_shown(recorded)}, replayed {_shown(replayed)}"
            self.differences.append(f"Different in {what}: {values}")


def _columns(row: Match | Seat) -> dict[str, Any]:
    """Return the values of a row by column, as they are stored."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return {name: value if isinstance(value, datetime) else _plain(value) for name, value in values.items()}


def _plain(value: object) -> Any:
    """Return the value as it is stored in JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _chats(match: Match) -> dict[str, tuple[int, int]]:
    """Return for each chat room the number of messages as the match counts them, and as they are stored.

    One statement reads both: messages may come meanwhile.
    """
    players, watchers = (
        Max("chat__number", filter=Q(chat__room=room), default=0) for room in ("players", "watchers")
    )
    rows = Match.objects.filter(pk=match.pk).annotate(players=players, watchers=watchers)
    counted = rows.values_list("players_chat", "players", "watchers_chat", "watchers").get()
    return {"players": counted[:2], "watchers": counted[2:]}


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return repr(str(value))  # of a choice its value, not its name in the code
    return value.isoformat() if isinstance(value, datetime) else repr(value)


SERVERS = {
    EventKind.EXPIRED,
    EventKind.OPENING,
    EventKind.GONE,
    EventKind.CAME_BACK,
    EventKind.RESUMED,
    EventKind.OUTAGE,
    EventKind.HOLIDAY,
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
    accounts = Player.objects.filter(pk__in=people).values_list("pk", "merged_into_id")
    return {pk: into or pk for pk, into in accounts}
