"""Ratings of the players of a rated match, and why it doesn't count, for its page."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games_app.games.rules import get_game
from games_app.lib import glicko2
from games_app.lists.result_text import short_rating
from games_app.match.match_state import MatchState
from games_app.models import Match, RatedResult
from games_app.people import bots, client_marks, ratings, uncounted
from games_app.people.client_marks import Client
from games_app.people.uncounted import Why


def ratings_at(match: MatchState) -> dict[str, str]:
    """Return each role's rating: the current one ("1500?"), or after the match if it is over ("1512 (+12)").

    Empty for a match that is not rated, or is over and did not count.
    """
    people = {role: player_id for role, player_id in match.sitters.items() if player_id is not None}
    if not match.terms.rated or not people:
        return {}
    if match.row.status != Match.Status.OVER:
        known = ratings.ratings_of_players(list(people.values()))
        pace = ratings.rating_pool(match.terms, {*people.values(), match.row.invited_id or 0})
        return {role: _words(known[player_id, match.row.game, pace]) for role, player_id in people.items()}
    before = {player_id: change[0] for player_id, change in ratings.change(match.row).items()}
    after = {one.player_id: one for one in RatedResult.objects.filter(match=match.row)}
    return {
        role: f"{_words(after[player_id])} ({_change(before[player_id], after[player_id])})"
        for role, player_id in people.items()
        if player_id in after
    }


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


def _sentence(game: str, why: str) -> str:
    match why:
        case Why.SHARED:
            return _(
                "This match doesn't count for the ratings: you both use the same internet address or browser."
            )
        case Why.OWNER:
            return _("This match doesn't count for the ratings: one person owns both players.")
        case Why.SHORT:
            told = _(
                "This match doesn't count for the ratings: it ended before both players had made {n} moves."
            )
            return told.format(n=get_game(game).least_decisions)
        case Why.OFTEN:
            told = _(
                "This match doesn't count for the ratings: the two of you already have {n} that count"
                " within a day."
            )
            return told.format(n=uncounted.MOST_A_DAY)
    return _("This match doesn't count for the ratings.")


def _words(rating: glicko2.Rating | RatedResult) -> str:
    return short_rating(rating.rating, rating.deviation)


def _change(before: float, after: RatedResult) -> str:
    points = round(after.rating) - round(before)
    return f"\N{MINUS SIGN}{-points}" if points < 0 else f"+{points}"
