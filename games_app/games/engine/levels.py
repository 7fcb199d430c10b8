"""The computer as an opponent: how each level of a game chooses an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from games_app.games.base import NOOP, State, play
from games_app.games.engine.analyse import analyse, lead, searchable
from games_app.games.engine.analysis import Analysis, Limit, Value
from games_app.games.engine.contract import Level
from games_app.games.engine.search import TranspositionTable
from games_app.games.registry import get_game, of_each

LEVELS: Mapping[str, tuple[Level, ...]] = of_each("engine", "LEVELS")
"""The levels of each game that has some, from weak to strong; each beats the one before it: docs/engine.md.
"""


@dataclass(frozen=True, slots=True)
class Reply:
    """An action, and the position's value for the role that takes it; None if that was not requested."""

    action: str
    value: Value | None


def level_of(game: str, slug: str) -> Level | None:
    """Return a level of a game; None if there is none of this name."""
    return next((level for level in LEVELS.get(game, ()) if level.slug == slug), None)


def next_level(game: str, slug: str, score: float) -> str:
    """Return the level after one against which a player scored 1, 0.5 or 0: it rises, stays or falls."""
    slugs = [level.slug for level in LEVELS[game]]
    place = slugs.index(slug) + (score == 1) - (score == 0) if slug in slugs else 0
    return slugs[max(0, min(place, len(slugs) - 1))]


def reply(
    state: State,
    role: str,
    level: Level,
    dice: Random,
    table: TranspositionTable | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> Reply:
    """Return a level's choice in a position with ``role`` to move; equal actions are drawn by lot.

    ``state`` is what everybody may see: it lacks a choice that the other role has sealed. A search calls
    ``meanwhile`` now and then.
    """
    actions = state.legal_actions(role)
    if len(actions) == 1:
        return Reply(actions[0], None)
    if dice.random() < level.chance:
        return Reply(dice.choice(actions), None)
    if len(state.to_move) > 1:
        return Reply(_at_once(state, role, dice), None)
    analysis = analyse(searchable(state), limit_of(level), table, meanwhile)
    if level.slip:
        return Reply(_slipped(state, role, level, dice, analysis), analysis.value)
    return Reply(dice.choice(analysis.best), analysis.value)


def limit_of(level: Level) -> Limit:
    """Return the limit of a reply: without seconds, which would make a level weaker on a busy machine.

    Nor with stored endings, which would make it stronger where there are some. A level that errs values every
    action, so that its errors are small ones.
    """
    every = level.slip > 0
    return Limit(level.nodes, None, level.depth, level.proofs, every=every, endings=False)


def greedy(state: State) -> list[str]:
    """Return the actions that take most at once."""
    (role,) = state.to_move
    takes = {action: _lead(play(state, role, action).state, role) for action in state.legal_actions(role)}
    return [action for action, taken in takes.items() if taken == max(takes.values())]


def _slipped(state: State, role: str, level: Level, dice: Random, analysis: Analysis) -> str:
    """Return the action that looks best to a player who values each one with an error.

    A large capture stands out of the errors, so that it is seldom missed.
    """
    if dice.random() < level.overlooks:
        return max(analysis.actions, key=lambda action: (_taken(state, role, action), dice.random()))
    worth = {action: value.estimate + dice.gauss(0, level.slip) for action, value in analysis.actions.items()}
    return max(worth, key=worth.__getitem__)


def _taken(state: State, role: str, action: str) -> int:
    """Return how much an action takes, before any reply; another turn is worth a stone."""
    after = play(state, role, action).state
    return _lead(after, role) + (after.to_move == (role,))


def _lead(state: State, role: str) -> int:
    counts = get_game(state.slug).score(state.facts())
    return sum(count if own == role else -count for own, count in counts.items())


def _at_once(state: State, role: str, dice: Random) -> str:
    """Return an action that does well on average, while the other role chooses at the same time."""
    (other,) = (each for each in state.to_move if each != role)

    def worth(action: str) -> float:
        after = play(state, role, action).state
        replies = after.legal_actions(other) if other in after.to_move else [NOOP]
        return sum(lead(play(after, other, each).state, role) for each in replies) / len(replies)

    ranked = sorted(state.legal_actions(role), key=worth, reverse=True)
    return dice.choice(ranked[:FEW])


FEW = 3
"""Number of best actions among which a simultaneous choice is drawn, so that it can't be foreseen."""
