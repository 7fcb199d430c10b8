"""Ratings of the players of a rated match, as its page tells them."""

from __future__ import annotations

from games_app.lib import glicko2
from games_app.models import Match, RatedResult
from games_app.services.people import ratings
from games_app.services.queries.result_text import short_rating
from games_app.services.state.match_state import MatchState


def ratings_at(match: MatchState) -> dict[str, str]:
    """Return each role's rating: that of now ("1500?"), or of then if the match is over ("1512 (+12)").

    Empty for a match that is not rated, or is over and did not count.
    """
    people = {role: person for role, person in match.sitters.items() if person is not None}
    if not match.terms.rated or not people:
        return {}
    if match.row.status != Match.Status.OVER:
        known, pace = ratings.of_players(list(people.values())), ratings.pace(match.terms)
        return {role: _words(known[person, match.row.game, pace]) for role, person in people.items()}
    before = {person: change[0] for person, change in ratings.change(match.row).items()}
    after = {one.player_id: one for one in RatedResult.objects.filter(match=match.row)}
    return {
        role: f"{_words(after[person])} ({_change(before[person], after[person])})"
        for role, person in people.items()
        if person in after
    }


def _words(rating: glicko2.Rating | RatedResult) -> str:
    return short_rating(rating.rating, rating.deviation)


def _change(before: float, after: RatedResult) -> str:
    points = round(after.rating) - round(before)
    return f"\N{MINUS SIGN}{-points}" if points < 0 else f"+{points}"
