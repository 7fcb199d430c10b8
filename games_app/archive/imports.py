"""Import of a match file: each event is judged by the commands of live play and recorded.

Everything played must be possible; times and names come from the file. The size of the resulting record is
counted meanwhile, so that a small file can't become a large record.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from msgspec import structs

from games_app.archive import import_replay
from games_app.archive.import_checks import Unplayable, check, check_end, compare, occupant
from games_app.archive.import_replay import ImportedHistory
from games_app.archive.notation import Entry, MatchFile
from games_app.archive.notation.model import KINDS as EVENTS
from games_app.archive.notation.model import MARKS
from games_app.games.base import shown
from games_app.games.catalogue import EVEN
from games_app.games.rules import IllegalAction
from games_app.lib.clock import moment, ms
from games_app.lib.refusals import Refusal, Refused
from games_app.match import search_columns
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.messages import RANDOM, Import, MatchConfig
from games_app.match.recording import record
from games_app.match.transitions import Ending, EventRow, NewPosition, Occupant, PlyRow, Transition
from games_app.models import Match
from games_app.record.commands import command_quota, matches
from games_app.record.commands.all_commands import transition_of
from games_app.record.commands.offers import KINDS
from games_app.rules_service import decide

MOST_OTHERS = 1_000
"""Events other than decisions: this many, and one more for each decision."""
LARGEST_RECORD = 24_000_000
"""Characters of all events as stored. A match of 20 000 plies with a clock has 23 million."""
SET_BACK = 2 * 60 * 60 * 1000
"""Milliseconds by which an event may precede an earlier one: a site's clock may have been set back."""
LONGEST_ORIGIN = 200
NOBODY = 0
"""Placeholder maker id until the maker is set."""

BEGINNING = (EventKind.CREATED, EventKind.RENAMED, EventKind.STARTED)


def import_match(written: MatchFile) -> Import:
    """Return the match with empty seats and link visibility. The caller sets its maker.

    A match that is not over in the file ends as aborted. Raises Unplayable.
    """
    check(written)
    return _Importer(written, _empty(written)).run()


@dataclass(slots=True)
class _Importer:
    written: MatchFile
    match: MatchState
    history: ImportedHistory = field(init=False)
    events: list[EventRow] = field(default_factory=list)
    plies: list[PlyRow] = field(default_factory=list)
    decisions: int = 0
    letters: int = 0
    latest: int = 0
    """The latest time so far, in milliseconds."""
    host: str = ""
    """The role of the maker, if the file says it."""
    opening: tuple[str, ...] = ()
    """The opening that the server played, drawn by lot."""
    unknown: bool = False
    """True if the file does not contain a sealed choice."""
    forgotten: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.match.history = self.history = ImportedHistory(self.match)

    def run(self) -> Import:
        for place, entry in enumerate(self.written.entries):
            try:
                self._in_order(entry)
                self._record(self._transition(entry), entry.at)
            except Unplayable as error:
                error.part = place
                raise
        row = self.match.row
        if row.status == Match.Status.WAITING:
            raise Unplayable(_("The match never began: an event started is missing."))
        check_end(self.written, self.match)
        if row.status == Match.Status.PLAYING:
            mover = self.match.state.to_move[0]
            aborted = Transition(EventKind.ABORTED, mover, ending=Ending(Match.How.ABORTED))
            self._record(aborted, self.written.entries[-1].at)
        for seat in self.match.seats.values():
            seat.player_id = None
        search_columns.keep(self.match)
        return Import(self.match, self.events, self.plies)

    def _where(self, problem: str) -> Unplayable:
        ply = self.match.row.ply
        return Unplayable(
            _("After ply {ply}: {problem}").format(ply=ply, problem=problem)
            if ply
            else _("At the beginning: {problem}").format(problem=problem)
        )

    def _in_order(self, entry: Entry) -> None:
        set_back = entry.what == EventKind.OUTAGE and entry.delay < 0
        if entry.at < self.latest - SET_BACK and not set_back:
            raise self._where(_("{what} is earlier than what came before it.").format(what=entry.what[:40]))
        self.latest = entry.at if set_back else max(self.latest, entry.at)

    def _record(self, transition: Transition, at: int) -> None:
        after, met = self.match.row.ply, self.match.clocks
        recorded = record(self.match, transition, moment(at))
        self.events.append(recorded.event)
        self.plies += recorded.plies
        if transition.plies or transition.what == EventKind.STARTED:
            self.history.note(transition, after, met)
        self.decisions += bool(transition.plies)
        self.letters += len(recorded.event.frame)
        if len(self.events) - self.decisions > MOST_OTHERS + self.decisions:
            raise self._where(_("there are too many events besides moves."))
        if self.letters > LARGEST_RECORD:
            most = LARGEST_RECORD // 1_000_000
            raise self._where(
                _("the match is too long: its record would have more than {most} MB.").format(most=most)
            )

    def _transition(self, entry: Entry) -> Transition:
        status = self.match.row.status
        if status == Match.Status.OVER:
            raise self._where(_("the match is over, but {what} follows.").format(what=entry.what[:40]))
        if status == Match.Status.WAITING and entry.what not in (*BEGINNING, EventKind.OUTAGE):
            raise self._where(_("the match has not begun; an event started must come first."))
        if status == Match.Status.PLAYING and entry.what in BEGINNING:
            raise self._where(_("the match has begun before {what}.").format(what=entry.what))
        if entry.what == EventKind.OPENING:
            return self._drawn_opening(entry)
        if status == Match.Status.PLAYING:
            self._must_be_open()
        if entry.what in MARKS:
            return self._decision(entry)
        match entry.what:
            case EventKind.CREATED:
                return self._created(entry)
            case EventKind.STARTED:
                return self._started(entry)
            case EventKind.OPENED_TO:
                return self._opened_to(entry)
            case EventKind.RESEATED:
                if entry.role:
                    self._must_be_somebodys(entry)
                return Transition(EventKind(entry.what), entry.role)
            case EventKind.FORGOTTEN:
                return self._forgotten(entry)
        if entry.what not in import_replay.BY_COMMAND:
            raise self._where(
                _("there is no event {what!r}; there are: {events}.").format(
                    what=entry.what[:40], events=", ".join(EVENTS)
                )
            )
        return self._by_command(entry)

    def _decision(self, entry: Entry) -> Transition:
        """Return a player's decision, checked by the rules.

        If a choice was never revealed, the first legal action replaces it; it is never shown.
        """
        number, role = self.match.row.last_number + 1, _role(entry)
        if not entry.plies and entry.what != EventKind.SEALED:
            raise Unplayable(
                _("Ply {number}: the event {what} has no ply.").format(number=number, what=entry.what)
            )
        legal = self.match.state.legal_actions(role) if role else ()
        own = entry.plies[0].action if entry.plies else legal[0] if legal else ""
        command = import_replay.acting(self.match, role or next(iter(self.match.seats)), own)
        transition = transition_of(self.match, command, moment(entry.at))
        if isinstance(transition, Refusal) or not role:
            why = transition.message if isinstance(transition, Refusal) else _("it must say whose it is.")
            raise Unplayable(
                _("Ply {number}, {role} plays {own!r}: {why}").format(
                    number=number, role=role or "nobody", own=own[:40], why=why
                )
            )
        if entry.plies:
            compare(number, entry, transition.plies)
        if transition.what != entry.what:
            openly = _("Ply {number}: this choice is not secret.")
            secret = _("Ply {number}: this choice is secret.")
            raise Unplayable((openly if transition.what == EventKind.ACTED else secret).format(number=number))
        if transition.what == EventKind.ACTED and self.unknown:
            raise Unplayable(
                _("Ply {number}: it reveals a secret choice, but that choice has no ply.").format(
                    number=number
                )
            )
        self.unknown = transition.what == EventKind.SEALED and not entry.plies
        return transition

    def _drawn_opening(self, entry: Entry) -> Transition:
        """Return a ply of an opening drawn by lot: it is no player's choice, and it begins the match."""
        number, role = self.match.row.last_number + 1, _role(entry)
        played = (*self.opening, entry.plies[0].action if entry.plies else "")
        openings = EVEN.get(self.match.row.game, ()) if self.match.terms.balanced else ()
        if len(self.opening) != self.decisions or played not in (
            opening[: len(played)] for opening in openings
        ):
            raise self._where(_("this is not one of the openings drawn by lot."))
        try:
            accepted = decide(self.match.state, role, played[-1])
        except IllegalAction as error:
            raise Unplayable(
                _("Ply {number}, {role}: {why}").format(
                    number=number, role=role or "nobody", why=Refusal.by_the_rules(error).message
                )
            ) from error
        compare(number, entry, accepted.plies)
        self.opening = played
        return Transition(EventKind.OPENING, role, NewPosition(accepted.state, accepted.plies))

    def _must_be_open(self) -> None:
        """Raise Unplayable unless an opening drawn by lot has been played in full."""
        if self.match.terms.balanced and self.opening not in EVEN.get(self.match.row.game, ()):
            raise self._where(_("the opening drawn by lot is missing or incomplete."))

    def _created(self, entry: Entry) -> Transition:
        self._must_be_somebodys(entry)
        if self.match.row.seq:
            raise self._where(_("the match is created twice."))
        self.host = entry.role
        return Transition(
            EventKind.CREATED, entry.role, seated={entry.role: self._seated(entry.role, entry.name)}
        )

    def _started(self, entry: Entry) -> Transition:
        row = self.match.row
        if row.status_at(moment(entry.at)) != Match.Status.WAITING:
            raise self._where(_("the match begins after its invitation has expired."))
        if entry.role != (self.match.other(self.host) if self.host else ""):
            raise self._where(
                _("started must say who took the free seat, because the match was created before.")
            )
        if entry.at != self.written.began:
            raise self._where(_("started has another time than the file says: @0 in text, began in JSON."))
        seated = {role: self._seated(role, name) for role, name in self.written.players.items()}
        return Transition(EventKind.STARTED, entry.role, seated=seated)

    def _seated(self, role: str, name: str) -> Occupant:
        return occupant(self.written, role, name, import_replay.sitter(self.match, role))

    def _opened_to(self, entry: Entry) -> Transition:
        """Return the change of visibility, which has no effect on the imported match."""
        if self.host and entry.role not in ("", self.host):
            raise self._where(_("only the player who made the match says who may watch."))
        player_id = import_replay.sitter(self.match, entry.role) if entry.role else None
        return self._possible(
            entry,
            command_quota.charged(
                self.match, Transition(EventKind(entry.what), entry.role), player_id, moment(entry.at)
            ),
        )

    def _forgotten(self, entry: Entry) -> Transition:
        """Return the withdrawal of a name, which the file already lacks."""
        self._must_be_somebodys(entry)
        if entry.role in self.forgotten:
            raise self._where(_("the name of {role} is withdrawn twice.").format(role=entry.role))
        self.forgotten.add(entry.role)
        return Transition(EventKind(entry.what), entry.role)

    def _by_command(self, entry: Entry) -> Transition:
        """Return the transition of the live play command that leads to this event."""
        if entry.what not in import_replay.NOBODYS:
            self._must_be_somebodys(entry)
        if (
            entry.what in (EventKind.OFFERED, EventKind.DECLINED, EventKind.WITHDRAWN)
            and entry.offer not in KINDS
        ):
            raise self._where(_("an offer must say what it is: {kinds}.").format(kinds=" or ".join(KINDS)))
        if entry.what == EventKind.RENAMED and entry.role != self.host:
            raise self._where(_("only the player who made the match has a name while it waits."))
        at = import_replay.judged_at(entry)
        command = import_replay.command_of(self.match, entry, wins=self.written.result == entry.role)
        transition = transition_of(self.match, command, at)
        if isinstance(transition, Refusal) and not self.host:
            with suppress(Unplayable):
                return self._possible(entry, self._of_one(entry, at))
        return self._possible(entry, transition)

    def _of_one(self, entry: Entry, at: datetime) -> Transition | Refusal:
        """Return the transition if nobody took a seat because one person has both."""
        sitters = self.match.sitters
        self._sit(dict.fromkeys(sitters, import_replay.PEOPLE[0]))
        transition = transition_of(self.match, import_replay.command_of_one(self.match, entry), at)
        self._sit(sitters)
        return transition

    def _possible(self, entry: Entry, transition: Transition | Refusal) -> Transition:
        """Return the transition if it matches the event of the file. Raises Unplayable."""
        who = entry.role or "nobody"
        if isinstance(transition, Refusal):
            raise self._where(
                _("{what} of {who} is not possible: {message}").format(
                    what=entry.what, who=who, message=transition.message
                )
            )
        recorded = (
            *(transition.what, transition.role, transition.given),
            *(transition.minutes, transition.until, transition.delay),
        )
        delay = timedelta(milliseconds=entry.delay)
        if recorded != (entry.what, entry.role, entry.given, entry.minutes, entry.until, delay):
            raise self._where(_("{what} of {who} is not possible.").format(what=entry.what, who=who))
        if transition.at and ms(transition.at) != entry.at:
            raise self._where(
                _("{what} of {who} is not possible at this time.").format(what=entry.what, who=who)
            )
        if transition.position and transition.position.head != entry.to:
            raise self._where(
                _("{what} of {who} leads to ply {head}, not to {to}.").format(
                    what=entry.what, who=who, head=transition.position.head, to=entry.to
                )
            )
        if transition.what == EventKind.UNSEALED:
            self.unknown = False
        return structs.replace(
            transition, seated={r: self._seated(r, seat.name) for r, seat in transition.seated.items()}
        )

    def _sit(self, sitters: dict[str, int | None]) -> None:
        for role, sitter in sitters.items():
            self.match.seats[role].player_id = sitter

    def _must_be_somebodys(self, entry: Entry) -> None:
        if not entry.role:
            raise self._where(_("{what} must say whose it is.").format(what=entry.what))


def _empty(written: MatchFile) -> MatchState:
    config = MatchConfig(written.game, written.options, RANDOM, Match.Visibility.LINK, written.terms)
    if problems := config.problems():
        fields = ", ".join(dict.fromkeys(name for name, code in problems))
        raise Unplayable(
            _("No match here has these settings together. Look at: {fields}.").format(fields=fields), "terms"
        )
    try:
        match = matches.new_match(config, NOBODY, "", moment(written.entries[0].at)).match
    except (ValueError, Refused) as error:
        part = "start" if written.terms.start else "options"
        raise Unplayable(_("Such a match can't be made here: {error}.").format(error=error), part) from error
    match.row.series = None
    origin = {"site": written.site, "match": written.match}
    match.row.origin = {name: shown(value, LONGEST_ORIGIN) for name, value in origin.items()}
    return match


def _role(entry: Entry) -> str:
    return entry.role or (entry.plies[0].role if entry.plies else "")
