"""Rated matches that don't count for the ratings: which, and why.

Two accounts that share a network address or a browser may be one person, who could raise one of them at will.
With a bot, the owners are compared instead: the programs of a class run at one address. A match that is given
up at once shows nothing. What is known when a match begins is decided then, so that its page says it before
anything is played. The rest is decided when it ends. A decision is final.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import groupby
from typing import TypeAlias

from games_app.games.rules import get_game
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.models import Event, Match, Ply, RatedResult, UncountedMatch
from games_app.people import bots, client_marks

Why = UncountedMatch.Why
Pair: TypeAlias = tuple[int, int]
"""The two players of a match."""

MOST_A_DAY = 6
"""Number of rated matches of the same two players in one game within 24 hours that count."""
MOST_PLIES = 1000
"""Number of plies searched for the decisions of both players: a move by hand has many."""


def decide_at_start(begun: Iterable[MatchState]) -> None:
    """Decide about rated matches that have just begun, in this transaction."""
    for match in begun:
        people, at = rivals(match), match.row.started_at
        if people and at and (why := foreseen(match.row.game, people, at)):
            _decide(match.row, why, at)


def is_void(match: Match, people: Pair, at: datetime) -> bool:
    """Return whether a match that ended with a result says nothing about its players; store why."""
    if why(match):
        return True
    if reason := may_be_one(people, at):
        _decide(match, reason, at)
    elif _is_given_up_early(match):
        _decide(match, Why.SHORT, at)
    else:
        return False
    return True


def is_one_too_many(match: Match, people: Pair, at: datetime) -> bool:
    """Return whether the two had used up their daily rated matches before this one ended; store that.

    Their ratings must be locked, so that no other process counts one meanwhile.
    """
    if not have_played_often(match.game, people, at):
        return False
    _decide(match, Why.OFTEN, at)
    return True


def foreseen(game: str, people: Pair, now: datetime) -> UncountedMatch.Why | None:
    """Return why a rated match of these two doesn't count, however it is played; None if nothing is known."""
    if reason := may_be_one(people, now):
        return reason
    return Why.OFTEN if have_played_often(game, people, now) else None


def may_be_one(people: Pair, now: datetime) -> UncountedMatch.Why | None:
    """Return why the two may be one person; None if nothing says so."""
    if bots.bots_among(people):
        return Why.OWNER if bots.have_one_owner(*people) else None
    return Why.SHARED if client_marks.are_shared(*people, now) else None


def have_played_often(game: str, people: Pair, now: datetime) -> bool:
    """Return whether the two have used up their daily rated matches: more would say little."""
    first, second = people
    same = RatedResult.objects.filter(game=game, at__gt=now - timedelta(days=1), at__lte=now)
    return same.filter(player=first, opponent=second).count() >= MOST_A_DAY


def why(match: Match) -> str:
    """Return the reason why this match doesn't count, as far as it is decided; empty without one."""
    return UncountedMatch.objects.filter(match=match).values_list("why", flat=True).first() or ""


def rivals(match: MatchState) -> Pair | None:
    """Return the two players; None if one person plays both sides, or a seat has no player."""
    first, second = (seat.player_id for seat in match.seats.values())
    return (first, second) if first and second and first != second else None


def _decide(match: Match, why: UncountedMatch.Why, at: datetime) -> None:
    UncountedMatch.objects.create(match=match, why=why, at=at)


def _is_given_up_early(match: Match) -> bool:
    """Return whether the match ended off the board before both players had made enough decisions."""
    if match.how == Match.How.RULES:
        return False
    game, roles = get_game(match.game), _deciders(match)
    return any(roles.count(role) < game.least_decisions for role in game.roles)


def _deciders(match: Match) -> list[str]:
    """Return the role of each decision, as far as it matters; openings drawn by lot aren't decisions."""
    game = get_game(match.game)
    drawn = set(Event.objects.filter(match=match, what=EventKind.OPENING).values_list("seq", flat=True))
    plies = Ply.objects.filter(match=match).order_by("number").values_list("seq", "role", "action")
    firsts = [next(own) for _, own in groupby(plies[:MOST_PLIES], key=lambda ply: ply[0])]
    return [role for seq, role, action in firsts if seq not in drawn and not game.continues(action)]
