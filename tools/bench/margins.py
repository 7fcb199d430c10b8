"""Margins of estimated mistakes: the smallest estimated loss that nearly always turns out to be a real one.

Two levels play games from fixed seeds. A short search judges their decisions from the last one backwards, as
a review does. A longer search then proves which of the estimated losses are real. Decisions that it can't
prove don't count.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games_app.analysis.jobs.models import plain_analysis
from games_app.analysis.review import estimated_loss
from games_app.games.engine.analyse import ENGINES, analysable, analyse
from games_app.games.engine.analysis import Analysis, Limit
from games_app.games.engine.levels import LEVELS, reply
from games_app.games.engine.search import TranspositionTable
from games_app.games.rules import RULE_SETS, State, play
from tools.bench.ladder import opening
from tools.bench.report import Report, Round
from tools.percentile import percentile

SHORT, LONG = 10_000, 100_000
"""Nodes for a decision: to estimate, and to prove.

A review has about 5,000 while others wait, and 50,000 otherwise.
"""
WEAK_LEVELS = 3
"""Number of levels, from the weakest on, that play: stronger ones make few mistakes."""
MOST_UNPROVED = 3
"""Number of unproved decisions in a row after which the earlier ones of a game are left out."""
STEPS = {"margin": 1, "goal": 5}
"""Difference between two margins, by unit."""
RIGHT = 0.9
"""Minimum share of the marked decisions that really lost something.

One right and one wrong decision are added to those that were marked, so that a few lucky ones are no
evidence: eight of eight are enough, and 17 of 18.
"""


@dataclass(frozen=True)
class Judged:
    """A decision: its estimated loss, and whether it provably lost something."""

    estimate: float
    lost: bool


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", choices=tuple(LEVELS), default=[*LEVELS], metavar="GAME")
    parser.add_argument("--matches", type=int, default=20, help="between levels, of each game")


def measure(games: Sequence[str], matches: int) -> Report:
    """Find the margin of each game from so many matches."""
    report = Report(f"margins, {matches} matches of each game, {SHORT} and {LONG} nodes for a decision")
    for game in games:
        judged = [each for seed in range(matches) for each in judged_match(game, seed)]
        least = smallest_margin(judged, STEPS[ENGINES[game].unit])
        report.section(game).add("decisions", _figures(judged, least))
        if least is None:
            report.notes.append(f"{game}: no margin is known to be right so often.")
    return report


def smallest_margin(judged: Sequence[Judged], step: float) -> float | None:
    """Return the smallest margin that is right often enough; None if there is none."""
    most = max((each.estimate for each in judged), default=0)
    for margin in (step * n for n in range(1, int(most / step) + 1)):
        right, marked = _right_and_marked(judged, margin)
        if (right + 1) / (marked + 2) >= RIGHT:
            return margin
    return None


def judged_match(game: str, seed: int) -> Iterator[Judged]:
    """Yield the decisions of a match whose loss a short search estimates and a long one proves."""
    short_table, long_table, unproved = TranspositionTable(), TranspositionTable(), 0
    for state, action in reversed(list(_decisions(game, seed))):
        short = analyse(state, Limit(SHORT), short_table)
        estimate = estimated_loss({"action": action, "found": plain_analysis(short)})
        if estimate is None:
            continue
        lost = _lost_something(analyse(state, Limit(LONG), long_table), action)
        unproved = unproved + 1 if lost is None else 0
        if unproved == MOST_UNPROVED:
            return
        if lost is not None:
            yield Judged(estimate, lost)


def _lost_something(found: Analysis, action: str) -> bool | None:
    """Return whether a decision provably lost something, or None if it is open.

    If who wins is proved not to have changed, a margin that is open counts as nothing. Margins are harder to
    prove for decisions that lost nothing, so without these too few of them would count.
    """
    loss = found.given_away(action)
    if loss.kind != "estimate":
        return loss.score > 0
    return False if found.value.proved and found.actions[action].proved else None


def _decisions(game: str, seed: int) -> Iterator[tuple[State, str]]:
    """Yield the positions of a match that offer a choice, each with the chosen action."""
    dice, state = random.Random(seed), opening(game, seed)
    seats = {role: dice.choice(LEVELS[game][:WEAK_LEVELS]) for role in RULE_SETS[game].roles}
    while state.to_move:
        (role,) = state.to_move
        action = reply(state, role, seats[role], dice).action
        before = analysable(state)
        if before and len(state.legal_actions(role)) > 1:
            yield before, action
        state = play(state, role, action).state


def _right_and_marked(judged: Sequence[Judged], margin: float) -> tuple[int, int]:
    marked = [each.lost for each in judged if each.estimate >= margin]
    return sum(marked), len(marked)


def _figures(judged: Sequence[Judged], least: float | None) -> Round:
    figures: dict[str, float] = {}
    for name in ("nothing", "something"):
        estimates = [each.estimate for each in judged if each.lost == (name == "something")]
        figures[f"lost {name}"] = len(estimates)
        figures |= {f"{name}, p{share}": percentile(estimates, share) for share in (50, 90) if estimates}
    if least is not None:
        right, marked = _right_and_marked(judged, least)
        figures |= {"margin": least, "marked": marked, "right": right}
    return figures
