"""Terms that strangers choose with one press; somebody who leaves can lose by a claim after two minutes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games_app.games.catalogue import EVEN
from games_app.services.state.terms import Claim, Daily, RealTime, Terms

CLAIM = Claim(120)

PRESETS: Mapping[str, Terms] = {
    "3+2": Terms(time=RealTime(3, 2), absence=CLAIM),
    "5+3": Terms(time=RealTime(5, 3), absence=CLAIM),
    "10+5": Terms(time=RealTime(10, 5), absence=CLAIM),
    "days": Terms(time=Daily(3)),
}


def rated(terms: Terms, game: str) -> Terms:
    """Return the terms as those of a rated match; a game that the first player wins begins evenly."""
    return replace(terms, rated=True, hints=False, takebacks=False, balanced=game in EVEN)
