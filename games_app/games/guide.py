"""What a guide is made of: a few positions, in each of which the learner finds something to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games_app.games.base import State
from games_app.games.decision import Accepted, play
from games_app.games.sheet import Text


@dataclass(frozen=True, slots=True)
class Move:
    """One decision of a step.

    ``goal``: what must happen by it, as kinds of trace steps (and "relay"); whatever is legal and does that
    is right. ``only``: these actions and no others. ``shown``: what is played for a learner who asks to be
    shown, if it is legal there.
    """

    role: str
    shown: str
    goal: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    task: Text = ""
    """What to do, where it isn't the step's first decision."""
    by_itself: bool = False
    """The guide plays it, for the other side."""

    def accepted(self, state: State) -> list[str]:
        """The legal actions that count."""
        legal = [action for action in state.legal_actions(self.role) if not self.only or action in self.only]
        return [action for action in legal if set(self.goal) <= happening(play(state, self.role, action))]


@dataclass(frozen=True, slots=True)
class Picture:
    """The step as a diagram of the rules: what lies there before and after its first ``moves`` as shown."""

    caption: Text
    moves: int = 1
    card: bool = False
    """Also on the card that both read before a match."""


@dataclass(frozen=True, slots=True)
class Step:
    """A position, what to do in it, and what is to be learnt from what comes of it."""

    title: Text
    task: Text
    start: State
    moves: tuple[Move, ...]
    after: Text
    picture: Picture | None = None

    @property
    def learner(self) -> str:
        return self.moves[0].role


@dataclass(frozen=True, slots=True)
class Guide:
    """The steps of a guide, in their order."""

    steps: Sequence[Step]


def happening(accepted: Accepted) -> set[str]:
    """What a decision does: the kinds of its trace steps, and "relay" if the sowing went on by itself."""
    steps = [step for ply in accepted.plies for step in ply.trace]
    return {step["do"] for step in steps} | {"relay" for step in steps if step.get("relays")}
