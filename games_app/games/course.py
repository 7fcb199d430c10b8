"""Courses: lessons of strategy after the guide of a game, each a position to solve by hand.

A game declares its own in its ``course`` module, which it may lack. Each lesson makes a claim about the move
that it asks for. The tests of all courses prove it by the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games_app.games.guide import Step


@dataclass(frozen=True, slots=True)
class Claim:
    """Proved of each decision of the learner: it is the best one, by at least ``by`` stones more than others.

    ``wins``: it wins the game or the round, and no other decision does. ``nodes`` suffice for the proof.
    """

    by: int = 0
    wins: bool = False
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
