"""Courses: lessons of strategy after the guide of a game, each a position to solve by hand.

A game declares its own in its ``course`` module, which it may lack. Each lesson makes a claim about the move
that it asks for. The tests of all courses prove it by the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games_app.games.base import Game
from games_app.games.guide import Move, Step
from games_app.games.sheet import Text

GO_ON = _("Right. It is still your turn: go on.")
"""Task of a further decision in the same turn."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A promise about each decision that the learner has to find, compared with every other one.

    ``by``: with best play it is worth so many stones or pieces more. ``wins``: it alone wins. Both are proved
    by the engine, with ``nodes`` at most. ``ahead``: after ``turns`` decisions of both sides in sequence it
    has gained so many stones more. ``brings``: a kind of trace step, such as a mill, that the learner reaches
    within ``turns`` own decisions, whatever the opponent does. ``prevents``: the opponent can't do so.
    These three are proved by plain search of the rules.
    """

    by: int = 0
    wins: bool = False
    ahead: int = 0
    brings: str = ""
    prevents: str = ""
    turns: int = 1
    nodes: int = 20_000


@dataclass(frozen=True, slots=True)
class Lesson:
    step: Step
    claim: Claim


@dataclass(frozen=True, slots=True)
class Course:
    lessons: Sequence[Lesson]

    @property
    def steps(self) -> Sequence[Step]:
        return [lesson.step for lesson in self.lessons]


def sought(game: Game, role: str, written: str, task: Text = "") -> Move:
    """Return the decision in notation, as one that the learner has to find."""
    action = game.action(written)
    return Move(role, action, sought=(action,), task=task)


def sought_turn(game: Game, role: str, pits: Iterable[int]) -> tuple[Move, ...]:
    """Return the decisions of a turn that sows these pits, each to be found."""
    return tuple(sought(game, role, str(pit), GO_ON if n else "") for n, pit in enumerate(pits))
