"""Verification of tournaments: their results are counted again from the record of the matches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from games_app.lib import clock
from games_app.models import Match, Pairing, Tournament
from games_app.tournaments.progress import outcome_of
from games_app.tournaments.record import DecidedBy, Record, Status, System
from games_app.tournaments.table import standings_of

OVERDUE = timedelta(minutes=5)
"""Time after which the result of a match must have been taken over."""


def all_differences() -> Iterator[str]:
    """Yield what differs between tournaments and the matches that they consist of, one sentence each."""
    yield from orphans()
    for tournament in Tournament.objects.order_by("pk").iterator():
        for difference in differences_of(Record(tournament)):
            yield f"tournament {tournament.public_id}: {difference}"


def differences_of(record: Record) -> Iterator[str]:
    stored = [(each.number, each.place, each.points) for each in standings_of(record)]
    late = clock.now() - OVERDUE
    linked = Pairing.objects.filter(tournament=record.tournament).select_related("match")
    outcomes: dict[int, str] = {}
    for pairing in linked.order_by("round", "board", "game"):
        match, name = pairing.match, f"round {pairing.round}, board {pairing.board}, game {pairing.game}"
        ended = match is not None and match.status == Match.Status.OVER
        if not pairing.outcome and pairing.begun_at is None and (pairing.begin_by or late) < late:
            yield f"{name} should have begun long ago, and has no result."
        if pairing.decided_by == DecidedBy.MATCH and match is None:
            yield f"{name} has a result, but no match."
        elif pairing.decided_by == DecidedBy.MATCH and match and not ended:
            yield f"{name} has a result, but its match is not over."
        elif match and ended and not pairing.outcome and (match.ended_at or late) < late:
            yield f"{name} has no result, but its match is over."
        if pairing.decided_by == DecidedBy.MATCH and match and ended and match.how not in Match.VOID:
            if pairing.outcome != outcome_of(match):
                yield f"{name} has the result {pairing.outcome}, its match {outcome_of(match)}."
            outcomes[pairing.pk] = outcome_of(match)
    record.games = [game._replace(outcome=outcomes.get(game.pk, game.outcome)) for game in record.games]
    recounted = [(each.number, each.place, each.points) for each in standings_of(record)]
    if recounted != stored:
        yield f"Different in the standings: shown {stored}, recounted {recounted}"
    yield from _missing(record)


def _missing(record: Record) -> Iterator[str]:
    """Yield the games that a round robin lacks, or has twice."""
    if record.tournament.system != System.ROUND_ROBIN or record.tournament.status == Status.OVER:
        return
    pairs = [(pairing.round, frozenset((pairing.first_id, pairing.second_id))) for pairing in record.games]
    if len(pairs) != len(set(pairs)):
        yield "Two people owe each other a game twice."
    present = [entry.pk for entry in record.present]
    for number in range(1, record.tournament.games_each + 1):
        for place, one in enumerate(present):
            for other in present[:place]:
                if (number, frozenset((one, other))) not in pairs:
                    yield f"Two people who are present owe each other no game {number}."


def orphans() -> Iterator[str]:
    """Yield matches that were begun for a pairing and belong to none. Those without a result may."""
    linked = Pairing.objects.exclude(match=None).values("match")
    begun = Match.objects.filter(events__seq=1, events__cmd__startswith="pairing:").exclude(pk__in=linked)
    for match in begun.exclude(how__in=Match.VOID).order_by("pk"):
        yield f"match {match.public_id} was begun for a tournament, which doesn't know it."
