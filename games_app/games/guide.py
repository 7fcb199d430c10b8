"""The classes of a guide: a few positions, in each of which the learner finds something to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games_app.games.base import State
from games_app.games.decision import Accepted, play
from games_app.games.sheet import Text


@dataclass(frozen=True, slots=True)
class Move:
    """One decision of a step.

    ``goal``: kinds of trace steps (and "relay") that must happen; every legal action that makes them happen
    is right, and the learner has to find one. ``only``: if not empty, the only right actions, which the task
    names. ``shown``: the action that is played for a learner who asks for it.
    """

    role: str
    shown: str
    goal: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    task: Text = ""
    """The learner's task; the step has the task of its first decision."""
    by_itself: bool = False
    """True if the guide plays it, for the other side."""

    def accepted(self, state: State) -> list[str]:
        """The legal actions that are right."""
        legal = [action for action in state.legal_actions(self.role) if not self.only or action in self.only]
        return [action for action in legal if set(self.goal) <= happening(play(state, self.role, action))]


@dataclass(frozen=True, slots=True)
class Picture:
    """The step as a diagram of the rules: the position before and after its first ``moves``."""

    caption: Text
    moves: int = 1
    card: bool = False
    """True if it is one of the three on the rule card."""


@dataclass(frozen=True, slots=True)
class Step:
    """A position, the learner's task in it, and the lesson of the result."""

    title: Text
    task: Text
    start: State
    moves: tuple[Move, ...]
    after: Text
    picture: Picture | None = None

    @property
    def learner(self) -> str:
        return self.moves[0].role

    @property
    def asked(self) -> dict[str, list[str]]:
        """The right actions, by the learner's earlier decisions in the step, joined by commas."""
        return dict(_asked(self.start, self.moves, ()))


def _asked(state: State, moves: Sequence[Move], made: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    if not moves:
        return
    move, *rest = moves
    right = [move.shown] if move.by_itself else move.accepted(state)
    if not move.by_itself:
        yield ",".join(made), right
    for action in right if rest else ():
        after = made if move.by_itself else (*made, action)
        yield from _asked(play(state, move.role, action).state, rest, after)


@dataclass(frozen=True, slots=True)
class Guide:
    """The steps of a guide, in their order."""

    steps: Sequence[Step]


def happening(accepted: Accepted) -> set[str]:
    """The kinds of trace steps in a decision, and "relay" if the sowing continued automatically."""
    steps = [step for ply in accepted.plies for step in ply.trace]
    return {step["do"] for step in steps} | {"relay" for step in steps if step.get("relays")}
