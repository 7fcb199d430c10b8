"""Levels of the computer as an opponent: how far it looks, by choices or by nodes and never by time.

So a level is as strong on a slow or busy machine as on a fast one. The seconds are a ceiling, for who waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games_app.engine.analyse import analyse, searchable
from games_app.engine.analysis import Limit, Value
from games_app.engine.search import Table
from games_app.games.decision import play
from games_app.rules import NOOP, State

SECONDS = 0.4
"""Ceiling of a reply."""
MOST_DEPTH = 1_000_000
"""Nodes at most of a level that is told by its depth."""


@dataclass(frozen=True, slots=True)
class Level:
    """A search bounded by ``depth`` or ``nodes``; ``chance`` is the share of actions drawn by lot instead."""

    slug: str
    depth: int | None = None
    nodes: int = MOST_DEPTH
    chance: float = 0
    proofs: bool = False

    @property
    def limit(self) -> Limit:
        return Limit(self.nodes, SECONDS, self.depth, self.proofs, every=False)


BEGINNER = Level("beginner", depth=1, chance=0.75)
EASY = Level("easy", depth=1)
MASTER = Level("master", nodes=100_000)

LEVELS: Mapping[str, tuple[Level, ...]] = {
    "mancala": (
        BEGINNER,
        EASY,
        Level("medium", depth=2),
        Level("hard", depth=4),
        Level("expert", depth=8),
        Level("master", proofs=True),
    ),
    "morris": (BEGINNER, EASY, Level("medium", nodes=400), Level("hard", nodes=4_000), MASTER),
    "checkers": (BEGINNER, EASY, Level("medium", nodes=400), Level("hard", nodes=5_000), MASTER),
    "congkak": (BEGINNER, EASY, Level("medium", depth=2), Level("hard", depth=4)),
}
"""The levels of each game, the weakest first; each beats the one before it: docs/engine.md."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An action, and what the position is worth for who takes it; None where that was not asked."""

    action: str
    value: Value | None


def level_of(game: str, slug: str) -> Level | None:
    """Return a level of a game; None if there is none of this name."""
    return next((level for level in LEVELS.get(game, ()) if level.slug == slug), None)


def reply(state: State, role: str, level: Level, dice: Random, table: Table | None = None) -> Reply:
    """Return what a level does in a position, with ``role`` to move; equal actions are drawn by lot.

    ``state`` is what everybody may see: a choice that the other role has sealed is not in it.
    """
    actions = state.legal_actions(role)
    if len(actions) == 1:
        return Reply(actions[0], None)
    if dice.random() < level.chance:
        return Reply(dice.choice(actions), None)
    if len(state.to_move) > 1:
        return Reply(_at_once(state, role, dice), None)
    found = analyse(searchable(state), level.limit, table)
    return Reply(dice.choice(found.best), found.value)


def _at_once(state: State, role: str, dice: Random) -> str:
    """Return an action where the other role chooses at the same time: one that does well on the average."""
    (other,) = (each for each in state.to_move if each != role)

    def worth(action: str) -> float:
        after = play(state, role, action).state
        replies = after.legal_actions(other) if other in after.to_move else [NOOP]
        return sum(_lead(play(after, other, each).state, role) for each in replies) / len(replies)

    ranked = sorted(state.legal_actions(role), key=worth, reverse=True)
    return dice.choice(ranked[:FEW])


FEW = 3
"""Best actions of a choice made at once, of which one is drawn: it can't be foreseen then."""


def _lead(state: State, role: str) -> int:
    stores: Mapping[str, int] = state.facts()["stores"]
    return sum(count if each == role else -count for each, count in stores.items())
