"""One transaction of the writer: many commands, judged in order and stored together."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db import Error, transaction

from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.match.chat import Said
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState, load, unknown_rules
from games_app.match.transitions import Change, EventRow, FinishedMatch
from games_app.match.visibility import position_for
from games_app.models import Match, Player
from games_app.people.ratings import RatedMatches
from games_app.record.commands import outages, pairing
from games_app.record.commands.identity import take_name
from games_app.record.commands.registry import Command, Effect, Lobby, Standing, carry_out, make
from games_app.record.crash_points import crash_point
from games_app.record.known_matches import KnownMatches
from games_app.record.liveness import Liveness
from games_app.record.results import Answer, BatchResult
from games_app.record.rows import Rows, chat_sent_before, store_chat
from games_app.record.sql import lock_lobby, lock_matches, rename_in_frames, replace_player, stored_commands

log = logging.getLogger(__name__)


class Done(NamedTuple):
    """A command that has taken effect as this event."""

    seq: int
    what: str


@dataclass(slots=True)
class Batch:
    """The commands of one transaction, and the rows to be written."""

    known: KnownMatches
    """Matches in memory from earlier batches; updated here."""
    liveness: Liveness | None
    """Detector of outages; None if other processes detect them."""
    now: datetime = field(default_factory=clock.now)
    """Time when the transaction could write, after waiting for the database's lock."""
    rows: Rows = field(init=False)
    lobby: Lobby = field(init=False)
    rated: RatedMatches = field(default_factory=RatedMatches)
    unknown: set[str] = field(default_factory=set)
    """Matches whose rules are not known here."""
    done: dict[tuple[int, int | None, str | None], Done] = field(default_factory=dict)
    """Commands that have taken effect, in this batch or before, by match, sender and cmd."""

    def __post_init__(self) -> None:
        self.rows = Rows(self.known)
        self.lobby = Lobby(self.known, self.rows.write)

    def run(self, commands: Sequence[Command], *, renew: bool = False) -> BatchResult:
        """Judge, store and commit all of ``commands``. Raises the database's errors.

        The time that a match lost in an outage is given back before a command about it is judged, so that no
        clock is charged for it. With ``renew``, the sign of life is renewed too.
        """
        with transaction.atomic():
            self.now = clock.now()
            asks = any(command.declared.awaits_outages for command in commands)
            ended = self._ends_outage(renew=renew, asks=asks)
            ids = {command.match for command in commands if command.declared.names_match}
            ids |= self._find_offers(commands)
            if ended or renew:
                ids.update(outages.owing())
            for giving_back in outages.give_back(self._lock(ids)):
                self._answer(giving_back)
            self._lock_senders(
                {
                    command.player_id
                    for command in commands
                    if command.declared.locks_sender and command.player_id
                }
            )
            self._find_done(commands)
            answers = [self._answer(command) for command in commands]
            if commands:
                crash_point("judged")
            self.rows.write()
            self.rated.store(self.now)
            if commands:
                crash_point("before commit")
        if commands:
            crash_point("after commit")
        return BatchResult(answers, self.rows.frames())

    def _ends_outage(self, *, renew: bool, asks: bool) -> bool:
        """Return whether an outage has just ended. Makes no query while this process signs regularly.

        If it ``asks`` nevertheless, it waits for processes that record one, and they for it: they would not
        see the matches that it makes, whose time would run out.
        """
        if self.liveness is None or (self.liveness.is_certain(self.now) and not (renew or asks)):
            return False
        sign = outages.locked_sign()
        self.now = clock.now()
        return self.liveness.ends_outage(sign, self.now, renew=renew)

    def _find_offers(self, commands: Sequence[Command]) -> set[str]:
        """Return the open offers that the commands may take or end, with the lobby locked."""
        if not pairing.is_needed(commands):
            return set()
        lock_lobby()
        return pairing.find_offers(self.lobby, commands)

    def _lock(self, ids: set[str]) -> list[str]:
        """Lock and load the matches; return those that lost time which is not given back yet."""
        if not ids:
            return []
        seqs, lacking_time = lock_matches(ids)
        for public_id in ids:
            if public_id in self.known and self.known[public_id].row.seq != seqs.get(public_id):
                del self.known[public_id]
        missing = [public_id for public_id in seqs if public_id not in self.known]
        if missing:
            loaded = load(missing)
            self.known.update(loaded)
            self.unknown = set(missing) - loaded.keys()
        return lacking_time

    def _lock_senders(self, people: Collection[int]) -> None:
        if people:
            senders = Player.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
            self.lobby.withdrawn = frozenset(sender.pk for sender in senders if sender.withdrawn)

    def _find_done(self, commands: Sequence[Command]) -> None:
        """Read which of the commands have taken effect before."""
        sent: list[tuple[int, int, str]] = []
        for command in commands:
            if command.player_id is None or command.cmd is None or command.declared.is_chat:
                continue
            match = self.known.get(command.match)
            if match:
                sent.append((match.row.id, command.player_id, command.cmd))
        if sent:
            for pk, player_id, cmd, seq, what in stored_commands(sent):
                self.done[pk, player_id, cmd] = Done(seq, what)

    def _answer(self, command: Command) -> Answer:
        match, seq = None, 0
        if command.declared.names_match:
            match = self.known.get(command.match)
            if match is None:
                return Answer(command.match, command.cmd, 0, refusal=self._not_found(command.match))
            if before := self._before(match, command):
                return before
            seq = match.row.seq
        now = self._counts_from(command)
        effect = self._judged(match, command, now)
        if isinstance(effect, Refusal):
            return Answer(command.match, command.cmd, seq, refusal=effect)
        if isinstance(effect, Standing):
            return Answer(effect.match, command.cmd, effect.seq, again=True)
        if isinstance(effect, FinishedMatch):
            self.rows.write_finished(effect)
            return Answer(effect.match.row.public_id, command.cmd, effect.match.row.seq)
        if isinstance(effect, Change):
            return self._changed(effect, command, now)
        assert match  # noqa: S101  (the other effects are those of commands that name a match)
        if isinstance(effect, Said):
            return Answer(command.match, command.cmd, seq, chat=store_chat(match, effect, command, now))
        return self._changed(Change(match, effect), command, now)

    def _before(self, match: MatchState, command: Command) -> Answer | None:
        """Return the answer to a command that has taken effect before."""
        if command.declared.is_chat and (sent := chat_sent_before(match, command)):
            return Answer(command.match, command.cmd, match.row.seq, again=True, chat=sent)
        before = self.done.get((match.row.id, command.player_id, command.cmd)) if self.done else None
        return self._accepted(match, command, before, again=True) if before else None

    def _not_found(self, public_id: str) -> Refusal:
        if public_id in self.unknown:
            row = Match.objects.get(public_id=public_id)
            return unknown_rules(get_game(row.game), row.rules_version)
        return Refusal("no_such_match")

    def _counts_from(self, command: Command) -> datetime:
        """Return the time by which the command is judged."""
        if self.liveness:
            return self.liveness.counts_from(command.at, self.now)
        return command.at or self.now

    def _judged(self, match: MatchState | None, command: Command, now: datetime) -> Effect | Refusal:
        if command.declared.reads:
            self.rows.write()
        try:
            if match is None:
                return make(self.lobby, command, now)
            effect = carry_out(match, command, now)
        except Error:
            raise  # it has ended the transaction
        except Exception:
            log.exception("The command %s on match %s failed", command.kind, command.match)
            return Refusal("failed")
        if command.declared.takes_seat:
            return pairing.seat(self.lobby, match, command, effect, now)
        return effect

    def _changed(self, change: Change, command: Command, now: datetime) -> Answer:
        """Record an event and those that follow it; return the answer to the command that leads to it."""
        if (name := change.takes_name) and not (command.player_id and take_name(command.player_id, name)):
            return Answer(command.match, command.cmd, 0, refusal=Refusal("name_reserved", {"name": name}))
        for earlier in change.first:
            self._record(earlier, None, now)
        event = self._record(change, command, now)
        for other in change.others:
            self._record(other, None, now)
        return self._accepted(change.match, command, Done(event.seq, event.what))

    def _accepted(self, match: MatchState, command: Command, done: Done, *, again: bool = False) -> Answer:
        hidden = done.what == EventKind.SEALED and bool(match.row.unrevealed)
        mine = position_for(match, match.roles_of(command.player_id)) if hidden else None
        return Answer(match.row.public_id, command.cmd, done.seq, again, mine=mine)

    def _record(self, change: Change, by: Command | None, now: datetime) -> EventRow:
        """Collect the rows of an event; ``by`` is its command."""
        match, transition = change.match, change.transition
        event = self.rows.add(match, transition, now)
        self.rated.note(match, transition)
        if by:
            self._note_sender(match, event, by)
            if by.player_id is not None and transition.seated:
                self.rated.note_client(match, transition, by.player_id, by.client)
        if change.replaces:
            replace_player(match.row, *change.replaces)
        if change.forgets_names:
            self.rows.write()
            rename_in_frames(match.row, {role: occupant.name for role, occupant in transition.seated.items()})
        for following in change.then:
            self.rows.write()
            self._record(Change(match, following), None, now)
        return event

    def _note_sender(self, match: MatchState, event: EventRow, by: Command) -> None:
        event.sender_id, event.cmd = by.player_id, by.cmd
        if event.cmd:
            self.done[match.row.id, by.player_id, event.cmd] = Done(event.seq, event.what)
