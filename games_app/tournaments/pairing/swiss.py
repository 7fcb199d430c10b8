"""Swiss: the Dutch system of FIDE (Handbook C.04.3), paired by caissify-pairings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from games_app.tournaments.pairing.results import WIN, Pair, Result, in_fair_order

DOWN, UP, LEVEL = "down", "up", "none"
"""Float of a person in a round: their opponent had fewer points, more points, or as many."""

REPEAT_COST = 1000
"""Cost of a repeated game when no legal round is left, compared with a half point between two people."""

SwissPair = tuple[int, int | None]
"""First and second mover; None: the first has a bye."""


def rounds_possible(people: int) -> int:
    """Return the maximum number of rounds in which nobody meets anybody twice."""
    return people - 1 + people % 2 if people > 1 else 0


def pair_round(people: Iterable[int], rounds: Sequence[Sequence[Result]], planned: int) -> list[SwissPair]:
    """Return the pairs of the next round in the order of the boards, a bye last.

    ``people``: those who take part, each with a number by strength or by the order of joining. ``rounds``:
    the results of the earlier ones. ``planned``: the number of all rounds. People who have come late, or sat
    out, just have no result. If no legal round is left, colours don't count, and few people meet again.
    """
    # With networkx it takes 28 MB of memory: too much for sites on which nobody plays a Swiss.
    from caissify_pairings import generate_pairings  # noqa: PLC0415

    present = sorted(people)
    if len(present) < 2:
        return [(number, None) for number in present]
    met = {tuple(sorted(pair)) for results in rounds for pair in _games(results)}
    try:
        boards = generate_pairings(
            system="dutch",
            players=_players(present, rounds),
            previous_pairings=met,
            round_number=len(rounds) + 1,
            total_rounds=max(planned, len(rounds) + 1),
        )
        pairs = [(board["white_id"], board["black_id"]) for board in boards]
    except Exception:
        pairs = []  # the library raises different errors if it finds no legal round
    if _is_complete(pairs, present):
        return sorted(pairs, key=lambda pair: pair[1] is None)
    return _with_repeats(present, rounds)


def _is_complete(pairs: Sequence[SwissPair], present: Sequence[int]) -> bool:
    """Return whether everybody has one place, and at most one of them is a bye."""
    seated = sorted(number for pair in pairs for number in pair if number is not None)
    return seated == list(present) and sum(second is None for _, second in pairs) <= 1


def _with_repeats(present: Sequence[int], rounds: Sequence[Sequence[Result]]) -> list[SwissPair]:
    """Return a round without regard to colours, in which people meet again only if they must.

    A bye goes to the last without one.
    """
    from networkx import Graph, max_weight_matching  # noqa: PLC0415

    games = [pair for results in rounds for pair in _games(results)]
    met = Counter(map(frozenset, games))
    points: Counter[int] = Counter()
    for results in rounds:
        for result in results:
            points.update(dict(result.points()))
    sat_out = {result.first for results in rounds for result in results if result.second is None}
    by_strength = sorted(present, key=lambda number: (-points[number], number))
    resting = None
    if len(present) % 2:
        resting = next((number for number in reversed(by_strength) if number not in sat_out), by_strength[-1])
    graph = Graph()
    for one, other in combinations([number for number in by_strength if number != resting], 2):
        distance = abs(points[one] - points[other])
        graph.add_edge(one, other, weight=-(met[frozenset((one, other))] * REPEAT_COST + distance))
    pairs: list[SwissPair] = [
        in_fair_order(min(pair), max(pair), games) for pair in max_weight_matching(graph, maxcardinality=True)
    ]
    pairs.sort(key=lambda pair: min(by_strength.index(number) for number in pair if number is not None))
    return pairs if resting is None else [*pairs, (resting, None)]


def _games(results: Iterable[Result]) -> Iterable[Pair]:
    return ((each.first, each.second) for each in results if each.second is not None and each.played)


def _players(present: Sequence[int], rounds: Sequence[Sequence[Result]]) -> list[dict[str, Any]]:
    players: dict[int, dict[str, Any]] = {
        number: {
            "id": number,
            "name": str(number),
            "starting_number": number,
            "rating": 0,
            "score": 0.0,
            "color_hist": [],
            "float_history": [],
            "bye_count": 0,
            "forfeit_win_count": 0,
        }
        for number in present
    }
    scores: dict[int, int] = {}
    for results in rounds:
        before = dict(scores)
        for result in results:
            for number, points in result.points():
                scores[number] = scores.get(number, 0) + points
                if number in players:
                    _add(players[number], result, number, points, before)
    for number, player in players.items():
        player["score"] = scores.get(number, 0) / WIN
    return list(players.values())


def _add(player: dict[str, Any], result: Result, number: int, points: int, before: Mapping[int, int]) -> None:
    """Add a result to what the library reads of a person. Points without a game count as a float down."""
    opponent = result.opponent_of(number)
    if opponent is None:
        player["bye_count"] += 1
        player["float_history"].append(DOWN)
    elif not result.played:
        player["forfeit_win_count"] += points == WIN
        player["float_history"].append(DOWN if points == WIN else LEVEL)
    else:
        ours, theirs = before.get(number, 0), before.get(opponent, 0)
        player["color_hist"].append("white" if number == result.first else "black")
        player["float_history"].append(DOWN if ours > theirs else UP if ours < theirs else LEVEL)
