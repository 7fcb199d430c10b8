"""Standings: points, and the tie-breaks by which people with equal points are placed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from games_app.tournaments.pairing.results import DRAW, LOSS, WIN, Result


@dataclass(slots=True)
class Standing:
    """The place of one person. Points are in halves, Sonneborn-Berger in quarters of a point."""

    number: int
    place: int = 0
    points: int = 0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    direct: int = 0
    """Points from the games among those with equal points; 0 unless each of them has met each other one."""
    sonneborn_berger: int = 0
    """Points of beaten opponents, and half of the points of opponents with whom a game was drawn."""

    @property
    def order(self) -> tuple[int, int, int, int]:
        """Criteria of the places, the strongest first."""
        return self.points, self.direct, self.sonneborn_berger, self.wins


def standings(people: Iterable[int], results: Iterable[Result]) -> list[Standing]:
    """Return the standings of these people, the best first. People who are alike in everything share a place.

    Results count only if both people are among them: so games of somebody who is left out count for nobody.
    """
    table = {number: Standing(number) for number in people}
    counted = [
        result
        for result in results
        if result.first in table and (result.second is None or result.second in table)
    ]
    for result in counted:
        for number, points in result.points():
            _add(table[number], points, played=result.played)
    for result in counted:
        _add_sonneborn_berger(table, result)
    by_points = sorted(table.values(), key=lambda standing: -standing.points)
    for _, group in groupby(by_points, key=lambda standing: standing.points):
        _add_direct(list(group), counted)
    ordered = sorted(
        table.values(), key=lambda standing: (*(-part for part in standing.order), standing.number)
    )
    _set_places(ordered)
    return ordered


def _set_places(ordered: Sequence[Standing]) -> None:
    for index, standing in enumerate(ordered):
        alike = index > 0 and ordered[index - 1].order == standing.order
        standing.place = ordered[index - 1].place if alike else index + 1


def _add(standing: Standing, points: int, *, played: bool) -> None:
    standing.points += points
    if played:
        standing.games += 1
        standing.wins += points == WIN
        standing.draws += points == DRAW
        standing.losses += points == LOSS


def _add_sonneborn_berger(table: dict[int, Standing], result: Result) -> None:
    if result.second is None or not result.played:
        return
    for number, points in result.points():
        opponent = table[result.second if number == result.first else result.first]
        table[number].sonneborn_berger += points * opponent.points


def _add_direct(group: Collection[Standing], results: Iterable[Result]) -> None:
    """Add the points among people with equal points, if all of them have met."""
    tied = {standing.number: standing for standing in group}
    among = [result for result in results if result.played and result.first in tied and result.second in tied]
    met = {frozenset((result.first, result.second)) for result in among}
    if len(tied) > 1 and len(met) == len(tied) * (len(tied) - 1) // 2:
        for result in among:
            for number, points in result.points():
                tied[number].direct += points


def knockout_standings(people: Iterable[int], rounds: Sequence[Sequence[Result]]) -> list[Standing]:
    """Return the standings of a knockout: who was in the later round stands higher; equals share a place.

    ``rounds``: the decided pairings of each round.
    """
    table = {number: Standing(number) for number in people}
    for number, results in enumerate(rounds, 1):
        for result in results:
            for person, points in result.points():
                if person in table:
                    _add(table[person], points, played=result.played)
                    # The winner of a round stands above those who only came into it.
                    table[person].points = max(2 * number - 1 + (points == WIN), table[person].points)
    ordered = sorted(table.values(), key=lambda standing: (-standing.points, standing.number))
    for index, standing in enumerate(ordered):
        alike = index > 0 and ordered[index - 1].points == standing.points
        standing.place = ordered[index - 1].place if alike else index + 1
    return ordered
