"""The running score of a simul."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from games_app.models import ClubRound, Match, Seat


def of_round(newest: ClubRound) -> str:
    """Return the score in the active language; empty if the round is no simul."""
    return in_words(newest, counted(newest)) if newest.is_simul else ""


def counted(simul: ClubRound) -> Mapping[str, int]:
    """Return the numbers of games that the giver won, drew, lost and still plays."""
    matches = simul.boards.exclude(match=None).values("match")
    numbers: Mapping[str, int] = Seat.objects.filter(player=simul.giver_id or 0, match__in=matches).aggregate(
        won=Count("pk", Q(outcome=Seat.Outcome.WON)),
        drawn=Count("pk", Q(outcome=Seat.Outcome.DRAWN)),
        lost=Count("pk", Q(outcome=Seat.Outcome.LOST)),
        running=Count("pk", Q(match__status=Match.Status.PLAYING)),
    )
    return numbers


def in_words(simul: ClubRound, numbers: Mapping[str, int]) -> str:
    """Return the score in the active language. Games that gave nobody a result are not in it."""
    if simul.giver is None:
        return _("The boards wait for the guest.")
    words = _("{name} against all: {won} won, {drawn} drawn, {lost} lost, {running} still playing")
    return words.format(name=simul.giver.name, **numbers)
