"""The difficulty of a puzzle: whether a naive player finds its solution, and the rating it begins with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from random import Random

from games_app.games.base import State
from games_app.games.engine.analyse import analyse
from games_app.games.engine.contract import EASY, Level
from games_app.games.engine.levels import LEVELS, greedy, limit_of, reply

Question = tuple[State, str]
"""A position in which the solver decides, and the right action."""

LEAST_WAYS = 3
"""Minimum number of ways to guess a solution, over all decisions: with two, luck succeeds too often."""


def one_ply(state: State) -> Sequence[str]:
    """Return what a player chooses among who looks only at the own next move."""
    return analyse(state, limit_of(EASY)).best


def is_found_naively(questions: Sequence[Question]) -> bool:
    """Return whether a player who takes what there is, or looks only at the next move, finds the solution.

    Of equal actions such a player takes the first, the last, or draws one by lot; luck may succeed once in
    ``LEAST_WAYS``.
    """
    return any(_finds(questions, chooser) for chooser in (greedy, one_ply))


def _finds(questions: Sequence[Question], chooser: Callable[[State], Sequence[str]]) -> bool:
    among = [(chooser(state), right) for state, right in questions]
    by_lot = prod((right in actions) / len(actions) for actions, right in among)
    by_order = (all(actions[place] == right for actions, right in among) for place in (0, -1))
    return by_lot > 1 / LEAST_WAYS or any(by_order)


WEAKEST, STEP = 800.0, 175.0
"""Rating of the weakest level, and how much better each further one is: it scores about 0.73."""
GUESSER, PERFECT = 450.0, 2450.0
"""Ratings of two more solvers: one guesses, one is never wrong."""
DRAWS = 8
"""Number of replies of a level that errs, from which its chance is estimated."""
EXACT = 1.0
"""Difference of ratings at which the search for one ends."""


def rating_of(questions: Sequence[Question]) -> float:
    """Return the rating of a puzzle against which the levels would be expected to score as they do.

    The expectation is that of Elo: 1 / (1 + 10 ** ((puzzle - solver) / 400)).
    """
    levels = [level for level in LEVELS[questions[0][0].slug] if level.quick]
    solvers = [(WEAKEST + STEP * n, _chance(questions, level)) for n, level in enumerate(levels)]
    guess = 1 / prod(len(state.legal_actions(state.to_move[0])) for state, _ in questions)
    return _rating_for([(GUESSER, guess), *solvers, (PERFECT, 1.0)])


def _chance(questions: Sequence[Question], level: Level) -> float:
    """Return the chance of a level to find all right actions."""
    return prod(_share(state, right, level) for state, right in questions)


def _share(state: State, right: str, level: Level) -> float:
    if level.slip:
        dice = Random(right)
        drawn = [reply(state, state.to_move[0], level, dice).action for _ in range(DRAWS)]
        return drawn.count(right) / DRAWS
    best = analyse(state, limit_of(level)).best
    return (right in best) / len(best)


def _rating_for(results: Sequence[tuple[float, float]]) -> float:
    low, high = results[0][0], results[-1][0]
    scored = sum(score for _, score in results)
    while high - low > EXACT:
        rating = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((rating - solver) / 400)) for solver, _ in results)
        low, high = (rating, high) if expected > scored else (low, rating)
    return round(low / 5) * 5.0
