"""Evening: whoever is free is paired again, with few repeats and first moves in balance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games_app.tournaments.pairing.results import Pair, in_fair_order


def pair_free(free: Sequence[int], games: Sequence[Pair], *, patient: bool) -> list[Pair]:
    """Return the games that begin now among the people who are free, those who wait longest first.

    ``games``: all of the evening so far, in the order in which they began. While ``patient``, nobody gets the
    opponent of their last game again: others will be free soon.
    """
    waiting, pairs = list(free), list[Pair]()
    while len(waiting) > 1:
        one = waiting.pop(0)
        fitting = [other for other in waiting if not (patient and _just_met(one, other, games))]
        if fitting:
            other = min(fitting, key=lambda each: _repetition(one, each, games))
            waiting.remove(other)
            pairs.append(in_fair_order(one, other, games))
    return pairs


def _repetition(one: int, other: int, games: Sequence[Pair]) -> tuple[int, int]:
    """Return how often the two have met, and the place of their last game; the lower, the better."""
    meetings = [place for place, game in enumerate(games) if set(game) == {one, other}]
    return len(meetings), meetings[-1] if meetings else -1


def _just_met(one: int, other: int, games: Sequence[Pair]) -> bool:
    return _last_opponent(one, games) == other and _last_opponent(other, games) == one


def _last_opponent(number: int, games: Iterable[Pair]) -> int | None:
    last: int | None = None
    for first, second in games:
        if number in (first, second):
            last = second if number == first else first
    return last
