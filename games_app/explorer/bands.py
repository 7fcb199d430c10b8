"""Bands of strength: of the two ratings after a match, the mean decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from statistics import mean
from typing import Literal, get_args

from games_app.models import RatedResult

Band = Literal["unrated", "below1400", "from1400", "from1600", "from1800"]
BANDS: tuple[Band, ...] = get_args(Band)
"""Names in addresses, weakest first. Stored by their index, so the order stays."""
UNRATED = 0
BOUNDS = (1400, 1600, 1800)
"""Lowest ratings of the last three."""


def band_of(rating: float) -> int:
    return 1 + sum(rating >= bound for bound in BOUNDS)


def bands_of(matches: Collection[int]) -> dict[int, int]:
    """Return the bands of matches; UNRATED if a match changed no rating."""
    ratings: defaultdict[int, list[float]] = defaultdict(list)
    for match, rating in RatedResult.objects.filter(match__in=matches).values_list("match", "rating"):
        ratings[match].append(rating)
    return {match: band_of(mean(ratings[match])) if match in ratings else UNRATED for match in matches}
