"""The computer as an opponent: how each level of a game chooses an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from games_app.games.base import NOOP, State, play
from games_app.games.engine.analyse import analyse, lead, searchable
from games_app.games.engine.analysis import Limit, Value
from games_app.games.engine.contract import Level
from games_app.games.engine.search import TranspositionTable
from games_app.games.registry import of_each

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
    return Reply(dice.choice(analysis.best), analysis.value)


def limit_of(level: Level) -> Limit:
    """Return the limit of a reply: without seconds, which would make a level weaker on a busy machine.

    Nor with stored endings, which would make it stronger where there are some.
    """
    return Limit(level.nodes, None, level.depth, level.proofs, every=False, endings=False)


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
