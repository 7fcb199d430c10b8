"""One tournament: its rows, what they mean for the pairing systems, and the lock for changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from typing import NamedTuple, TypeAlias, cast

from django.db import transaction
from django.db.models import F

from games_app.lib.refusals import Refusal, Refused
from games_app.lists.pairings import READY_FOR, needs_both
from games_app.match.terms import Terms, read
from games_app.models import Entry, Match, Pairing, Tournament
from games_app.tournaments.pairing.results import Outcome, Result

System, Status, DecidedBy = Tournament.System, Tournament.Status, Pairing.DecidedBy
ENTRIES_LIMIT = 64
"""Maximum number of people in a tournament, also counting those who have left."""


class PairingRow(NamedTuple):
    """A pairing as pages, files and standings read it.

    A large round robin has thousands, and their rows with those of their matches take thirty times as long.
    """

    pk: int
    round: int
    board: int
    game: int
    first_id: int
    second_id: int | None
    match: str | None
    """Public id of its match."""
    first_ready_at: datetime | None
    second_ready_at: datetime | None
    begin_by: datetime | None
    begun_at: datetime | None
    outcome: str
    decided_by: str
    may_be_one: str


AnyPairing: TypeAlias = PairingRow | Pairing


class Record:
    """A tournament with its entries. Its games are read when they are asked for."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.entries: list[Entry] = list(
            Entry.objects.filter(tournament=tournament).select_related("player").order_by("number")
        )
        self.by_pk = {entry.pk: entry for entry in self.entries}
        self.by_number = {entry.number: entry for entry in self.entries}

    @cached_property
    def games(self) -> list[PairingRow]:
        """All pairings in their order, to read."""
        ordered = Pairing.objects.filter(tournament=self.tournament).order_by("round", "board", "game")
        columns = [F("match__public_id") if field == "match" else field for field in PairingRow._fields]
        return [PairingRow._make(row) for row in ordered.values_list(*columns)]

    @property
    def open_games(self) -> list[PairingRow]:
        """The games without a result."""
        return [game for game in self.games if not game.outcome]

    def open_games_of(self, entry: Entry) -> list[PairingRow]:
        return self._open_by_person.get(entry.pk, [])

    @cached_property
    def _open_by_person(self) -> dict[int | None, list[PairingRow]]:
        found: dict[int | None, list[PairingRow]] = {}
        for game in self.open_games:
            for person in (game.first_id, game.second_id):
                found.setdefault(person, []).append(game)
        return found

    @cached_property
    def pairings(self) -> list[Pairing]:
        """All pairings in their order, to change."""
        return list(Pairing.objects.filter(tournament=self.tournament).order_by("round", "board", "game"))

    @property
    def terms(self) -> Terms:
        return read(self.tournament.terms)

    @property
    def present(self) -> list[Entry]:
        """The people who have not left."""
        return [entry for entry in self.entries if entry.left_at is None]

    @property
    def undecided(self) -> list[Pairing]:
        return [pairing for pairing in self.pairings if not pairing.outcome]

    @property
    def needs_both(self) -> bool:
        """True if both people must say that they are there before a match begins: its clock runs at once."""
        return needs_both(self.tournament)

    @property
    def begins_itself(self) -> bool:
        """True if matches begin as soon as people are paired."""
        return self.tournament.system != System.ROUND_ROBIN and not self.needs_both

    def entry_of(self, player_id: int | None) -> Entry | None:
        """Return the entry of a player, also of one who has left."""
        if player_id is None:
            return None
        return next((entry for entry in self.entries if entry.player_id == player_id), None)

    def people_of(self, pairing: AnyPairing) -> list[Entry]:
        """Return the people of a pairing, the first mover first."""
        keys = (pairing.first_id, pairing.second_id)
        return [self.by_pk[key] for key in keys if key is not None]

    def ready_at(self, pairing: AnyPairing, entry: Entry) -> datetime | None:
        """Return when this person last said that they are there to play a game."""
        return pairing.first_ready_at if entry.pk == pairing.first_id else pairing.second_ready_at

    def is_ready(self, pairing: AnyPairing, entry: Entry, now: datetime) -> bool:
        """Return whether this person waits for the other one."""
        at = self.ready_at(pairing, entry)
        return at is not None and now < at + READY_FOR

    def of_round(self, number: int) -> list[Pairing]:
        return [pairing for pairing in self.pairings if pairing.round == number]

    def results_of(self, pairings: Sequence[AnyPairing]) -> list[Result]:
        """Return the results of the decided ones of these pairings."""
        return [self._result(pairing) for pairing in pairings if pairing.outcome]

    def _result(self, pairing: AnyPairing) -> Result:
        people = [entry.number for entry in self.people_of(pairing)]
        second = people[1] if len(people) > 1 else None
        played = pairing.decided_by == DecidedBy.MATCH and pairing.outcome != Pairing.Outcome.NONE
        return Result(people[0], second, cast("Outcome", pairing.outcome), played)


def may_see(record: Record, player_id: int | None) -> bool:
    """Return whether this person may see the tournament: of a private one, its maker and its members."""
    tournament = record.tournament
    if tournament.visibility != Match.Visibility.SEATS:
        return True
    entry = record.entry_of(player_id)
    return player_id is not None and (
        player_id == tournament.maker_id or (entry is not None and not entry.removed)
    )


@contextmanager
def locked(public_id: str) -> Iterator[Record]:
    """Yield the record of a tournament under its lock; unless the block fails, save it as changed.

    Raises Tournament.DoesNotExist.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(public_id=public_id)
        yield Record(tournament)
        tournament.version += 1
        tournament.save()


def decide(pairing: Pairing, outcome: str, by: Pairing.DecidedBy, now: datetime) -> None:
    """Store the outcome of a pairing."""
    pairing.outcome, pairing.decided_by, pairing.decided_at = outcome, by, now
    pairing.save()


def give_to_present(record: Record, pairing: Pairing, now: datetime) -> None:
    """Decide a pairing that can't be played because somebody has left: the other one wins."""
    present = [entry.pk for entry in record.people_of(pairing) if entry.left_at is None]
    outcome = Pairing.Outcome.NONE
    if len(present) == 1:
        outcome = Pairing.Outcome.FIRST if present[0] == pairing.first_id else Pairing.Outcome.SECOND
    decide(pairing, outcome, DecidedBy.LEFT, now)


def must_not_be_over(record: Record) -> None:
    if record.tournament.status == Status.OVER:
        raise Refused(Refusal("tournament_over"))


def must_be_maker(record: Record, player_id: int | None) -> None:
    tournament = record.tournament
    if player_id is None or player_id != tournament.maker_id:
        raise Refused(Refusal("not_the_organizer", {"name": tournament.maker.name}))
