"""Verification of stored matches: plies are replayed by the rules and compared with the record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import F, Max, Q

from games_app.archive.course import Course, plain
from games_app.games.rules import IllegalAction, State
from games_app.lib.clock import moment, ms
from games_app.match import clocks, search_columns, wire
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import UnknownRules, match_state, rules
from games_app.match.start_moves import first_state
from games_app.match.terms import read, unusual
from games_app.match.visibility import result
from games_app.models import Event, Match, Ply, Seat

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
        over = plain(result(self.match)) if status == Match.Status.OVER else None
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
        return {"n": self.head, "role": ply.role, "action": ply.action, "trace": plain(state.trace)}

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
        self._same("the present position", self.match.facts, plain(self.state.facts()))
        self._same("the last ply", (self.match.ply, self.match.last_number), (self.head, self.last))
        self._same("the choices that are sealed", plain(self.match.unrevealed), self.unrevealed)
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
