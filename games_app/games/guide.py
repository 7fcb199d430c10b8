"""Guides for newcomers: steps to find moves in, diagrams of the rules, and a finished game.

Each game declares them in its ``guide`` module: a ``SAMPLE``, and a ``GUIDE``, which it may lack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games_app.games.base import Accepted, Facts, Game, State, Trace, play
from games_app.games.sheet import Text


@dataclass(frozen=True, slots=True)
class Move:
    """One decision of a step.

    ``goal``: kinds of trace steps (and "relay") that must happen; every legal action that makes them happen
    is right, and the learner has to find one. ``only``: if not empty, the only right actions, which the task
    names. ``sought``: the same, but the learner has to find them. ``shown``: the action that is played for a
    learner who asks for it.
    """

    role: str
    shown: str
    goal: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    sought: tuple[str, ...] = ()
    task: Text = ""
    """The learner's task; the step has the task of its first decision."""
    by_itself: bool = False
    """True if the guide plays it, for the other side."""

    def accepted(self, state: State) -> list[str]:
        """The legal actions that are right."""
        right = self.only or self.sought
        legal = [action for action in state.legal_actions(self.role) if not right or action in right]
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


@dataclass(frozen=True, slots=True)
class Drawn:
    """A position, and the stops that are marked in it."""

    facts: Facts
    marked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One diagram. ``step``: the number of the guide's step in which it can be tried."""

    step: int
    title: Text
    caption: Text
    card: bool
    before: Drawn
    after: Drawn


def figures(guide: Guide) -> list[Figure]:
    steps = enumerate(guide.steps, 1)
    return [_figure(n, step, step.picture) for n, step in steps if step.picture]


def _figure(number: int, step: Step, picture: Picture) -> Figure:
    state, traces = step.start, list[Trace]()
    for move in step.moves[: picture.moves]:
        accepted = play(state, move.role, move.shown)
        traces += [ply.trace for ply in accepted.plies]
        state = accepted.state
    touched = list(dict.fromkeys(stop for trace in traces for stop in _touched(trace)))
    before = Drawn(step.start.facts(), tuple(touched[:1]))
    after = Drawn(state.facts(), (touched[0], touched[-1]))
    return Figure(number, step.title, picture.caption, picture.card, before, after)


def _touched(trace: Trace) -> Iterator[str]:
    """The stops where the role's own stones were taken up and put down, in that order."""
    for step in trace:
        match step["do"]:
            case "scoop":
                yield str(step["from"])
                yield from (
                    str(stop) for drops in (step["drops"], *step.get("relays", [])) for stop, _ in drops
                )
            case "drop":
                yield str(step["at"])
            case "move":
                yield from (step["from"], step["to"])
            case "place":
                yield step["to"]
            case "collect":
                yield from (str(stop) for stop, _ in step["from"])


@dataclass(frozen=True)
class Sample:
    """``written``: the decisions in notation, separated by spaces, without forced plies.

    Where both sides choose at once, the decisions alternate between them, the first role's first.
    """

    game: Game
    options: Mapping[str, str]
    written: str

    @property
    def decisions(self) -> list[str]:
        return self.written.split()

    @property
    def beginning(self) -> State:
        return self.game.initial_state(**self.options)

    def played(self) -> Iterator[Accepted]:
        """The decisions in sequence."""
        state = self.beginning
        for written in self.decisions:
            accepted = play(state, state.to_move[0], self.game.action(written))
            yield accepted
            state = accepted.state

    @cached_property
    def winner(self) -> str:
        """The role that wins; empty for a draw."""
        *_, last = self.played()
        return last.state.winner
