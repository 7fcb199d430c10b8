"""The games of a tournament: playing one, and what its maker decides about them.

All raise Refused if the person may not do this now, and Tournament.DoesNotExist.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from games_app.lib.refusals import Refusal, Refused
from games_app.models import Entry, Match, Pairing, Player, Tournament
from games_app.tournaments import systems
from games_app.tournaments.pairing import knockout
from games_app.tournaments.progress import changing, finish
from games_app.tournaments.record import (
    DecidedBy,
    PairingRow,
    Record,
    Status,
    System,
    decide,
    must_be_maker,
    must_not_be_over,
)

KEY_LIMIT = 2**63
"""Number above all primary keys, which no database takes."""


def start(public_id: str, maker_id: int | None, now: datetime) -> None:
    """Begin a tournament whose people had to come together first. Only the maker may."""
    with changing(public_id) as record:
        must_be_maker(record, maker_id)
        tournament = record.tournament
        if tournament.status != Status.JOINING:
            raise Refused(Refusal("tournament_begun"))
        if len(record.present) < 2:
            raise Refused(Refusal("too_few_people"))
        tournament.status, tournament.started_at = Status.PLAYING, now
        if tournament.system == System.KNOCKOUT:
            seeds = [entry.number for entry in record.present]
            secrets.SystemRandom().shuffle(seeds)
            systems.add(record, knockout.bracket(seeds), 1, now)
        elif tournament.system == System.EVENING:
            tournament.round = 1


def end(public_id: str, maker_id: int | None, now: datetime) -> None:
    """End a tournament early; games without a result don't count. Only the maker may."""
    with changing(public_id) as record:
        must_be_maker(record, maker_id)
        must_not_be_over(record)
        for pairing in record.undecided:
            decide(pairing, Pairing.Outcome.NONE, DecidedBy.END, now)
        finish(record.tournament, now)


def settle(public_id: str, maker_id: int | None, key: int, outcome: str, now: datetime) -> None:
    """Store the maker's decision about a game that can't be played, or that nobody ends."""
    with changing(public_id) as record:
        must_be_maker(record, maker_id)
        pairing = _open_pairing(record, key)
        if outcome not in (*Pairing.Outcome.values,):
            raise Refused(Refusal("no_pairing"))
        decide(pairing, outcome, DecidedBy.MAKER, now)


def play(public_id: str, player: Player, key: int, now: datetime) -> None:
    """Begin a game, or say that one is ready for it if both people must be there."""
    with changing(public_id) as record:
        pairing, entry = _own_pairing(record, player, key)
        if not all(each.player_id for each in record.people_of(pairing)):
            raise Refused(Refusal("pairing_without_device"))
        if entry.pk == pairing.first_id:
            pairing.first_ready_at = now
        else:
            pairing.second_ready_at = now
        both = all(record.is_ready(pairing, each, now) for each in record.people_of(pairing))
        if both or not record.needs_both:
            pairing.begun_at = now
        pairing.save()
        ordered = pairing.begun_at is not None
    if ordered:
        _must_have_begun(key)


def owed(player: Player, key: int) -> tuple[Pairing, Entry]:
    """Return a game that the player still has to play, and the entry of the other one. Raises Refused."""
    tournament = Tournament.objects.filter(pairings=key).first() if key < KEY_LIMIT else None
    if tournament is None:
        raise Refused(Refusal("no_pairing"))
    record = Record(tournament)
    pairing, entry = _own_pairing(record, player, key)
    opponent = next(each for each in record.people_of(pairing) if each != entry)
    if opponent.player_id is None:
        raise Refused(Refusal("pairing_without_device"))
    return pairing, opponent


def play_at_one_screen(public_id: str, player: Player, key: int, now: datetime) -> None:
    """Begin a game at the screen of one of its people, or of the maker."""
    with changing(public_id) as record:
        if player.pk == record.tournament.maker_id:
            pairing = _open_pairing(record, key)
        else:
            pairing, _ = _own_pairing(record, player, key)
        if pairing.match_id or pairing.begun_at:
            raise Refused(Refusal("pairing_running"))
        pairing.begun_at, pairing.screen = now, player
        pairing.save()
    _must_have_begun(key)


def _must_have_begun(key: int) -> None:
    """Raise Refused if the match was refused: somebody has withdrawn, or may not play."""
    pairing = Pairing.objects.select_related("tournament__maker").get(pk=key)
    if pairing.begun_at is None:
        raise Refused(Refusal("pairing_not_begun", {"name": pairing.tournament.maker.name}))


def pairing_with(record: Record, player_id: int, number: int) -> PairingRow:
    """Return the first undecided game of a player against the person with this number. Raises Refused."""
    entry = record.entry_of(player_id)
    if entry is None:
        raise Refused(Refusal("not_entered"))
    people = {entry.pk, record.by_number[number].pk if number in record.by_number else None}
    for pairing in record.open_games:
        if {pairing.first_id, pairing.second_id} == people:
            return pairing
    raise Refused(Refusal("no_pairing"))


def match_of(key: int) -> str:
    """Return the public id of a pairing's match; empty without one."""
    found = Match.objects.filter(pk__in=Pairing.objects.filter(pk=key).values("match"))
    return found.values_list("public_id", flat=True).first() or ""


def _own_pairing(record: Record, player: Player, key: int) -> tuple[Pairing, Entry]:
    """Return a game that has not begun, with the entry of one of its two people."""
    pairing, entry = _open_pairing(record, key), record.entry_of(player.pk)
    if entry is None:
        raise Refused(Refusal("not_entered"))
    if entry.pk not in (pairing.first_id, pairing.second_id):
        raise Refused(Refusal("pairing_of_others"))
    if pairing.match_id or pairing.begun_at:
        raise Refused(Refusal("pairing_running"))
    return pairing, entry


def _open_pairing(record: Record, key: int) -> Pairing:
    """Return a game without a result. Raises Refused."""
    must_not_be_over(record)
    pairing = Pairing.objects.filter(tournament=record.tournament, pk=key).first()
    if pairing is None:
        raise Refused(Refusal("no_pairing"))
    if pairing.outcome:
        raise Refused(Refusal("pairing_decided"))
    return pairing
