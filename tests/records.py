"""Whole matches put straight into the record, without a server and a page, for reading them again.

Each command is judged and recorded by the services of live play; only storing happens all at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from django.db import transaction

from games_app.games.rules import get_game
from games_app.lib.driver import driver_cursor
from games_app.lib.refusals import Refusal
from games_app.match import messages
from games_app.match.messages import Join, MatchConfig
from games_app.match.recording import record
from games_app.match.terms import DEFAULT_TERMS, Terms
from games_app.match.transitions import Change, EventRow, Transition
from games_app.models import Match, Player, Seat
from games_app.record.commands import all_commands, matches
from games_app.record.commands.registry import Command, carry_out
from games_app.record.sql import PlyRow, insert_events, insert_plies, update_matches, update_seats
from tests.cast import guest, message

Decision = tuple[str, str]
"""Role and action."""

BEGAN = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
PACE = timedelta(seconds=3)
"""Time from one command to the next."""


class Told:
    """A running match of ``alice``, its maker on the first role, and ``bob``, who joined.

    ``store`` writes what has happened since the last time.
    """

    def __init__(
        self,
        game: str,
        terms: Terms = DEFAULT_TERMS,
        *,
        alice: Player | None = None,
        bob: Player | None = None,
        visibility: str = Match.Visibility.PUBLIC,
        began: datetime = BEGAN,
        hotseat: bool = False,
        **options: str,
    ) -> None:
        self.alice, self.bob = alice or guest("alice"), bob or guest("bob")
        self.at = began - 2 * PACE
        self._events: list[EventRow] = []
        self._plies: list[PlyRow] = []
        side = messages.BOTH if hotseat else get_game(game).roles[0]
        config = MatchConfig(game, options, side, visibility, terms)
        made = matches.new_match(config, self.alice.pk, self.alice.name, self.at)
        self.match = made.match
        self.match.row.save(force_insert=True)
        Seat.objects.bulk_create(self.match.seats.values())
        self._record(made, self.alice.pk)
        if not hotseat:
            self._do(Command(Join(self.bob.name), self.id, self.bob.pk))

    @property
    def id(self) -> str:
        return self.match.row.public_id

    @property
    def over(self) -> bool:
        return self.match.row.status == Match.Status.OVER

    def act(self, role: str, action: str) -> None:
        """Play a decision. Raises AssertionError if it is refused."""
        self.do(role, "act", action=action, base=self.match.row.bases[role])

    def play(self, decisions: Iterable[Decision]) -> Told:
        for role, action in decisions:
            self.act(role, action)
        return self

    def play_on(self, seed: int, decisions: int = 10_000) -> Told:
        """Play so many random decisions, or until the game is over."""
        dice = random.Random(seed)
        for _ in range(decisions):
            state = self.match.state
            if self.over:
                break
            role = dice.choice(state.to_move)
            self.act(role, dice.choice(state.legal_actions(role)))
        return self

    def do(self, role: str, kind: str, **data: object) -> None:
        """Send another command of the player of ``role``: "resign", "offer" with ``what``, ..."""
        if all_commands.COMMANDS[kind].reads:
            self.store()
        self._do(Command(message(kind, **data), self.id, self.match.sitters[role]))

    def resigned(self) -> Told:
        """Let the role to move resign, unless the game has ended."""
        if not self.over:
            self.do(self.match.state.to_move[0], "resign")
        return self

    def notice(self, kind: str, role: str) -> None:
        """Record an observation of the server itself: "gone", "came_back"."""
        self._do(Command(message(kind, role=role), self.id, None, from_server=True))

    def attempt(self, command: Command, wait: timedelta = PACE) -> Transition | Refusal:
        """Carry out any command, so long after the previous one; record it if it is not refused."""
        if all_commands.COMMANDS[command.kind].reads:
            self.store()
        self.at += wait
        effect = carry_out(self.match, command, self.at)
        assert isinstance(effect, Transition | Refusal), effect
        if isinstance(effect, Transition):
            self._record(effect, command.player_id)
        return effect

    def store(self) -> str:
        """Write everything; return the match's public id."""
        with transaction.atomic(), driver_cursor() as cursor:
            update_matches(cursor, [self.match])
            insert_events(cursor, self._events)
            insert_plies(cursor, self._plies)
            update_seats(cursor, self.match.seats.values())
        self._events, self._plies = [], []
        return self.id

    def _do(self, command: Command) -> None:
        self.at += PACE
        effect = carry_out(self.match, command, self.at)
        assert isinstance(effect, Transition | Change), effect
        self._record(effect, command.player_id)

    def _record(self, effect: Transition | Change, sender: int | None) -> None:
        change = effect if isinstance(effect, Change) else Change(self.match, effect)
        for transition in (change.transition, *change.then):
            recorded = record(self.match, transition, self.at)
            if transition is change.transition:
                recorded.event.sender_id = sender
            self._events.append(recorded.event)
            self._plies += recorded.plies


EQUAL_ROUNDS = (
    "3 13 9 12 8 4 12 10 11 6 2 5 3 2 1 4 12 10 3 9 6 1 14 5 4 13 12 3 8 4 14",
    "3 14 14 3 8 8 8 7 13 3 12 1 10 5 9 4 10 14 3 13 2 14 9 6 8 1 9 2 10",
    "6 14 11 5 8 1 9 13 6 2 6 13 7 11 7 5 1 13 12 14 4 11 9 10 12 7 14 1 9 2 8",
    "2 14 4 12 3 4 5 7 4 8 1 14 12 14 9 10 7 10 14 6 10 2 8 4 13 2 14 11",
    "2 14 6 13 3 14 5 4 2 5 8 4 8 1 8 4 11 1 9 3 14 5 8 11 4 14 13 5 4 14 9",
)
"""Rounds of congkak that south begins, that end 49 : 49, and after which south begins again."""


def equal_rounds(rounds: int) -> Iterator[Decision]:
    """Yield the decisions of so many rounds of 30 plies, after which a match is back at its start."""
    for number in range(rounds):
        for house in EQUAL_ROUNDS[number % len(EQUAL_ROUNDS)].split():
            yield ("south" if int(house) <= 7 else "north"), f"scoop {house}"


def long_congkak() -> Told:
    """Return a congkak match of 12 000 plies in 400 rounds, resigned by north; not stored yet."""
    told = Told("congkak", rounds="match", opening="south", sowing="auto")
    told.play(equal_rounds(400)).do("north", "resign")
    return told
