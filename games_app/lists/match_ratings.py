"""Ratings of the players of rated matches, and why a match doesn't count."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple, TypeAlias

from django.utils.translation import gettext as _

from games_app.games.rules import Game, get_game
from games_app.lib import glicko2
from games_app.lists.result_text import short_rating
from games_app.match.match_state import MatchState
from games_app.match.terms import read
from games_app.models import Match, Player
from games_app.people import bots, client_marks, ratings, uncounted
from games_app.people.client_marks import Client
from games_app.people.uncounted import Why


class RoleRating(NamedTuple):
    """Rating of a role's player in a rated match."""

    before: glicko2.Rating
    """The current one while the match goes on."""
    after: glicko2.Rating | None

    @property
    def points(self) -> int | None:
        """Points that the match added; None before its end."""
        return round(self.after.rating) - round(self.before.rating) if self.after else None


Sitters: TypeAlias = Mapping[str, int | None]
"""Player of each role; None while the seat is free."""
RatedMatch: TypeAlias = tuple[Match, dict[str, int]]
"""A rated match, and the player of each role."""


def role_ratings(matches: Iterable[tuple[Match, Sitters]]) -> dict[int, dict[str, RoleRating]]:
    """Return each role's rating in these matches, by the key of the match.

    Matches that are not rated, or are over and did not count, are left out.
    """
    rated = [(row, _people(sitters)) for row, sitters in matches if read(row.terms).rated]
    over = [pair for pair in rated if pair[0].status == Match.Status.OVER]
    unfinished = [pair for pair in rated if pair[0].status != Match.Status.OVER]
    return (_changed(over) if over else {}) | (_current(unfinished) if unfinished else {})


def _changed(matches: Collection[RatedMatch]) -> dict[int, dict[str, RoleRating]]:
    changes = ratings.changes([row.pk for row, _ in matches])
    return {
        row.pk: {role: RoleRating(*changes[row.pk, player]) for role, player in people.items()}
        for row, people in matches
        if all((row.pk, player) in changes for player in people.values())
    }


def _current(matches: Collection[RatedMatch]) -> dict[int, dict[str, RoleRating]]:
    involved = {row.pk: {*people.values(), row.invited_id or 0} for row, people in matches}
    everybody = set[int]().union(*involved.values())
    current, its_bots = ratings.ratings_of_players(everybody), bots.bots_among(everybody)
    paces = {
        row.pk: bots.POOL if involved[row.pk] & its_bots else ratings.rated_pace(read(row.terms))
        for row, _ in matches
    }
    return {
        row.pk: {
            role: RoleRating(current[player, row.game, paces[row.pk]], None)
            for role, player in people.items()
        }
        for row, people in matches
    }


def ratings_at(match: MatchState) -> dict[str, str]:
    """Return each role's rating: the current one ("1500?"), or after the match if it is over ("1512 (+12)").

    Empty for a match that is not rated, or is over and did not count.
    """
    by_match = role_ratings([(match.row, match.sitters)])
    return {role: _words(rating) for role, rating in by_match.get(match.row.pk, {}).items()}


def why_uncounted(match: MatchState, reader: int | None) -> str:
    """Return the sentence that the match doesn't count; empty if it counts, as far as is decided.

    Only the players read why: that two people share an address is nobody else's business.
    """
    row, why = match.row, uncounted.why(match.row) if match.terms.rated else ""
    if not why and not (match.terms.rated and row.status == Match.Status.OVER and row.how in Match.VOID):
        return ""
    return _sentence(row.game, why if match.roles_of(reader) else "")


def why_not_to_count(match: MatchState, reader: int, client: Client, now: datetime) -> str:
    """Return the sentence that the match would not count if the reader joined; empty if it may."""
    maker, game = match.host.player_id, match.row.game
    if not match.terms.rated or maker is None:
        return ""
    if not bots.bots_among((maker, reader)) and client_marks.is_used_by(maker, client, now):
        return _sentence(game, Why.SHARED)
    return _sentence(game, why) if (why := uncounted.foreseen(game, (maker, reader), now)) else ""


def why_not_rated(game: Game, people: tuple[Player, Player] | None, now: datetime) -> str:
    """Return the sentence why a match of these two is not offered as rated; empty if it may count.

    ``people`` is None if one of them is a newcomer.
    """
    if not game.can_be_rated:
        return _("Matches by these rules are never rated.")
    if people is None or not all(player.account_or_none for player in people):
        return _("Rated matches need an account on both sides.")
    why = uncounted.foreseen(game.slug, (people[0].pk, people[1].pk), now)
    return _sentence(game.slug, why) if why else ""


def _sentence(game: str, why: str) -> str:
    match why:
        case Why.SHARED:
            return _(
                "This match doesn't count for the ratings: you both use the same internet address or browser."
            )
        case Why.OWNER:
            return _("This match doesn't count for the ratings: one person owns both players.")
        case Why.SHORT:
            sentence = _(
                "This match doesn't count for the ratings: it ended before both players had made {n} moves."
            )
            return sentence.format(n=get_game(game).least_decisions)
        case Why.OFTEN:
            sentence = _(
                "This match doesn't count for the ratings: the two of you already have {n} that count"
                " within a day."
            )
            return sentence.format(n=uncounted.MOST_A_DAY)
    return _("This match doesn't count for the ratings.")


def _people(sitters: Sitters) -> dict[str, int]:
    return {role: player for role, player in sitters.items() if player is not None}


def _words(rating: RoleRating) -> str:
    shown = rating.after or rating.before
    words = short_rating(shown.rating, shown.deviation)
    return words if rating.points is None else f"{words} ({_signed(rating.points)})"


def _signed(points: int) -> str:
    return f"\N{MINUS SIGN}{-points}" if points < 0 else f"+{points}"
