"""Knockout: the bracket with byes for the best seeds, and who meets whom in the next round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games_app.tournaments.pairing.results import Pair


def rounds_of(people: int) -> int:
    """Return the number of rounds until one of these people is left."""
    return max(people - 1, 0).bit_length()


def bracket(seeds: Sequence[int]) -> list[tuple[int, int | None]]:
    """Return the first round's boards; None is a bye.

    ``seeds``: people, the best first. The best two can meet only in the final, the best four not before the
    semifinal. Byes go to the best seeds.
    """
    if len(seeds) < 2:
        return []
    places = [0]
    while len(places) < 2 ** rounds_of(len(seeds)):
        last = 2 * len(places) - 1
        places = [place for seed in places for place in (seed, last - seed)]
    people = [seeds[place] if place < len(seeds) else None for place in places]
    pairs = zip(people[::2], people[1::2], strict=True)
    return [(one, other) if one is not None else (_present(other), None) for one, other in pairs]


def _present(person: int | None) -> int:
    """Return the person; of two places of a bracket, at most one is empty."""
    assert person is not None  # noqa: S101
    return person


def following(winners: Mapping[int, int | None], boards: int) -> dict[int, tuple[int | None, int | None]]:
    """Return the boards of the next round whose two people are certain.

    ``winners``: board -> the person who goes on, or None if both are out; only decided boards of a round with
    this number of ``boards``. Board n of the next round gets the winners of the boards 2n - 1 and 2n.
    """
    decided = ((board, (2 * board - 1, 2 * board)) for board in range(1, boards // 2 + 1))
    return {
        board: (winners[upper], winners[lower])
        for board, (upper, lower) in decided
        if upper in winners and lower in winners
    }


def replay(pair: Pair) -> Pair:
    """Return the pair of the game that is played again after a draw: with sides swapped."""
    return pair[1], pair[0]
