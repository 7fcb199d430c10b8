"""What head starts and the first move are worth, in rating points.

Two equal levels play from each first position with a head start, after some random decisions, and with the
head start on either side. The score becomes rating points as in Elo's system.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev

from games_app.games.engine.contract import Level
from games_app.games.engine.levels import LEVELS, level_of, reply
from games_app.games.handicap import HEAD_STARTS, difference
from games_app.games.rules import RULE_SETS, State, play
from tools.bench.ladder import OPTIONS
from tools.bench.report import Report, Round

DECISIONS = 2
"""Number of random decisions before the levels play."""
NEARLY = 0.02
"""Distance from 0 and 1 that a score keeps, because those have no rating points."""


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "games", nargs="*", choices=tuple(HEAD_STARTS), default=[*HEAD_STARTS], metavar="GAME"
    )
    parser.add_argument("--pairs", type=int, default=30, help="of games with each head start, sides swapped")
    parser.add_argument("--level", default="easy", help="of both players")


def measure(games: Sequence[str], pairs: int, level: str) -> Report:
    """Play so many pairs of games with each head start of each game."""
    report = Report(f"head starts, {2 * pairs} games with each between two players of the level {level}")
    for game in games:
        player = level_of(game, level) or LEVELS[game][0]
        first, second = RULE_SETS[game].roles
        plain = [_points(_start(game, first, 0), first, player, f"{seed}") for seed in range(2 * pairs)]
        report.section(f"{game}, first move").add(first, _figures(plain))
        for size in HEAD_STARTS[game].sizes:
            scores = [
                mean(_points(_start(game, role, size), role, player, f"{seed}") for role in (first, second))
                for seed in range(pairs)
            ]
            report.section(f"{game}, head start").add(str(size), _figures(scores))
    return report


def _figures(scores: Sequence[float]) -> Round:
    score = mean(scores)
    return {
        "score": score,
        "standard error": stdev(scores) / sqrt(len(scores)),
        "points": difference(min(max(score, NEARLY), 1 - NEARLY)),
    }


def _start(game: str, role: str, size: int) -> State:
    rules = RULE_SETS[game]
    usual = rules.initial_state(**OPTIONS.get(rules.family, {}))
    return HEAD_STARTS[game].given(usual, role, size) if size else usual


def _points(state: State, favoured: str, level: Level, seed: str) -> float:
    """Play a game; return the points of the favoured role."""
    dice, decisions = random.Random(f"{seed} {favoured}"), 0
    while state.to_move:
        (role,) = state.to_move
        chosen = decisions >= DECISIONS
        action = reply(state, role, level, dice).action if chosen else dice.choice(state.legal_actions(role))
        state, decisions = play(state, role, action).state, decisions + 1
    return 1.0 if state.winner == favoured else 0.0 if state.winner else 0.5
