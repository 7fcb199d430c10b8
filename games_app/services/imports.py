"""A match that was written down, told again: each event is judged and recorded as if it happened now.

What was played has to be possible by the rules; when it was played, and by whom, is taken as the file says.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from .. import wire
from ..clock import moment
from ..models import Event, Match
from ..names import BadName, cleaned
from ..notation import Entry, Written
from ..notation.shape import KINDS as EVENTS
from ..notation.shape import MARKS, UNDECIDED
from ..refusals import Refusal
from ..rules import GAMES, IllegalAction, State
from ..rules.base import shown
from ..rules_service import Accepted, decide
from ..storing import PlyRow
from ..terms import RealTime
from . import absence, clocks, dealings, matches
from .exports import result
from .loaded import LoadedMatch
from .matches import BOTH, Wish
from .offers import KINDS
from .play import winner
from .record import Outcome, record
from .registry import Command

MOST_ENTRIES = 20_000
LATEST = 4_102_444_800_000
"""The year 2100, in milliseconds."""
LONGEST = 10**10
"""Milliseconds: what one event may add to a time."""
LONGEST_ORIGIN = 200

ENDINGS = {
    "resigned": Match.How.RESIGNATION,
    "agreed": Match.How.AGREEMENT,
    "flagged": Match.How.TIME,
    "claimed": Match.How.ABSENCE,
    "aborted": Match.How.ABORTED,
    "no_show": Match.How.ABORTED,
}
BEGINNING = ("created", "renamed", "started")


class Unplayable(ValueError):
    """A match that can't have been played as it is written; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Retold:
    """A match that is over, ready to be stored; none of its rows has been."""

    match: LoadedMatch
    events: list[Event]
    moves: list[PlyRow]


def retold(written: Written) -> Retold:
    """The match with seats of nobody, to be found by its link alone. Its maker has yet to be set.

    One that is not over in the file ends as aborted. Raises Unplayable.
    """
    return _Telling(written).run()


@dataclass(slots=True)
class _Known:
    """What the match can be taken back to: a ply, the position after it and the clocks of then."""

    ply: int
    state: State
    clocks: wire.Clocks | None


@dataclass(slots=True)
class _Telling:
    written: Written
    match: LoadedMatch = field(init=False)
    line: list[_Known] = field(default_factory=list)
    """The decisions that lead to the position, and the beginning."""
    before_seal: wire.Clocks | None = None
    events: list[Event] = field(default_factory=list)
    moves: list[PlyRow] = field(default_factory=list)

    def run(self) -> Retold:
        self._check()
        self.match = _empty(self.written)
        for entry in self.written.entries:
            self._tell(self._outcome(entry), entry.at)
        row = self.match.row
        if row.status == Match.Status.WAITING:
            raise Unplayable("The match never began: an event started is missing.")
        if row.status == Match.Status.PLAYING:
            aborted = Outcome("aborted", self._mover, status=Match.Status.OVER, how=Match.How.ABORTED)
            self._tell(aborted, self.written.entries[-1].at)
        elif self.written.result not in (UNDECIDED, result(row)):
            raise Unplayable(
                f"The result should be {result(row)}, by what was played; the file says "
                f"{self.written.result[:40]}."
            )
        return Retold(self.match, self.events, self.moves)

    def _check(self) -> None:
        written = self.written
        if written.game not in GAMES:
            raise Unplayable(f"There is no game {written.game[:40]!r} here; there are: {', '.join(GAMES)}.")
        game = GAMES[written.game]
        if written.rules != game.version:
            raise Unplayable(
                f"It was played under version {written.rules} of the rules of {game.name}; "
                f"version {game.version} is known here."
            )
        if set(written.players) != set(game.roles):
            raise Unplayable(f"It must have the players {' and '.join(game.roles)}.")
        if not 0 < len(written.entries) <= MOST_ENTRIES:
            raise Unplayable(f"It must have events, and at most {MOST_ENTRIES} of them.")
        for entry in written.entries:
            if not (0 <= entry.at < LATEST and 0 <= entry.given <= LONGEST and abs(entry.delay) <= LONGEST):
                raise Unplayable(f"The event {entry.what[:40]} has a time that can't be.")
            if entry.role and entry.role not in game.roles:
                raise Unplayable(f"There is no role {entry.role[:40]!r}.")

    @property
    def _mover(self) -> str:
        return self.match.state.to_move[0]

    def _where(self, problem: str) -> Unplayable:
        ply = self.match.row.ply
        return Unplayable(f"After ply {ply}: {problem}" if ply else f"At the beginning: {problem}")

    def _tell(self, outcome: Outcome, at: int) -> None:
        recorded = record(self.match, outcome, moment(at))
        self.events.append(recorded.event)
        self.moves += recorded.moves
        if outcome.plies or outcome.starts:
            self.line.append(_Known(self.match.row.ply, self.match.state, self.match.clocks))

    def _outcome(self, entry: Entry) -> Outcome:
        status = self.match.row.status
        if status == Match.Status.OVER:
            raise self._where(f"the match is over, but {entry.what[:40]} follows.")
        if status == Match.Status.WAITING and entry.what not in (*BEGINNING, "outage"):
            raise self._where("the match has not begun; an event started must come first.")
        if status == Match.Status.PLAYING and entry.what in BEGINNING:
            raise self._where(f"the match has begun before {entry.what}.")
        if entry.what in MARKS:
            return self._decision(entry)
        if entry.what in ENDINGS:
            return self._ending(entry)
        if entry.what not in TELLERS:
            raise self._where(f"there is no event {entry.what[:40]!r}; there are: {', '.join(EVENTS)}.")
        return TELLERS[entry.what](self, entry)

    def _decision(self, entry: Entry) -> Outcome:
        """What a player chose, checked by the rules. For a choice that was never opened the first legal one
        stands in; nobody is ever shown it.
        """
        row, state = self.match.row, self.match.state
        number = row.last_number + 1
        role = entry.role or (entry.plies[0].role if entry.plies else "")
        own = entry.plies[0].action if entry.plies else state.legal_actions(role)[0] if role else ""
        accepted = self._played(number, role, own)
        if entry.plies:
            _compare(number, entry, accepted)
        elif entry.what != "sealed":
            raise Unplayable(f"Ply {number}: the event {entry.what} has no ply.")
        if entry.what != "opening" and (entry.what == "sealed") == accepted.state.is_open:
            made = "openly" if accepted.state.is_open else "in secret"
            raise Unplayable(f"Ply {number}: by the rules this choice is made {made}.")
        if entry.what == "sealed":
            self.before_seal = self.match.clocks
        over = accepted.state.is_terminal
        return Outcome(
            entry.what,
            role,
            accepted.plies,
            accepted.state,
            opens=entry.what == "opening",
            status=Match.Status.OVER if over else "",
            winner=winner(accepted.state) if over else "",
            how=Match.How.RULES if over else "",
        )

    def _played(self, number: int, role: str, action: str) -> Accepted:
        try:
            return decide(self.match.state, role, action)
        except IllegalAction as error:
            raise Unplayable(f"Ply {number}, {role or 'nobody'} plays {action[:40]!r}: {error}") from error

    def _ending(self, entry: Entry) -> Outcome:
        how, role = ENDINGS[entry.what], entry.role
        if entry.what not in ("agreed", "aborted"):
            self._must_be_somebodys(entry)
        won = ""
        if how in (Match.How.RESIGNATION, Match.How.TIME):
            won = self.match.other(role)
        elif how == Match.How.ABSENCE and self.written.result == role:
            won = role
        return Outcome(entry.what, role, status=Match.Status.OVER, winner=won, how=how)

    def _must_be_somebodys(self, entry: Entry) -> None:
        if not entry.role:
            raise self._where(f"{entry.what} must say whose it is.")

    def sat_down(self, entry: Entry) -> Outcome:
        self._must_be_somebodys(entry)
        return Outcome(entry.what, entry.role, seated={entry.role: (None, _name(entry.name))})

    def started(self, entry: Entry) -> Outcome:
        seated = {role: (None, _name(name)) for role, name in self.written.players.items()}
        return Outcome("started", entry.role, seated=seated, status=Match.Status.PLAYING, starts=True)

    def taken_back(self, entry: Entry) -> Outcome:
        if self.match.row.unrevealed:
            raise self._where("nothing can be taken back while a choice is sealed.")
        then = self._go_back(entry)
        running, time = None, self.match.terms.time
        if then.clocks is not None and time is not None:
            running = clocks.restored(then.clocks, time, then.state.to_move, entry.at)
        return Outcome(
            "taken_back", entry.role, state=then.state, head=then.ply, rewinds=True, clocks=running
        )

    def unsealed(self, entry: Entry) -> Outcome:
        if not self.match.row.unrevealed:
            raise self._where("no choice is sealed that could be opened.")
        then = self._go_back(entry)
        running, time = self.match.clocks, self.match.terms.time
        if running is not None and time is not None and self.before_seal is not None:
            earned = entry.role in self.before_seal.begun
            running = clocks.reopened(running, time, entry.role, then.state.to_move, entry.at, earned=earned)
        return Outcome("unsealed", entry.role, state=then.state, head=then.ply, clocks=running)

    def _go_back(self, entry: Entry) -> _Known:
        """What the match goes back to; what came after it leads nowhere any more."""
        to = -1 if entry.to is None else entry.to
        place = bisect_left(self.line, to, key=lambda known: known.ply)
        if place >= len(self.line) - 1 or self.line[place].ply != to:
            raise self._where(f"the match can't go back to ply {to}, which no decision ended with.")
        del self.line[place + 1 :]
        return self.line[place]

    def dealt(self, entry: Entry) -> Outcome:
        """An offer, or an answer to one."""
        kind, role, value = entry.offer, entry.role, self.match.dealings
        if kind not in KINDS or not role:
            raise self._where(f"an offer must say whose it is, and what: {' or '.join(KINDS)}.")
        match entry.what:
            case "offered":
                value = dealings.offered(value, kind, role, self.match.row.seq + 1)
            case "declined":
                value = dealings.answered(value, kind)
            case "withdrawn":
                value = dealings.withdrawn(value, kind, role)
        return Outcome(entry.what, role, offer=kind, dealings=value)

    def time_given(self, entry: Entry) -> Outcome:
        if self.match.clocks is None or not isinstance(self.match.terms.time, RealTime) or not entry.role:
            raise self._where("there is no clock that could be given time.")
        more = clocks.given(self.match.clocks, self.match.other(entry.role), entry.given)
        return Outcome("time_given", entry.role, clocks=more, given=entry.given)

    def absent(self, entry: Entry) -> Outcome:
        """Somebody went or came back, which was noticed as it is in live play."""
        service = absence.gone if entry.what == "gone" else absence.came_back
        noticed = Command(entry.what, "", None, data={"role": entry.role}, from_server=True)
        outcome = service(self.match, noticed, moment(entry.at))
        if isinstance(outcome, Refusal):
            raise self._where(f"{entry.what} of {entry.role or 'nobody'} could not happen.")
        return outcome

    def resumed(self, entry: Entry) -> Outcome:
        running = self.match.clocks
        if running is None or entry.role not in running.paused:
            raise self._where("no clock waits that could run again.")
        running = clocks.resume(running, entry.role, entry.at)
        there = dealings.came_back(self.match.dealings, entry.role)
        return Outcome("resumed", entry.role, clocks=running, dealings=there)

    def outage(self, entry: Entry) -> Outcome:
        running = self.match.clocks
        since = entry.at - entry.delay
        later = clocks.put_off(running, since, entry.at) if running and self.match.row.deadline else None
        gone = dealings.put_off(self.match.dealings, entry.delay)
        return Outcome("outage", delay=timedelta(milliseconds=entry.delay), clocks=later, dealings=gone)

    def noted(self, entry: Entry) -> Outcome:
        """What has no effect here: who might watch there, whose name was withdrawn."""
        return Outcome(entry.what, entry.role)


TELLERS: Mapping[str, Callable[[_Telling, Entry], Outcome]] = {
    "created": _Telling.sat_down,
    "renamed": _Telling.sat_down,
    "started": _Telling.started,
    "taken_back": _Telling.taken_back,
    "unsealed": _Telling.unsealed,
    "offered": _Telling.dealt,
    "declined": _Telling.dealt,
    "withdrawn": _Telling.dealt,
    "time_given": _Telling.time_given,
    "gone": _Telling.absent,
    "came_back": _Telling.absent,
    "resumed": _Telling.resumed,
    "outage": _Telling.outage,
    "opened_to": _Telling.noted,
    "forgotten": _Telling.noted,
}
"""What is neither a decision nor the end."""


NOBODY = 0
"""Stands for the maker until somebody is."""


def _empty(written: Written) -> LoadedMatch:
    wish = Wish(written.game, written.options, BOTH, Match.Visibility.LINK, written.terms)
    try:
        match, _ = matches.new_match(wish, NOBODY, "", moment(written.entries[0].at))
    except ValueError as error:
        raise Unplayable(f"Such a match can't be made here: {error}.") from error
    match.row.series = None
    said = {"site": written.site, "match": written.match}
    match.row.origin = {name: shown(value, LONGEST_ORIGIN) for name, value in said.items()}
    return match


def _compare(number: int, entry: Entry, accepted: Accepted) -> None:
    """Raises Unplayable where the rules lead to other plies than the entry has."""
    numbered = [(n, ply.role, ply.action) for n, ply in enumerate(accepted.plies, number)]
    if [(ply.n, ply.role, ply.action) for ply in entry.plies] != numbered:
        game = ", ".join(f"{n}. {role} {action}" for n, role, action in numbered)
        raise Unplayable(
            f"Ply {number}: by the rules this decision is: {game}. The file says something else."
        )


def _name(text: str) -> str:
    try:
        return cleaned(text)
    except BadName as error:
        raise Unplayable(f"The name {text[:40]!r} can't be shown: {error}") from error
