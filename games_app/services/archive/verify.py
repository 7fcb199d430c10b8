"""Verification of stored matches: plies are replayed by the rules and compared with the record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import F, Max, Q

from games_app.lib.clock import moment, ms
from games_app.models import Event, Match, Player, Ply, Seat
from games_app.rules import IllegalAction, State
from games_app.services.state import clocks, search_columns, series, wire
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.match_state import MatchState, UnknownRules, match_state, rules
from games_app.services.state.start_moves import first_state
from games_app.services.state.terms import read, unusual
from games_app.services.state.visibility import result, seats

REWINDS = (EventKind.TAKEN_BACK, EventKind.UNSEALED)

COMPARED = {
    "seq": "its number",
    "what": "what happened",
    "at": "the time shown",
    "role": "whose it is",
    "plies": "the plies shown",
    "status": "the status shown",
    "result": "the result",
    "id": "the id of the match",
    "terms": "the terms",
    "facts": "the position shown",
    "to_move": "who is to move",
    "legal": "what is legal",
    "ply": "the ply shown",
}
"""Fields of a frame and of its position that are compared in each event, with their names in words."""
TRIES = 3
"""Maximum number of replays of a match that seems altered but is still being played."""


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
    for _ in range(TRIES):
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
    except UnknownRules as error:
        return [str(error)]
    except Exception as error:
        # An altered row can contain anything.
        return [f"The record can't be read: {type(error).__name__}: {str(error)[:200]}"]


class Replay:
    """One pass through a match's events, with the positions by the rules beside it. Raises UnknownRules."""

    def __init__(self, match: Match, seats: list[Seat]) -> None:
        rules(match.game, match.rules_version)
        self.match, self.seats = match, seats
        self.states: dict[int, State] = {0: _beginning(match)}
        """The position after each ply, including those taken back."""
        self.head = self.last = 0
        """The ply that the position follows, and the last one ever played."""
        self.after: dict[int, int] = {}
        """Ply -> the ply that it follows."""
        self.unrevealed: list[dict[str, Any]] = []
        self.opening: list[search_columns.Decision] = []
        self.course = Course(match)
        self.differences: list[str] = []

    @property
    def state(self) -> State:
        return self.states[self.head]

    def run(self) -> list[str]:
        plies: dict[int, list[Ply]] = defaultdict(list)
        for ply in Ply.objects.filter(match=self.match, seq__lte=self.match.seq).order_by("number"):
            plies[ply.seq].append(ply)
        events = list(Event.objects.filter(match=self.match, seq__lte=self.match.seq).order_by("seq"))
        self._same("the number of events", len(events), self.match.seq)
        for index, event in enumerate(events, 1):
            self._same("the seq of an event", event.seq, index)
            if event.at is None:
                self.differences.append(f"The time of event {event.seq} can't be read.")
                return self.differences
            try:
                self._event(event, plies.pop(event.seq, []))
            except IllegalAction as error:
                self.differences.append(f"Event {event.seq}: a recorded ply is illegal: {error}")
                return self.differences
        self._same("the plies that belong to no event", list(plies), [])
        for rows in (Event.objects, Ply.objects):
            # Rows added meanwhile have raised the match's own seq too.
            beyond = rows.filter(match=self.match, seq__gt=F("match__seq"))
            self._same("what follows the last event", list(beyond.values_list("seq", flat=True)), [])
        self._end()
        return self.differences

    def _event(self, event: Event, plies: list[Ply]) -> None:
        played = [self._ply(ply) for ply in plies]
        if plies:
            by_lot, sealed = event.what == EventKind.OPENING, bool(self.unrevealed)
            numbered = [wire.Ply(ply.number, ply.role, ply.action, ()) for ply in plies]
            self.opening = search_columns.opening_after(
                self.opening, numbered, self.match, by_lot=by_lot, sealed=sealed
            )
        if event.what in REWINDS:
            self._rewind(event)
            self.opening = [decision for decision in self.opening if decision[0] <= event.ply]
        known = [*self.unrevealed, *played]
        shown, self.unrevealed = (known, []) if self.state.is_open else ([], known)
        frame = msgspec.json.decode(event.frame)
        self.course.take(event, frame, self.state)
        self._same(f"event {event.seq}, its ply", event.ply, self.head)
        self._compare_frame(event, frame, shown)

    def _compare_frame(self, event: Event, frame: dict[str, Any], shown: list[dict[str, Any]]) -> None:
        """Compare the fields of a frame in COMPARED with the event's row and the replay."""
        status = self.course.status
        to_move = list(self.state.to_move) if status == Match.Status.PLAYING else []
        over = _plain(result(self.match)) if status == Match.Status.OVER else None
        replayed = {
            "seq": event.seq,
            "what": event.what,
            "at": ms(event.at),
            "role": event.role or None,
            "plies": shown,
            "status": status,
            "result": over,
        }
        if event.seq == 1:  # older records don't have these
            of_match = {"id": self.match.public_id, "terms": unusual(read(self.match.terms))}
            replayed |= {name: value for name, value in of_match.items() if name in frame}
        position = {
            "facts": self.state.view(None),
            "to_move": to_move,
            "legal": {role: self.state.legal_actions(role) for role in to_move},
            "ply": self.head,
        }
        for told, known in ((frame, replayed), (frame["position"], position)):
            for name, value in known.items():
                self._same(f"event {event.seq}, {COMPARED[name]}", told[name], value)

    def _ply(self, ply: Ply) -> dict[str, Any]:
        self.last += 1
        self._same(f"ply {self.last}, its number", (ply.number, ply.after), (self.last, self.head))
        state = self.state.apply(ply.role, ply.action)
        self.states[self.last], self.after[self.last], self.head = state, self.head, self.last
        return {"n": self.head, "role": ply.role, "action": ply.action, "trace": _plain(state.trace)}

    def _rewind(self, event: Event) -> None:
        """Move the head back to an earlier ply of the line. Sealed plies taken back are never shown."""
        if event.ply in self._line():
            self.head, self.unrevealed = event.ply, []
        else:
            self.differences.append(
                f"Event {event.seq} goes back to ply {event.ply}, which was not played here"
            )

    def _line(self) -> set[int]:
        """Return the plies that lead to the position, and 0."""
        line, number = {0}, self.head
        while number:
            line.add(number)
            number = self.after[number]
        return line

    def _end(self) -> None:
        self._same("the present position", self.match.facts, _plain(self.state.facts()))
        self._same("the last ply", (self.match.ply, self.match.last_number), (self.head, self.last))
        self._same("the choices that are sealed", _plain(self.match.unrevealed), self.unrevealed)
        by_rules = self.match.how == Match.How.RULES
        self._same("the goals", self.match.goals, self.state.goals() if by_rules else None)
        if by_rules or self.course.status != Match.Status.OVER:
            self._same("the winner", self.match.winner, self.state.winner if by_rules else "")
        self._same("the opening", self.match.opening, self.opening)
        for room, (counted, newest) in _chats(self.match).items():
            self._same(f"the messages of the {room}", counted, newest)
        for what, recorded, replayed in self.course.columns():
            self._same(what, recorded, replayed)
        for what, recorded, replayed in self.course.senders({one.role: one.player_id for one in self.seats}):
            self._same(what, recorded, replayed)
        match = match_state(self.match, self.seats)
        for what, recorded, replayed in self.course.latest(match):
            self._same(what, recorded, replayed)
        if match.row.status != Match.Status.WAITING:
            due = clocks.due(match.clocks) if match.clocks else None
            self._same("the deadline", match.row.deadline, moment(due.at) if due else None)
        if match.pending.was_public:
            self._same("whether it was public", True, self.course.was_public)
        for role, seat in match.seats.items():
            self._same(f"the outcome of {role}", seat.outcome, self._outcome(role))
        unlike = sorted(seat.role for seat in search_columns.keep(match))
        self._same("what lists look for on the seats of", unlike, [])

    def _outcome(self, role: str) -> str:
        if self.match.status != Match.Status.OVER or self.match.how in Match.VOID:
            return ""
        if not self.match.winner:
            return Seat.Outcome.DRAWN
        return Seat.Outcome.WON if self.match.winner == role else Seat.Outcome.LOST

    def _same(self, what: str, recorded: object, replayed: object) -> None:
        if recorded != replayed:
            told = f"recorded {_shown(recorded)}, replayed {_shown(replayed)}"
            self.differences.append(f"Different in {what}: {told}")


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


def _beginning(match: Match) -> State:
    return first_state(match.game, match.options, read(match.terms).start)


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return repr(str(value))  # of a choice its value, not its name in the code
    return value.isoformat() if isinstance(value, datetime) else repr(value)


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


ENDS: dict[str, str] = {
    EventKind.RESIGNED: Match.How.RESIGNATION,
    EventKind.AGREED: Match.How.AGREEMENT,
    EventKind.CLAIMED: Match.How.ABSENCE,
    EventKind.FLAGGED: Match.How.TIME,
    EventKind.NO_SHOW: Match.How.ABORTED,
    EventKind.ABORTED: Match.How.ABORTED,
    EventKind.ABANDONED: Match.How.ABORTED,
    EventKind.ENDED: Match.How.MODERATOR,
}
"""Kinds of events that end a match, with the reason. A decision ends it if the rules say so."""

NEVER_PLAYED: dict[str, Match.Status] = {
    EventKind.CANCELLED: Match.Status.CANCELLED,
    EventKind.EXPIRED: Match.Status.EXPIRED,
}

PLAY = (EventKind.ACTED, EventKind.SEALED, EventKind.OPENING, EventKind.TAKEN_BACK, EventKind.UNSEALED)
"""Kinds of events that change the position."""
DECIDED = (EventKind.ACTED, EventKind.SEALED, EventKind.RESIGNED)
"""Kinds of events that the player of their role has sent."""
LATEST = {
    "clocks": "the clocks",
    "offers": "the offers",
    "gone": "who is away",
    "seats": "the names",
    "visibility": "who may see it",
    "nearby": "who lets watchers nearby chat",
    "tips": "the tips taken",
    "programs": "for whom programs play",
    "series": "the series",
    "match": "the match that follows",
    "base": "what each may decide on",
}
"""Fields of a frame and of its position that are compared with the match's row in the latest event that has
them, with their names in words."""

Difference = tuple[str, object, object]
"""The name of a compared value, the value as recorded, and as it follows from the events."""


class Course:
    """The course of a match so far. ``take`` must be called for each event, in order."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.status: str = Match.Status.WAITING
        self._how = ""
        self._times: dict[str, datetime | None] = {}
        """Time of each event that a column of the match refers to, by that column."""
        self._maker: int | None = None
        self._latest: dict[str, Any] = {}
        self._senders: dict[tuple[int, str], int | None] = {}
        """Sender of each decision, by its seq and role."""
        self.was_public = False
        """True if the match was public in play before somebody closed it."""

    def take(self, event: Event, frame: dict[str, Any], state: State) -> None:
        """Take in an event, after which the position is ``state``."""
        if event.seq == 1:
            self._times |= {"created_at": event.at, "acted_at": event.at}
            self._maker = event.sender_id
        if event.what == EventKind.STARTED:
            self.status, self._times["started_at"] = Match.Status.PLAYING, event.at
        if event.what in NEVER_PLAYED:
            self.status = NEVER_PLAYED[event.what]
        if event.what in PLAY:
            self._times["acted_at"] = event.at
        if event.what in DECIDED:
            self._senders[event.seq, event.role] = event.sender_id
        if event.what == EventKind.OPENED_TO:
            self.was_public |= self._latest.get("visibility") == Match.Visibility.PUBLIC
        how = ENDS.get(event.what) or (Match.How.RULES if event.what in PLAY and state.is_terminal else "")
        if how:
            self.status, self._how, self._times["ended_at"] = Match.Status.OVER, how, event.at
        # These are left out while there are none.
        self._latest |= {"clocks": None, "offers": {}, "gone": {}, "programs": []}
        self._latest.setdefault("match", "")
        self._latest.setdefault("nearby", [])
        self._latest.setdefault("tips", {})
        self._latest |= {name: frame[name] for name in LATEST if name in frame}
        self._latest["base"] = frame["position"]["base"]

    def columns(self) -> Iterator[Difference]:
        """Yield the columns that follow from events alone."""
        yield "the status", self.match.status, self.status
        yield "how it ended", self.match.how, self._how
        for column in ("created_at", "started_at", "acted_at", "ended_at"):
            yield column, getattr(self.match, column), self._times.get(column)
        if (maker := self._known_maker()) is not None:
            found = _merged({maker, self.match.maker_id})
            yield "the maker", found[self.match.maker_id], found[maker]

    def senders(self, sitters: dict[str, int | None]) -> Iterator[Difference]:
        """Yield who sent each decision, and who sits on its seat; nobody sent those of an imported match."""
        if self.match.origin is not None:
            return
        players = {one for one in (*sitters.values(), *self._senders.values()) if one is not None}
        accounts = _merged(players)
        for (seq, role), sender in self._senders.items():
            recorded, sitter = accounts.get(sender or 0), accounts.get(sitters.get(role) or 0)
            yield f"event {seq}, who sent it", recorded, sitter

    def latest(self, match: MatchState) -> Iterator[Difference]:
        """Yield values of the latest events, besides the match that was read from the row."""
        row = {
            "clocks": match.clocks,
            "offers": match.pending.offers,
            "gone": match.pending.gone,
            "seats": seats(match),
            "visibility": match.row.visibility,
            "nearby": match.pending.nearby,
            "tips": match.pending.tips,
            "programs": match.pending.programs,
            "series": series.series_of(match),
            "match": match.row.successor,
            "base": match.row.bases,
        }
        for name, words in LATEST.items():
            if name in self._latest:
                yield words, _plain(row[name]), self._latest[name]

    def _known_maker(self) -> int | None:
        """Return the maker of this match or the one before; None if no event tells, as in old imports."""
        if self._maker is not None or self.match.origin is not None:
            return self._maker
        before = Match.objects.filter(successor=self.match.public_id)
        return before.values_list("maker_id", flat=True).first()


def _merged(people: set[int]) -> dict[int, int]:
    """Return for each of these players the account to which their matches were moved, or themselves."""
    found = Player.objects.filter(pk__in=people).values_list("pk", "merged_into_id")
    return {pk: into or pk for pk, into in found}
