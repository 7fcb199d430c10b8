"""The match of an appointment, begun once wherever the site is killed; and what happens by itself."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from games_app.games.rules import RULE_SETS, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.lists.appointments import OPEN, PLAY_UNTIL, Status, config_of
from games_app.match.messages import RANDOM
from games_app.match.transitions import Occupant
from games_app.models import Appointment, Match, Player
from games_app.record import use_cases
from games_app.record.crash_points import crash_point
from games_app.tournaments import games

RETRY_AFTER = timedelta(seconds=10)
"""Time after which a match that was ordered, but is not there, is ordered again."""
KEPT_FOR = timedelta(days=30)
"""Time after an appointment for which it is kept."""


def begin(row: Appointment) -> str:
    """Begin the match that was ordered, however often this is done; return its public id. Raises Refused.

    Not within a transaction.
    """
    if row.match:
        return str(row.match.public_id)
    # The colon keeps forms and programs from sending the same id: see CommandId.
    answer = use_cases.pair(row.proposer_id, config_of(row), _seats(row), f"appointment:{row.pk}")
    crash_point("match begun")
    ordered = Appointment.objects.filter(pk=row.pk, match=None)
    if answer.refusal is None:
        match = Match.objects.get(public_id=answer.match)
        ordered.update(match=match, status=Status.PLAYED, ready=None)
        return answer.match
    if answer.refusal.code not in use_cases.UNSTORED:
        ordered.update(begun_at=None, ready=None)
    raise Refused(answer.refusal)


def play_pairing(row: Appointment, player: Player, now: datetime) -> str:
    """Say that one of the two is ready for their game of a tournament; return its match once it has begun."""
    assert row.pairing  # noqa: S101
    games.play(row.pairing.tournament.public_id, player, row.pairing.pk, now)
    match = games.match_of(row.pairing.pk)
    if match:
        begun = Match.objects.get(public_id=match)
        Appointment.objects.filter(pk=row.pk).update(match=begun, status=Status.PLAYED, ready=None)
    return match


def _seats(row: Appointment) -> tuple[Occupant, Occupant]:
    """Return the two in the order of the game's roles."""
    roles = get_game(row.game).roles
    own = secrets.choice(roles) if row.side == RANDOM else row.side
    first, second = (row.proposer, row.other) if own == roles[0] else (row.other, row.proposer)
    return Occupant(first.pk, first.name), Occupant(second.pk, second.name)


def advance_all() -> None:
    """Begin the matches that were ordered and are not there, and close what nobody has played."""
    now = clock.now()
    known = Appointment.objects.filter(game__in=list(RULE_SETS)).select_related("proposer", "other", "match")
    for row in known.filter(match=None, begun_at__lt=now - RETRY_AFTER, status=Status.AGREED):
        try:
            begin(row)
        except Refused:
            continue  # the two read the reason when they press again
    elsewhere = Appointment.objects.filter(status__in=OPEN).exclude(pairing=None)
    elsewhere.exclude(pairing__match=None, pairing__outcome="").update(status=Status.PLAYED)
    missed = Appointment.objects.filter(begun_at=None)
    missed.filter(status=Status.AGREED, at__lte=now - PLAY_UNTIL).update(status=Status.MISSED)
    missed.filter(status=Status.PROPOSED, at__lte=now).update(status=Status.MISSED)


def sweep(now: datetime) -> None:
    """Delete appointments that were long ago."""
    Appointment.objects.filter(at__lt=now - KEPT_FOR).delete()
