"""One transaction of the writer: many commands, judged in order and stored together."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from games_app.lib import clock
from games_app.lib.bloom_filter import BloomFilter
from games_app.lib.refusals import Refusal
from games_app.models import Match, Player, Seat
from games_app.rules import get_game
from games_app.services.commands import matches, outages
from games_app.services.commands.messages import Create, Gone, Import, Join, PlayNow, Rematch, TimeUp
from games_app.services.commands.outages import Outage
from games_app.services.commands.registry import COMMANDS, Command, Effect, carry_out
from games_app.services.queries import match_lists, offers
from games_app.services.state import wire
from games_app.services.state.chat import Said
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.match_state import MatchState, load
from games_app.services.state.rules_versions import UnknownRules
from games_app.services.state.terms import RealTime, Terms
from games_app.services.state.transitions import EventRow, PlyRow, Transition, record
from games_app.services.state.visibility import position_for
from games_app.store import chat
from games_app.store.crash_points import crash_point
from games_app.store.known_matches import KnownMatches
from games_app.store.liveness import Liveness
from games_app.store.pairing import Pairing
from games_app.store.rated import RatedMatches
from games_app.store.sql import (
    insert_events,
    insert_plies,
    lock_matches,
    rename_in_frames,
    stored_commands,
    update_matches,
    update_seats,
)

log = logging.getLogger(__name__)

NEW = (Create, Import, PlayNow)
"""Messages that name no match to judge them on, so no service is declared for them."""
MAKING = (Create, PlayNow, Rematch)
"""Messages that may make a match whose time runs."""
VERDICTS = (TimeUp, Gone)
"""Messages that may cost a player a match: other processes may know of an outage that they must wait for."""


class Done(NamedTuple):
    """A command that has taken effect, as this event."""

    seq: int
    what: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command: done (now or before) as event ``seq`` of ``match``, or refused."""

    match: str
    cmd: str | None
    seq: int
    again: bool = False
    refusal: Refusal | None = None
    mine: wire.Position | None = None
    """Position as the sender may see it, after a choice that stays hidden."""
    chat: wire.ChatMessage | None = None
    """Chat message that the command has stored."""

    @property
    def outcome(self) -> str:
        """The answer in a word: done, again (it was done before) or the code of the refusal."""
        if self.refusal:
            return self.refusal.code
        return "again" if self.again else "done"


@dataclass(slots=True)
class Batch:
    """The commands of one transaction, and the rows to be written."""

    known: KnownMatches
    """Matches in memory from earlier batches; updated here."""
    liveness: Liveness | None
    """Detector of outages, which makes up for them; None if that is left to other processes."""
    now: datetime = field(default_factory=clock.now)
    """Time at which the transaction could write, after waiting for the database's lock."""
    made: list[MatchState] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    """Public ids of matches with new events."""
    events: list[EventRow] = field(default_factory=list)
    stored: list[EventRow] = field(default_factory=list)
    """Events that have been written."""
    plies: list[PlyRow] = field(default_factory=list)
    reseated: list[Seat] = field(default_factory=list)
    rated: RatedMatches = field(default_factory=RatedMatches)
    unknown: set[str] = field(default_factory=set)
    """Matches whose rules are not known here."""
    withdrawn: set[int] = field(default_factory=set)
    """Makers of new matches who have withdrawn meanwhile."""
    pairing: Pairing = field(default_factory=Pairing)
    done: dict[tuple[int, int | None, str | None], Done] = field(default_factory=dict)
    """Commands that have taken effect, in this batch or before, by match, sender and cmd."""

    def run(self, commands: Sequence[Command], *, renew: bool = False) -> list[Answer]:
        """Judge, store and commit all of ``commands``. Raises the database's errors.

        An outage is made up for before any command is judged, so that no clock is charged for it; with
        ``renew`` the sign of life is renewed too.
        """
        with transaction.atomic():
            self.now = clock.now()
            asks = any(isinstance(command.message, MAKING + VERDICTS) for command in commands)
            outage = self._outage(renew=renew, asks=asks)
            ids = {command.match for command in commands if not isinstance(command.message, NEW)}
            ids |= self.pairing.lock(commands)
            self._lock(ids.union(outage.matches) if outage else ids)
            if self.liveness and outage:
                self.now = clock.now()
                for making_up in self.liveness.make_up(outage, self.now):
                    self._answer(making_up)
            makers = {
                one.person for one in commands if isinstance(one.message, (Create, PlayNow)) and one.person
            }
            self._lock_makers(makers)
            self._find_done(commands)
            answers = [self._answer(command) for command in commands]
            if commands:
                crash_point("judged")
            self._store()
            self.rated.store(self.now)
            if commands:
                crash_point("before commit")
        if commands:
            crash_point("after commit")
        return answers

    def _outage(self, *, renew: bool, asks: bool) -> Outage | None:
        """Return an outage that has just ended. Makes no query while this process signs regularly.

        If it ``asks`` nevertheless, it waits for processes that make up for one, and they for it: they would
        not see the matches that it makes, whose time would run out.
        """
        if self.liveness is None or (self.liveness.is_certain(self.now) and not (renew or asks)):
            return None
        sign = outages.locked_sign()
        self.now = clock.now()
        return self.liveness.outage(sign, self.now, renew=renew)

    def _lock(self, ids: set[str]) -> None:
        if not ids:
            return
        seqs = lock_matches(ids)
        for public_id in ids:
            if public_id in self.known and self.known[public_id].row.seq != seqs.get(public_id):
                del self.known[public_id]
        missing = [public_id for public_id in seqs if public_id not in self.known]
        if missing:
            found = load(missing)
            self.known.update(found)
            self.unknown = set(missing) - found.keys()

    def _lock_makers(self, people: set[int]) -> None:
        """Lock the makers: a form sent to two processes at once then creates one match."""
        if people:
            makers = Player.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
            self.withdrawn = {maker.pk for maker in makers if maker.withdrawn}

    def _find_done(self, commands: Sequence[Command]) -> None:
        """Read which commands have taken effect before, among those of which that can't be excluded."""
        sent: list[tuple[int, int, str]] = []
        for command in commands:
            if command.person is None or command.cmd is None or isinstance(command.message, chat.COMMANDS):
                continue
            match = self.known.get(command.match)
            if match and (match.commands is None or (command.person, command.cmd) in match.commands):
                sent.append((match.row.pk, command.person, command.cmd))
        if sent:
            for pk, person, cmd, seq, what in stored_commands(sent):
                self.done[pk, person, cmd] = Done(seq, what)

    def _answer(self, command: Command) -> Answer:
        if isinstance(command.message, Create):
            return self._create(command, command.message)
        if isinstance(command.message, Import):
            return self._import(command, command.message)
        if isinstance(command.message, PlayNow):
            return self._play_now(command, command.message)
        match = self.known.get(command.match)
        if match is None:
            return Answer(command.match, command.cmd, 0, refusal=self._not_found(command.match))
        if isinstance(command.message, chat.COMMANDS) and (sent := chat.sent_before(match, command)):
            return Answer(command.match, command.cmd, match.row.seq, again=True, chat=sent)
        if self.done and (before := self.done.get((match.row.pk, command.person, command.cmd))):
            return self._accepted(match, command, before, again=True)
        now = self._counts_from(command)
        if COMMANDS[command.kind].reads:
            self._store()
        transition = self._judged(match, command, now)
        if isinstance(command.message, Join) and match.row.open_offer and self._plays(command, match.terms):
            transition = Refusal("offer_begun")
        if isinstance(transition, Refusal):
            return Answer(command.match, command.cmd, match.row.seq, refusal=transition)
        if isinstance(transition, Said):
            stored = chat.store(match, transition, command, now)
            return Answer(command.match, command.cmd, match.row.seq, chat=stored)
        if transition.successor:
            self._record(transition.successor, matches.swapped(match, transition.successor), None, now)
        event = self._record(match, transition, command, now)
        if isinstance(command.message, Join):
            self.rated.note_client(match, command)
            self._end_offers(match, now)
        return self._accepted(match, command, Done(event.seq, event.what))

    def _not_found(self, public_id: str) -> Refusal:
        if public_id in self.unknown:
            row = Match.objects.get(public_id=public_id)
            return UnknownRules(get_game(row.game), row.rules_version).refusal
        return Refusal("no_such_match")

    def _counts_from(self, command: Command) -> datetime:
        """Return the time by which the command is judged."""
        if self.liveness:
            return self.liveness.counts_from(command.at, self.now)
        return command.at or self.now

    def _judged(self, match: MatchState, command: Command, now: datetime) -> Effect | Refusal:
        try:
            return carry_out(match, command, now)
        except Exception:
            log.exception("The command %s on match %s failed", command.kind, command.match)
            return Refusal("failed")

    def _create(self, command: Command, asked: Create) -> Answer:
        assert command.person is not None  # noqa: S101  (the form makes the guest first)
        now = self._counts_from(command)
        if command.person in self.withdrawn:
            return Answer("", command.cmd, 0, refusal=Refusal("withdrawn"))
        self._store()
        if made := match_lists.made_with(command.person, command.cmd) if command.cmd else None:
            return Answer(made, command.cmd, 1, again=True)
        if refusal := matches.creation_refusal(asked, command.person, command.address, now):
            return Answer("", command.cmd, 0, refusal=refusal)
        match, transition = matches.new_match(
            asked.config, command.person, asked.name, now, asked.computer, asked.names
        )
        match.row.invited_id = asked.invited
        event = self._record(match, transition, command, now)
        self.rated.note_client(match, command)
        if asked.config.open_offer:
            self.pairing.offers.append(match.row.public_id)
        return Answer(match.row.public_id, command.cmd, event.seq)

    def _play_now(self, command: Command, asked: PlayNow) -> Answer:
        """Seat the player at the oldest fitting offer, or make one.

        Their own offer of the same stays if nobody else's fits, and ends if somebody's does.
        """
        assert command.person is not None  # noqa: S101  (the form makes the guest first)
        self._store()
        done = offers.seated_with(command.person, command.cmd) if command.cmd else None
        if done := done or self._plays(command, asked.config.terms):
            return Answer(done, command.cmd, 1, again=True)
        now = self._counts_from(command)
        if refusal := matches.not_admitted(command.person, command.address, now):
            return Answer("", command.cmd, 0, refusal=refusal)
        match = self.pairing.partner(self.known, asked, command.person, now)
        if match is None:
            return self._create(command, Create(config=asked.config, name=asked.name, cmd=asked.cmd))
        offer = match.row.public_id
        if match.row.maker_id == command.person:
            return Answer(offer, command.cmd, match.row.seq, again=True)
        joined = replace(command, message=Join(name=asked.name, cmd=asked.cmd), match=offer)
        answer = self._answer(joined)
        if answer.refusal is None:
            self._expire(self.pairing.own(self.known, asked, command.person, now), now)
        return answer

    def _plays(self, command: Command, terms: Terms) -> str | None:
        """Return the match just begun by the sender's own offer, if both are in real time."""
        if command.person is None or not isinstance(terms.time, RealTime):
            return None
        self._store()
        return offers.just_begun(command.person, self._counts_from(command))

    def _end_offers(self, begun: MatchState, now: datetime) -> None:
        """End the players' other real-time offers: nobody else can pull them into a match now."""
        if self.made:
            self._store()
        self._expire(self.pairing.ended_by(self.known, begun, now), now)

    def _expire(self, waiting: Iterable[MatchState], now: datetime) -> None:
        for offer in waiting:
            self._record(offer, Transition(EventKind.EXPIRED, status=Match.Status.EXPIRED), None, now)

    def _import(self, command: Command, asked: Import) -> Answer:
        """Store a match that is over. It has no players or watchers, so its events aren't announced."""
        assert command.person is not None  # noqa: S101  (the form makes the guest first)
        now = self._counts_from(command)
        if refusal := matches.not_admitted(command.person, command.address, now):
            return Answer("", command.cmd, 0, refusal=refusal)
        row = asked.match.row
        row.pk, row.maker_id = None, command.person  # a failed transaction may have left a key
        row.save(force_insert=True)
        for seat in asked.match.seats.values():
            seat.pk, seat.match = None, row
        Seat.objects.bulk_create(asked.match.seats.values())
        asked.events[0].sender_id = command.person
        insert_events(asked.events)
        insert_plies(ply._replace(match_id=row.pk) for ply in asked.plies)
        return Answer(row.public_id, command.cmd, row.seq)

    def _accepted(self, match: MatchState, command: Command, done: Done, *, again: bool = False) -> Answer:
        hidden = done.what == EventKind.SEALED and bool(match.row.unrevealed)
        mine = position_for(match, match.roles_of(command.person)) if hidden else None
        return Answer(command.match, command.cmd, done.seq, again, mine=mine)

    def _record(
        self, match: MatchState, transition: Transition, by: Command | None, now: datetime
    ) -> EventRow:
        """Add the transition's event and rows to those to be written; ``by`` is its command."""
        if match.row.pk is None and match not in self.made:
            self.made.append(match)
            match.commands = BloomFilter()
        elif match.row.pk is not None:
            self.touched.add(match.row.public_id)
        recorded = record(match, transition, now)
        self.events.append(recorded.event)
        self.plies += recorded.plies
        self.reseated += recorded.reseated
        self.rated.note(match, transition)
        if by:
            recorded.event.sender_id, recorded.event.cmd = by.person, by.cmd
        if by and by.cmd:
            self.done[match.row.pk, by.person, by.cmd] = Done(recorded.event.seq, recorded.event.what)
            if match.commands is not None:
                match.commands.add((by.person, by.cmd))
        if transition.replaces:
            people = {"maker": match.row.maker_id, "invited": match.row.invited_id}
            Match.objects.filter(pk=match.row.pk).update(**people)
        if transition.forgets:
            self._store()
            rename_in_frames(match.row, {role: name for role, (_, name) in transition.seated.items()})
        for following in transition.then:
            self._store()
            self._record(match, following, None, now)
        return recorded.event

    def _store(self) -> None:
        """Write the collected rows."""
        changed_seats = {seat.pk: seat for seat in self.reseated if seat.pk}
        for match in self.made:
            match.row.save(force_insert=True)
            Seat.objects.bulk_create(match.seats.values())
        update_matches([self.known[public_id].row for public_id in self.touched])
        insert_events(self.events)
        insert_plies(self.plies)
        update_seats(changed_seats.values())
        self.known.update((match.row.public_id, match) for match in self.made)
        self.stored += self.events
        self.made, self.touched, self.events, self.plies, self.reseated = [], set(), [], [], []


def frames_of(events: Iterable[EventRow]) -> list[tuple[str, int, str]]:
    """Return the announcements: public id, seq and frame of each event."""
    return [(event.match.public_id, event.seq, event.frame) for event in events]
