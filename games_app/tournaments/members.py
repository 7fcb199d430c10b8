"""Members of a tournament: making one, joining, leaving, and the decisions of its maker about people.

All raise Refused if the person may not do this now, and Tournament.DoesNotExist.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from games_app.lib.names import look_alike
from games_app.lib.refusals import Refusal, Refused
from games_app.match.messages import MatchConfig
from games_app.match.terms import stored
from games_app.models import Entry, Match, Pairing, Player, Tournament
from games_app.people import accounts, client_marks, membership, sanctions
from games_app.people.client_marks import Client
from games_app.people.locked import has_locked, meeting_refusal
from games_app.tournaments.no_shows import begin_by
from games_app.tournaments.pairing.berger import board_of, pair_of
from games_app.tournaments.progress import changing
from games_app.tournaments.record import (
    ENTRIES_LIMIT,
    Record,
    Status,
    System,
    give_to_present,
    locked,
    must_be_maker,
    must_not_be_over,
)

UNFINISHED_LIMIT = 20
"""Maximum number of tournaments of one maker that are not over."""


REPEATED = (
    "system",
    "game",
    "options",
    "terms",
    "visibility",
    "games_each",
    "rounds",
    "minutes",
    "begin_within",
)
"""Columns that the next tournament of the same people takes over."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The choices of the maker besides the terms of the matches."""

    system: Tournament.System
    games_each: int = 1
    rounds: int = 0
    minutes: int = 0
    begin_within: int = 0
    plays: bool = True
    """True if the maker takes part too."""


def make(maker: Player, config: MatchConfig, plan: Plan, name: str, cmd: str, now: datetime) -> Tournament:
    """Make a tournament, once however often the form with ``cmd`` is sent; the maker plays as ``name``."""
    if made := Tournament.objects.filter(maker=maker, cmd=cmd).first() if cmd else None:
        return made
    if refusal := _not_admitted(maker, now):
        raise Refused(refusal)
    if Tournament.objects.filter(maker=maker).exclude(status=Status.OVER).count() >= UNFINISHED_LIMIT:
        raise Refused(Refusal("too_many_tournaments", {"limit": UNFINISHED_LIMIT}))
    chosen = asdict(plan)
    plays = chosen.pop("plays")
    terms = {"game": config.game, "options": dict(config.options), "terms": stored(config.terms)}
    try:
        with transaction.atomic():
            tournament = _create(maker, now, **chosen, **terms, visibility=config.visibility, cmd=cmd or None)
            if plays:
                _enter(Record(tournament), maker, name, now)
    except IntegrityError:
        # The same form has come to another process.
        return Tournament.objects.get(maker=maker, cmd=cmd)
    return tournament


def _create(maker: Player, now: datetime, **chosen: Any) -> Tournament:
    """Store a tournament with these columns. In a round robin, people can play as soon as they join."""
    starts_now = chosen["system"] == System.ROUND_ROBIN
    started = {"status": Status.PLAYING, "round": 1, "started_at": now} if starts_now else {}
    return Tournament.objects.create(maker=maker, created_at=now, **chosen, **started)


def _not_admitted(maker: Player, now: datetime) -> Refusal | None:
    if maker.locked_in_id:
        return Refusal("locked")
    if membership.is_closed_to(maker.pk):
        return Refusal("members_only")
    return sanctions.refusal(maker.pk, "", now)


def join(public_id: str, player: Player, name: str, client: Client, now: datetime) -> Entry:
    """Let a player take part under ``name``; a second time changes nothing."""
    with changing(public_id) as record:
        if (entry := record.entry_of(player.pk)) and entry.left_at is None:
            return entry
        if refusal := closed_to(record, player.pk) or sanctions.refusal(player.pk, client.address, now):
            raise Refused(refusal)
        if apart := _apart(record, player.pk):
            raise Refused(apart)
        client_marks.record([(player.pk, client)], now)
        return _enter(record, player, name, now)


def _apart(record: Record, player_id: int) -> Refusal | None:
    """Return why a person can't join because some are locked in a class; None if they can."""
    people = {record.tournament.maker_id, player_id, *(e.player_id for e in record.present if e.player_id)}
    if refusal := meeting_refusal(people):
        return refusal
    is_open = record.tournament.visibility != Match.Visibility.SEATS
    return Refusal("locked.visible") if is_open and has_locked(people) else None


def closed_to(record: Record, player_id: int | None) -> Refusal | None:
    """Return why this person can't join, under whatever name; None if they can."""
    tournament, entry = record.tournament, record.entry_of(player_id)
    if tournament.status == Status.OVER:
        return Refusal("tournament_over")
    if entry and entry.removed:
        return Refusal("entry_removed", {"name": tournament.maker.name})
    if entry:
        return Refusal("entered_already" if entry.left_at is None else "entry_left")
    if tournament.closed:
        return Refusal("tournament_closed", {"name": tournament.maker.name})
    if tournament.system == System.KNOCKOUT and tournament.status != Status.JOINING:
        return Refusal("tournament_begun.join")
    if len(record.entries) >= ENTRIES_LIMIT:
        return Refusal("tournament_full", {"limit": ENTRIES_LIMIT})
    return None


def add(public_id: str, maker_id: int | None, name: str, now: datetime) -> Entry:
    """Add somebody without a device, who plays at another person's screen. Only the maker may."""
    with changing(public_id) as record:
        must_be_maker(record, maker_id)
        if refusal := closed_to(record, None):
            raise Refused(refusal)
        return _enter(record, None, name, now)


def _enter(record: Record, player: Player | None, name: str, now: datetime) -> Entry:
    if refusal := accounts.name_refusal(name, player.pk if player else None):
        raise Refused(refusal)
    if alike := next((each.name for each in record.entries if look_alike(each.name, name)), None):
        raise Refused(Refusal("name_in_tournament", {"name": alike}))
    number = len(record.entries) + 1
    entry = Entry.objects.create(
        tournament=record.tournament, number=number, player=player, name=name, joined_at=now
    )
    if record.tournament.system == System.ROUND_ROBIN:
        _pair_with_everybody(record, entry, now)
    return entry


def _pair_with_everybody(record: Record, newcomer: Entry, now: datetime) -> None:
    """Let a newcomer owe everybody a game. The second games have the sides swapped."""
    pairings = []
    for other in record.present:
        first, second = pair_of(other.number, newcomer.number)
        people = {other.number: other, newcomer.number: newcomer}
        pairings += [
            Pairing(
                tournament=record.tournament,
                round=number,
                board=board_of(other.number, newcomer.number),
                first=people[first if number == 1 else second],
                second=people[second if number == 1 else first],
                begin_by=begin_by(record, (newcomer, other), now),
                paired_at=now,
            )
            for number in range(1, record.tournament.games_each + 1)
        ]
    Pairing.objects.bulk_create(pairings)


def leave(public_id: str, player_id: int | None, now: datetime) -> None:
    """Let a player leave for good. Running matches go on, and still count."""
    with changing(public_id) as record:
        must_not_be_over(record)
        if record.entry_of(player_id) is None:
            raise Refused(Refusal("not_entered"))
        take_out(record, player_id, now)


def take_out(record: Record, player_id: int | None, now: datetime) -> None:
    """Let a player leave, if they take part and have not left."""
    if (entry := record.entry_of(player_id)) and entry.left_at is None:
        _take_out(record, entry, now, removed=False)


def remove(public_id: str, maker_id: int | None, number: int, now: datetime) -> None:
    """Take somebody out. Only the maker may."""
    with changing(public_id) as record:
        must_be_maker(record, maker_id)
        must_not_be_over(record)
        if (entry := record.by_number.get(number)) is None:
            raise Refused(Refusal("no_entry"))
        if entry.left_at is None:
            _take_out(record, entry, now, removed=True)


def _take_out(record: Record, entry: Entry, now: datetime, *, removed: bool) -> None:
    """Store that somebody has left. Nobody else loses anything by it.

    Others win the games that they can't play any more. But if somebody leaves a round robin before half of
    their games, none of these count, or those who have not met them yet would have an advantage.
    """
    entry.left_at, entry.removed = now, removed
    own = [pairing for pairing in record.pairings if entry.pk in (pairing.first_id, pairing.second_id)]
    if record.tournament.system == System.ROUND_ROBIN:
        entry.annulled = 2 * sum(bool(pairing.outcome) for pairing in own) < len(own)
    entry.save()
    for pairing in own:
        if not pairing.outcome and pairing.begun_at is None:
            give_to_present(record, pairing, now)


def pause(public_id: str, player_id: int | None, *, paused: bool) -> None:
    """Give a player no further games of an evening, or games again."""
    with changing(public_id) as record:
        must_not_be_over(record)
        entry = record.entry_of(player_id)
        if entry is None or entry.left_at is not None:
            raise Refused(Refusal("not_entered"))
        entry.paused = paused
        entry.save(update_fields=["paused"])


def close(public_id: str, maker_id: int | None, *, closed: bool) -> None:
    """Let nobody else join, or people again. Only the maker may."""
    with changing(public_id) as record:
        must_be_maker(record, maker_id)
        must_not_be_over(record)
        record.tournament.closed = closed


def make_again(public_id: str, player: Player, now: datetime) -> str:
    """Make the next tournament of the same people, once; return its public id. Members and the maker may.

    People with a device must join themselves: their link leads there. Those without one are added.
    """
    with locked(public_id) as record:
        tournament, entry = record.tournament, record.entry_of(player.pk)
        if tournament.status != Status.OVER:
            raise Refused(Refusal("tournament_not_over"))
        if player.pk != tournament.maker_id and (entry is None or entry.left_at is not None):
            raise Refused(Refusal("not_entered"))
        if tournament.successor:
            return tournament.successor
        following = _following(tournament, player, now)
        for each in record.present:
            again = Record(following)
            if each.player_id is None or each.player_id == player.pk:
                _enter(again, each.player, each.name, now)
        tournament.successor = following.public_id
    return following.public_id


def _following(tournament: Tournament, maker: Player, now: datetime) -> Tournament:
    if refusal := _not_admitted(maker, now):
        raise Refused(refusal)
    return _create(maker, now, **{field: getattr(tournament, field) for field in REPEATED})
