"""Score of each level of the computer against the one below.

Each random opening is played twice with seats swapped, so that a game which favours one seat favours neither
level. The two games of a pair are not independent: the standard error is that of the pairs.
"""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from statistics import mean, stdev

from games_app.games.engine.contract import Level
from games_app.games.engine.levels import LEVELS, reply
from games_app.games.engine.search import TranspositionTable
from games_app.games.rules import RULE_SETS, State, play
from tools.bench.report import Report, Round
from tools.percentile import percentile

LEAST, MOST = 0.65, 0.85
"""Goals of the score of a level against the one below."""
OPENINGS = (2, 3, 4)
"""Number of random decisions before the levels play."""
OPTIONS = {"congkak": {"opening": "south", "rounds": "1"}}


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", choices=tuple(LEVELS), default=[*LEVELS], metavar="GAME")
    parser.add_argument("--pairs", type=int, default=50, help="of games between neighbours, seats swapped")


def measure(games: Sequence[str], pairs: int) -> Report:
    """Play so many pairs of games between neighbours of each game."""
    report = Report(f"ladder, {2 * pairs} games of each level against the one below")
    for game in games:
        for below, level in pairwise(LEVELS[game]):
            figures = _step(game, level, below, pairs)
            report.section(game).add(f"{level.slug} over {below.slug}", figures)
            if not LEAST <= figures["score"] <= MOST:
                report.notes.append(f"{game}: {level.slug} is outside the goal of {LEAST} to {MOST}.")
    return report


def _step(game: str, level: Level, below: Level, pairs: int) -> Round:
    """Return the score of ``level``, and the times of its replies."""
    table, times = TranspositionTable(), list[float]()
    first, second = RULE_SETS[game].roles
    seatings = (first, {first: level, second: below}), (second, {first: below, second: level})
    scores = [
        mean(_points(game, role, seats, seed, table, times) for role, seats in seatings)
        for seed in range(pairs)
    ]
    return {
        "score": mean(scores),
        "standard error": stdev(scores) / sqrt(pairs),
        "reply p50 ms": percentile(times, 50),
        "reply p99 ms": percentile(times, 99),
    }


def _points(
    game: str, watched: str, seats: dict[str, Level], seed: int, table: TranspositionTable, times: list[float]
) -> float:
    """Play a game; return the points of the watched role, and add the times of its replies."""
    dice, state = random.Random(f"{seed} {watched}"), opening(game, seed)
    while state.to_move:
        (role,) = state.to_move
        began = time.perf_counter()
        action = reply(state, role, seats[role], dice, table if seats[role].proofs else None).action
        if role == watched:
            times.append(1000 * (time.perf_counter() - began))
        state = play(state, role, action).state
    return 1.0 if state.winner == watched else 0.0 if state.winner else 0.5


def opening(game: str, seed: int) -> State:
    """Return the position after some random decisions."""
    dice, rules = random.Random(seed), RULE_SETS[game]
    state = rules.initial_state(**OPTIONS.get(rules.family, {}))
    for _ in range(dice.choice(OPENINGS)):
        state = play(state, state.to_move[0], dice.choice(state.legal_actions(state.to_move[0]))).state
    return state
