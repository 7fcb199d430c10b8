"""Distance in rating within which *Play now* pairs two for a rated match; it widens while they wait."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games_app.services.people import ratings
from games_app.services.state.match_state import MatchState
from games_app.services.state.terms import Terms

CLOSE = 200.0
"""Distance at which two are paired at once: the stronger one is expected to score three of four."""
WIDER = 200.0
"""Distance that each minute of waiting adds."""


def near(
    offers: Sequence[MatchState], person: int, terms: Terms, waits_since: datetime, now: datetime
) -> list[MatchState]:
    """Return those of these offers of a rated match whose makers are near enough for this person.

    The longer of the two waits counts: the offer's, or the person's own.
    """
    known = ratings.of_players([person, *(offer.row.maker_id for offer in offers)])
    pace = ratings.pace(terms)

    def is_near(offer: MatchState) -> bool:
        own, other = (known[one, offer.row.game, pace].rating for one in (person, offer.row.maker_id))
        return abs(own - other) <= reach(now - min(waits_since, offer.row.created_at))

    return [offer for offer in offers if is_near(offer)]


def reach(waited: timedelta) -> float:
    """Return the distance that does after this time."""
    return CLOSE + WIDER * (waited / timedelta(minutes=1))
