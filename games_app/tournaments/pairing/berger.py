"""Everybody plays everybody: first movers, and rounds by Berger tables (FIDE Handbook C.05, annex 1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from games_app.tournaments.pairing.results import Pair


def pair_of(one: int, other: int) -> Pair:
    """Return the two in the order in which they move.

    This is the order of the Berger tables for all but the last of an even number of people. Nobody is known
    to be the last while people still join, so the last one follows the same rule here. Everybody moves first
    as often as second, or once more or less.
    """
    lower, higher = sorted((one, other))
    return (lower, higher) if (lower + higher) % 2 else (higher, lower)


def berger(people: int) -> list[list[Pair]]:
    """Return the rounds of the Berger table for this many people; of an odd number, each sits out once."""
    even = people + people % 2
    return [
        [pair for pair in _round(even, number) if max(pair) <= people]
        for number in range(1, even)
        if people > 1
    ]


def _round(even: int, number: int) -> list[Pair]:
    """Return the pairs of a round for an even number of people; the last of them is at the first board."""
    seats = even - 1
    at_first_board = number // 2 + even // 2 if number % 2 == 0 else (number + 1) // 2
    first = (at_first_board, even) if number % 2 else (even, at_first_board)
    others = [
        ((at_first_board + step - 1) % seats + 1, (at_first_board - step - 1) % seats + 1)
        for step in range(1, even // 2)
    ]
    return [first, *others]


@cache
def meeting_order(people: int) -> Mapping[frozenset[int], int]:
    """Return the round in which the Berger table has each two meet: a good order to play in."""
    rounds = enumerate(berger(people), 1)
    return {frozenset(pair): number for number, pairs in rounds for pair in pairs}


def board_of(one: int, other: int) -> int:
    """Return the number of the board of two people, from 1, which stays when others join."""
    lower, higher = sorted((one, other))
    return (higher - 1) * (higher - 2) // 2 + lower
