"""Score of each level of the computer against the one below.

Each random opening is played twice with seats swapped, so that a game which favours one seat favours neither
level. The two games of a pair are not independent: the standard error is that of the pairs.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import sqrt
from statistics import mean, stdev
from typing import Any

from games_app.engine.levels import LEVELS, reply
from games_app.engine.search import TranspositionTable
from games_app.games.engine import Level
from games_app.rules import RULE_SETS, State, play

GOAL = 0.6
"""Minimum score of a level against the one below."""
OPENINGS = (2, 3, 4)
"""Number of random decisions before the levels play."""
OPTIONS = {"congkak": {"opening": "south", "rounds": "1"}}


@dataclass(frozen=True)
class Step:
    """A level against the one below. Times in milliseconds, of the stronger one's replies."""

    game: str
    level: str
    below: str
    games: int
    score: float
    error: float
    median: float
    p99: float

    def text(self) -> str:
        reached = "" if self.score >= GOAL else f"  below the goal of {GOAL}"
        return (
            f"{self.game:9} {self.level:7} over {self.below:9} {self.score:.2f} +- {self.error:.2f} "
            f"({self.games} games), reply {self.median:.0f} ms, p99 {self.p99:.0f} ms{reached}"
        )


@dataclass(frozen=True)
class Report:
    steps: list[Step]

    def text(self) -> str:
        return "\n".join(step.text() for step in self.steps)

    def data(self) -> dict[str, Any]:
        return {"goal": GOAL, "steps": [asdict(step) for step in self.steps]}


def measure(ladder: Sequence[str], pairs: int) -> Report:
    """Play so many pairs of games between neighbours of each game in ``ladder``."""
    return Report(
        [_step(game, level, below, pairs) for game in ladder for below, level in pairwise(LEVELS[game])]
    )


def _step(game: str, level: Level, below: Level, pairs: int) -> Step:
    table, took = TranspositionTable(), list[float]()
    scores = [mean(_pair(game, level, below, seed, table, took)) for seed in range(pairs)]
    took.sort()
    return Step(
        game,
        level.slug,
        below.slug,
        2 * pairs,
        mean(scores),
        stdev(scores) / sqrt(pairs),
        took[len(took) // 2],
        took[len(took) * 99 // 100],
    )


def _pair(
    game: str, level: Level, below: Level, seed: int, table: TranspositionTable, took: list[float]
) -> tuple[float, float]:
    """Return the points of ``level`` on either seat after the same opening."""
    first, second = RULE_SETS[game].roles
    return (
        _points(game, {first: level, second: below}, first, seed, table, took),
        _points(game, {first: below, second: level}, second, seed, table, took),
    )


def _points(
    game: str, seats: dict[str, Level], watched: str, seed: int, table: TranspositionTable, took: list[float]
) -> float:
    dice, state = random.Random(f"{seed} {watched}"), _opening(game, seed)
    while state.to_move:
        (role,) = state.to_move
        began = time.perf_counter()
        action = reply(state, role, seats[role], dice, table if seats[role].proofs else None).action
        if role == watched:
            took.append(1000 * (time.perf_counter() - began))
        state = play(state, role, action).state
    return 1.0 if state.winner == watched else 0.0 if state.winner else 0.5


def _opening(game: str, seed: int) -> State:
    dice, state = random.Random(seed), RULE_SETS[game].initial_state(**OPTIONS.get(game, {}))
    for _ in range(dice.choice(OPENINGS)):
        state = play(state, state.to_move[0], dice.choice(state.legal_actions(state.to_move[0]))).state
    return state
