"""Distance in rating of two who play a rated match: what *Play now* allows, and what an offer does.

*Play now* pairs two who are near; how near widens while they wait. An offer's own bound stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import inf

from games_app.lib.refusals import Refusal
from games_app.services.people import ratings
from games_app.services.state.match_state import MatchState
from games_app.services.state.terms import Terms

CLOSE = 200.0
"""Distance at which two are paired at once: the stronger one is expected to score three of four."""
WIDER = 200.0
"""Distance that each minute of waiting adds."""
BOUNDS = (100, 200, 300)
"""Distances within which the maker of an offer can have those who take it."""


def near(
    offers: Sequence[MatchState],
    person: int,
    terms: Terms,
    waits_since: datetime,
    now: datetime,
    within: int | None = None,
) -> list[MatchState]:
    """Return those of these offers of a rated match whose makers are near enough for this person.

    The longer of the two waits counts: the offer's, or the person's own. ``within``: the person's own bound.
    """
    known = ratings.of_players([person, *(offer.row.maker_id for offer in offers)])
    pace = ratings.pace(terms)

    def is_near(offer: MatchState) -> bool:
        own, other = (known[one, offer.row.game, pace].rating for one in (person, offer.row.maker_id))
        waited = reach(now - min(waits_since, offer.row.created_at))
        return abs(own - other) <= min(waited, within or inf, offer.row.within or inf)

    return [offer for offer in offers if is_near(offer)]


def reach(waited: timedelta) -> float:
    """Return the distance that does after this time."""
    return CLOSE + WIDER * (waited / timedelta(minutes=1))


def refusal(offer: MatchState, person: int) -> Refusal | None:
    """Return why this person's rating is too far from the maker's for the offer, if so."""
    row, pace = offer.row, ratings.pace(offer.terms)
    if not row.within:
        return None
    known = ratings.of_players([person, row.maker_id])
    own, makers = (known[one, row.game, pace].rating for one in (person, row.maker_id))
    low, high = bounds(makers, row.within)
    if low <= round(own) <= high:
        return None
    return Refusal("rating_outside", {"low": low, "high": high, "own": round(own)})


def bounds(makers: float, within: int) -> tuple[int, int]:
    """Return the lowest and the highest rating within this distance of the maker's."""
    return round(makers - within), round(makers + within)
