"""Reviews: proved decisions, visited positions and processor seconds, of matches from fixed seeds.

A match is analysed as a worker does it while nobody else waits. Nodes and proved decisions are the same in
every run, unless the seconds of a review end it. Endings are made first, if they have not been.
"""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence

from games_app.analysis import endings
from games_app.analysis.claimed_job import Task
from games_app.analysis.jobs.models import Job
from games_app.analysis.review import Budget
from games_app.games.engine.analyse import analysable
from games_app.games.engine.levels import LEVELS, reply
from games_app.games.engine.search import TranspositionTable
from games_app.games.rules import RULE_SETS, State, play
from tools.bench.ladder import opening
from tools.bench.report import Report, Round

WEAK_LEVELS = 3
"""Number of levels, from the weakest on, that play."""


class Alone(Task):
    """A review that is no job of a queue: nobody else waits, and nothing is stored."""

    def __init__(self) -> None:
        super().__init__(Job(), urgent=lambda task: None)

    def others_wait(self) -> bool:
        return False

    def meanwhile(self) -> None:
        pass


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", choices=tuple(LEVELS), default=[*LEVELS], metavar="GAME")
    parser.add_argument(
        "--matches", type=int, default=3, help="of each game, at random and between levels each"
    )


def measure(games: Sequence[str], matches: int) -> Report:
    """Review so many matches of each game that were played at random, and as many between weak levels."""
    for _ in endings.make():
        pass
    report = Report(f"reviews, {matches} matches of each kind")
    for game in games:
        for kind, positions in (("at random", at_random), ("between levels", between_levels)):
            section = report.section(f"{game}, {kind}")
            for seed in range(matches):
                section.add("reviews", reviewed(list(positions(game, seed))))
    return report


def reviewed(states: Sequence[State]) -> Round:
    """Analyse the positions of a match, from the last one backwards, as a review does."""
    began, table = time.process_time(), TranspositionTable()
    task = Alone()
    budget = Budget(task, 1.0)
    nodes, proved, longest = 0, 0, 0.0
    for left in range(len(states), 0, -1):
        before = time.process_time()
        found = budget.analyse(states[left - 1], left, table, task.meanwhile)
        nodes += found.work.nodes
        proved += found.value.proved
        longest = max(longest, time.process_time() - before)
    passed = time.process_time() - began
    return {
        "decisions": len(states),
        "proved": proved,
        "1000 nodes": nodes / 1000,
        "seconds": passed,
        "longest": longest,
        "1000 nodes a second": nodes / 1000 / passed,
    }


def at_random(game: str, seed: int) -> Iterator[State]:
    """Yield the positions of a random match that can be analysed."""
    dice, state = random.Random(seed), opening(game, seed)
    while state.to_move:
        (role,) = state.to_move
        if before := analysable(state):
            yield before
        state = play(state, role, dice.choice(state.legal_actions(role))).state


def between_levels(game: str, seed: int) -> Iterator[State]:
    """Yield the positions of a match between weak levels that can be analysed."""
    dice, state = random.Random(seed), opening(game, seed)
    seats = {role: dice.choice(LEVELS[game][:WEAK_LEVELS]) for role in RULE_SETS[game].roles}
    while state.to_move:
        (role,) = state.to_move
        if before := analysable(state):
            yield before
        state = play(state, role, reply(state, role, seats[role], dice).action).state
