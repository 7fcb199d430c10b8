"""Automatic progress of a tournament: it takes over results, pairs people, begins matches, and ends.

All of it may run in several processes at once, and be killed anywhere. A change and the pairings that follow
from it are one transaction under the tournament's lock. Each pairing is unique, and the id of its command
makes one match of it. The writer of matches never runs inside of the lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from msgspec.structs import replace

from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.match.event_kinds import EventKind
from games_app.match.messages import RANDOM, MatchConfig
from games_app.match.terms import Daily, Wait, read
from games_app.match.transitions import Occupant
from games_app.models import Entry, Event, Match, Pairing, Tournament
from games_app.people import uncounted
from games_app.record import use_cases
from games_app.record.crash_points import crash_point
from games_app.tournaments import systems
from games_app.tournaments.no_shows import begin_by, decide_overdue, must_close
from games_app.tournaments.record import DecidedBy, Record, Status, System, decide, give_to_present, locked

RETRY_AFTER = timedelta(seconds=10)
"""Time after which a match that was ordered, but is not there, is ordered again."""


@contextmanager
def pairing_again(public_id: str) -> Iterator[Record]:
    """Yield the record of a tournament for a change; then store what follows from it, under the same lock.

    Raises Tournament.DoesNotExist.
    """
    with locked(public_id) as record:
        decide_overdue(record, clock.now())
        yield record
        _go_on(record.tournament, clock.now())


@contextmanager
def changing(public_id: str) -> Iterator[Record]:
    """The same; then begin the matches that are due, each by the writer. Not within a transaction."""
    with pairing_again(public_id) as record:
        yield record
    crash_point("paired")
    begin_ordered(public_id)


def advance(public_id: str) -> None:
    """Take over results, and do what follows from them and from the time."""
    with changing(public_id):
        pass


def advance_all() -> None:
    """Advance all tournaments that are not over and have something to do."""
    running = Tournament.objects.filter(status=Status.PLAYING).order_by("created_at")
    advance_due(running.values_list("public_id", flat=True))


def advance_due(public_ids: Iterable[str]) -> None:
    """Advance those of these tournaments that have something to do. Reads only, if none has."""
    now = clock.now()
    running = Tournament.objects.filter(status=Status.PLAYING, public_id__in=list(public_ids))
    open_pairings = Pairing.objects.filter(outcome="", tournament__in=running)
    ended = open_pairings.filter(match__status=Match.Status.OVER)
    ordered = open_pairings.filter(match=None, begun_at__lt=now - RETRY_AFTER)
    overdue = open_pairings.filter(begun_at=None, begin_by__lte=now)
    due = {key for rows in (ended, ordered, overdue) for key in rows.values_list("tournament_id", flat=True)}
    for tournament in running:
        if (
            tournament.pk in due
            or must_close(tournament, now)
            or (tournament.system == System.EVENING and systems.is_waiting_over(Record(tournament), now))
        ):
            advance(tournament.public_id)


def _go_on(tournament: Tournament, now: datetime) -> None:
    """Do all that follows from the rows as they are now. The caller saves the tournament."""
    if tournament.status != Status.PLAYING:
        return
    record = Record(tournament)
    ended = Pairing.objects.filter(tournament=tournament, outcome="", match__status=Match.Status.OVER)
    for pairing in ended.select_related("match"):
        if pairing.match:
            take_over(record, pairing, pairing.match, now)
    decide_overdue(record, now)
    systems.pair(record, now)
    if record.begins_itself:
        _order(record, now)
    if systems.is_over(record, now):
        finish(tournament, now)


def take_over(record: Record, pairing: Pairing, match: Match, now: datetime) -> None:
    """Store the result of a match that is over; after one without a result, the game is played again."""
    pairing.may_be_one = sign_of_one_person(pairing, record.people_of(pairing), now)
    if match.how in Match.VOID:
        _play_again(record, pairing, match, now)
    else:
        decide(pairing, outcome_of(match), DecidedBy.MATCH, match.ended_at or now)


def sign_of_one_person(pairing: Pairing, people: Sequence[Entry], now: datetime) -> str:
    """Return why the two people of a game may be one, as rated matches know it; an earlier sign stays."""
    players = [entry.player_id for entry in people if entry.player_id is not None]
    if pairing.may_be_one or pairing.screen_id or len(players) < 2:
        return pairing.may_be_one
    return uncounted.may_be_one((players[0], players[1]), now) or ""


def outcome_of(match: Match) -> Pairing.Outcome:
    """Return the outcome of a match with a result. The first mover has the game's first role."""
    if not match.winner:
        return Pairing.Outcome.DRAW
    is_first = match.winner == get_game(match.game).roles[0]
    return Pairing.Outcome.FIRST if is_first else Pairing.Outcome.SECOND


def _play_again(record: Record, pairing: Pairing, match: Match, now: datetime) -> None:
    """Let a game without a result be played again. In an evening, the one who was missing pauses instead."""
    if record.tournament.system != System.EVENING:
        pairing.match = pairing.begun_at = pairing.first_ready_at = pairing.second_ready_at = None
        pairing.screen, pairing.begin_by = None, begin_by(record, record.people_of(pairing), now)
        pairing.paired_at = now
        pairing.tries += 1
        pairing.save()
        if any(entry.left_at for entry in record.people_of(pairing)):
            give_to_present(record, pairing, now)
        return
    missing = Event.objects.filter(match=match, what=EventKind.NO_SHOW).values_list("role", flat=True).first()
    if missing:
        entry = record.people_of(pairing)[get_game(match.game).roles.index(missing)]
        entry.paused = True
        entry.save(update_fields=["paused"])
    decide(pairing, Pairing.Outcome.NONE, DecidedBy.MATCH, now)


def _order(record: Record, now: datetime) -> None:
    """Note that the matches of all pairings of people with devices shall begin."""
    for pairing in record.undecided:
        has_devices = all(entry.player_id for entry in record.people_of(pairing))
        if pairing.begun_at is None and pairing.match_id is None and has_devices:
            pairing.begun_at = now
            pairing.save(update_fields=["begun_at"])


def begin_ordered(public_id: str) -> None:
    """Begin the matches of a tournament that were ordered and are not there."""
    ordered = Pairing.objects.filter(tournament__public_id=public_id, outcome="", match=None)
    for pairing in ordered.exclude(begun_at=None).order_by("round", "board"):
        begin(pairing)


def begin(pairing: Pairing) -> None:
    """Begin the match of a pairing, however often this is done. One that is refused must be ordered again."""
    first, second, tournament = pairing.first, pairing.second, pairing.tournament
    assert second is not None  # noqa: S101  (a bye is decided at once)
    seats = (
        Occupant(pairing.screen_id or first.player_id, first.name),
        Occupant(pairing.screen_id or second.player_id, second.name),
    )
    config = config_of(tournament, at_one_screen=pairing.screen_id is not None)
    # The colon keeps forms and programs from sending the same id: see CommandId.
    cmd = f"pairing:{pairing.pk}.{pairing.tries}"
    answer = use_cases.pair(tournament.maker_id, config, seats, cmd)
    crash_point("match begun")
    sign = sign_of_one_person(pairing, (first, second), clock.now())
    with locked(tournament.public_id):
        waiting = Pairing.objects.filter(pk=pairing.pk, match=None, tries=pairing.tries)
        if answer.refusal is None:
            match = Match.objects.get(public_id=answer.match)
            waiting.update(match=match, may_be_one=sign)
        elif answer.refusal.code not in use_cases.UNSTORED:
            waiting.update(begun_at=None, first_ready_at=None, second_ready_at=None, screen=None)


def config_of(tournament: Tournament, *, at_one_screen: bool = False) -> MatchConfig:
    """Return the configuration of the matches. At one screen people neither wait for each other nor chat."""
    terms = read(tournament.terms)
    if at_one_screen:
        time = None if isinstance(terms.time, Daily) else terms.time
        terms = replace(terms, time=time, absence=Wait(), talk="off")
    return MatchConfig(tournament.game, tournament.options, RANDOM, tournament.visibility, terms)


def finish(tournament: Tournament, now: datetime) -> None:
    """End a tournament. The caller saves it."""
    tournament.status, tournament.ended_at, tournament.closed = Status.OVER, now, True
