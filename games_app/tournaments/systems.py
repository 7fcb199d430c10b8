"""The pairing systems on a tournament's rows: the pairings that come next, and when all is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from games_app.models import Entry, Pairing
from games_app.tournaments.no_shows import begin_by, has_passed
from games_app.tournaments.pairing import evening, knockout, swiss
from games_app.tournaments.pairing.results import Pair, in_fair_order
from games_app.tournaments.record import DecidedBy, Record, System, decide, give_to_present

PATIENCE = timedelta(seconds=30)
"""Time for which people in an evening wait for another opponent than their last one."""


def pair(record: Record, now: datetime) -> None:
    """Add the pairings that are due, and decide those that nobody can play."""
    tournament = record.tournament
    if tournament.system == System.KNOCKOUT:
        _pair_knockout(record, now)
    elif tournament.system == System.SWISS and not record.undecided and tournament.round < tournament.rounds:
        _pair_swiss(record, now)
    elif tournament.system == System.EVENING and not _has_ended(record, now):
        _pair_evening(record, now)


def is_over(record: Record, now: datetime) -> bool:
    """Return whether nothing is left to play."""
    tournament = record.tournament
    if tournament.system == System.ROUND_ROBIN:
        return tournament.closed and _all_is_played(record, now)
    if record.undecided:
        return False
    if tournament.system == System.EVENING:
        return _has_ended(record, now)
    if tournament.system == System.SWISS:
        return tournament.round >= tournament.rounds or len(record.present) < 2
    return len(_boards(record, tournament.round)) <= 1 or len(record.present) < 2


def _all_is_played(record: Record, now: datetime) -> bool:
    pairings = Pairing.objects.filter(tournament=record.tournament)
    if pairings.filter(outcome="").exists():
        return False
    return pairings.exists() or has_passed(record.tournament, now)


def is_waiting_over(record: Record, now: datetime) -> bool:
    """Return whether time alone makes something due: a pairing of an evening, or its end."""
    if record.tournament.system != System.EVENING:
        return False
    return bool(_evening_pairs(record, now)) or (_has_ended(record, now) and not record.undecided)


def add(record: Record, boards: Sequence[tuple[int, int | None]], number: int, now: datetime) -> None:
    """Store a round. A bye is decided at once, and so is the game of somebody who has left."""
    for board, people in enumerate(boards, 1):
        _add_board(record, number, board, *people, now=now)
    record.tournament.round = number


def _add_board(
    record: Record, number: int, board: int, first: int, second: int | None, *, now: datetime, game: int = 1
) -> None:
    pairing = Pairing(
        tournament=record.tournament,
        round=number,
        board=board,
        game=game,
        first=record.by_number[first],
        second=None if second is None else record.by_number[second],
        paired_at=now,
    )
    pairing.begin_by = begin_by(record, record.people_of(pairing), now)
    record.pairings.append(pairing)
    if second is None:
        decide(pairing, Pairing.Outcome.FIRST, DecidedBy.BYE, now)
    elif any(entry.left_at for entry in record.people_of(pairing)):
        give_to_present(record, pairing, now)
    else:
        pairing.save()


def _pair_swiss(record: Record, now: datetime) -> None:
    people = [entry.number for entry in record.present]
    if len(people) < 2:
        return
    tournament = record.tournament
    rounds = [record.results_of(record.of_round(number)) for number in range(1, tournament.round + 1)]
    add(record, swiss.pair_round(people, rounds, tournament.rounds), tournament.round + 1, now)


def _pair_knockout(record: Record, now: datetime) -> None:
    """Replay drawn games with sides swapped, and add the boards whose two people are certain."""
    number = 1
    while boards := _boards(record, number):
        winners = {board: winner for board, games in boards.items() for winner in _winner(record, games[-1])}
        for board, games in boards.items():
            if games[-1].outcome == Pairing.Outcome.DRAW:
                first, second = (entry.number for entry in record.people_of(games[-1]))
                order = knockout.replay((first, second))
                _add_board(record, number, board, *order, now=now, game=games[-1].game + 1)
        there = {pairing.board for pairing in record.of_round(number + 1)}
        count = 2 ** (knockout.rounds_of(2 * _boards_of_first_round(record)) - number)
        for board, people in knockout.following(winners, count).items():
            if board not in there:
                _add_following(record, number + 1, board, people, now)
        number += 1


def _boards(record: Record, number: int) -> dict[int, list[Pairing]]:
    """Return the games of a round by board, in their order."""
    boards: dict[int, list[Pairing]] = {}
    for pairing in record.of_round(number):
        boards.setdefault(pairing.board, []).append(pairing)
    return boards


def _boards_of_first_round(record: Record) -> int:
    return len({pairing.board for pairing in record.of_round(1)})


def _winner(record: Record, pairing: Pairing) -> Iterator[int | None]:
    """Yield the person who goes on, or None if nobody does; nothing while that is open."""
    people = [entry.number for entry in record.people_of(pairing)]
    match pairing.outcome:
        case Pairing.Outcome.FIRST:
            yield people[0]
        case Pairing.Outcome.SECOND:
            yield people[-1]
        case Pairing.Outcome.NONE:
            yield None


def _add_following(
    record: Record, number: int, board: int, people: tuple[int | None, int | None], now: datetime
) -> None:
    """Add a board of a later round; somebody without an opponent has a bye."""
    certain = [person for person in people if person is not None]
    if len(certain) == 2:
        order = in_fair_order(certain[0], certain[1], _games(record))
        _add_board(record, number, board, *order, now=now)
    else:
        # Both may be out. The board then holds one of them, so that the bracket goes on without them.
        person = (
            certain[0]
            if certain
            else record.people_of(_boards(record, number - 1)[2 * board - 1][-1])[0].number
        )
        _add_board(record, number, board, person, None, now=now)
        if not certain:
            decide(record.pairings[-1], Pairing.Outcome.NONE, DecidedBy.LEFT, now)
    record.tournament.round = max(record.tournament.round, number)


def _games(record: Record) -> list[Pair]:
    """Return all games so far in the order in which they were paired."""
    pairings = sorted(record.pairings, key=lambda pairing: pairing.pk)
    people = ([entry.number for entry in record.people_of(pairing)] for pairing in pairings)
    return [(pair[0], pair[1]) for pair in people if len(pair) == 2]


def _has_ended(record: Record, now: datetime) -> bool:
    begun = record.tournament.started_at
    return begun is not None and now >= begun + timedelta(minutes=record.tournament.minutes)


def _pair_evening(record: Record, now: datetime) -> None:
    last = max((pairing.board for pairing in record.pairings), default=0)
    for board, pair in enumerate(_evening_pairs(record, now), last + 1):
        _add_board(record, 1, board, *pair, now=now)


def _evening_pairs(record: Record, now: datetime) -> list[Pair]:
    """Return the games that are to begin now."""
    if _has_ended(record, now):
        return []
    since = _free_since(record)
    waiting = [entry.number for entry in sorted(since, key=lambda entry: (since[entry], entry.number))]
    patient = bool(record.undecided) and any(now < moment + PATIENCE for moment in since.values())
    return evening.pair_free(waiting, _games(record), patient=patient)


def _free_since(record: Record) -> dict[Entry, datetime]:
    """Return the people who are free for a game, each with the end of their last one."""
    busy = {entry.pk for pairing in record.undecided for entry in record.people_of(pairing)}
    free = [e for e in record.present if e.player_id and not e.paused and e.pk not in busy]
    ends = {entry: entry.joined_at for entry in free}
    for pairing in record.pairings:
        for entry in record.people_of(pairing):
            if entry in ends and pairing.decided_at:
                ends[entry] = max(ends[entry], pairing.decided_at)
    return ends
