"""Tactics: what happens in good decisions, as each game declares it in its ``tactics`` module.

A tip is about a good decision. It does not name it, so that the player can find it. A theme is what happens
in the solution of a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from games_app.games.base import Facts, State, Step, Trace, play
from games_app.games.sheet import Text


@dataclass(frozen=True, slots=True)
class DecisionTrace:
    """A decision: the position before it, the role that takes it, the position after it, and all it does."""

    start: State
    role: str
    end: State
    trace: tuple[Step, ...]

    def steps(self, *kinds: str) -> list[Step]:
        """Return what the role itself does, of these kinds."""
        return [step for step in self.trace if step["do"] in kinds and step.get("role") == self.role]


@dataclass(frozen=True, slots=True)
class Tip:
    """``text`` is what people read, to be translated; ``stops`` are the places on the board to look at."""

    seen: Callable[[DecisionTrace], bool]
    text: Text
    stops: Callable[[DecisionTrace], Iterable[str]] = lambda decision: ()


def decision_of(state: State, role: str, action: str) -> DecisionTrace:
    """Return the decision ``action``. Raises IllegalAction."""
    accepted = play(state, role, action)
    return DecisionTrace(
        state, role, accepted.state, tuple(step for ply in accepted.plies for step in ply.trace)
    )


def look_at(tips: Sequence[Tip], decision: DecisionTrace) -> tuple[Text, list[str]]:
    """Return text and stops of the first tip that fits; the last one of each game fits every decision."""
    tip = next(tip for tip in tips if tip.seen(decision))
    return tip.text, list(tip.stops(decision))


def does(*kinds: str) -> Callable[[DecisionTrace], bool]:
    """Return the condition that the role does something of one of these kinds."""
    return lambda decision: bool(decision.steps(*kinds))


def always(_decision: DecisionTrace) -> bool:
    return True


def wins(decision: DecisionTrace) -> bool:
    """Return whether the decision wins the game or the round."""
    return any(step["do"] in ("over", "round") and step["winner"] == decision.role for step in decision.trace)


def taken(decision: DecisionTrace) -> list[str]:
    """Return the stops from which the decision takes the other's stones."""
    captures = decision.steps("capture")
    return [str(stop) for step in captures for stop, n in step["from"] if n and not _is_own(decision, stop)]


def captures_of(state: State, role: str) -> set[str]:
    """Return the stops from which ``role`` could take stones at once."""
    decisions = [decision_of(state, role, action) for action in _actions(state, role)]
    return {stop for decision in decisions for stop in taken(decision)}


def rescued(decision: DecisionTrace, turned: State, other: str) -> list[str]:
    """Return the stops where the other role could take stones, but not after the decision.

    ``turned``: the position before it, as if it were the other's turn.
    """
    return sorted(captures_of(turned, other) - captures_of(decision.end, other))


def _actions(state: State, role: str) -> list[str]:
    return list(state.legal_actions(role)) if role in state.to_move else []


def _is_own(decision: DecisionTrace, stop: object) -> bool:
    """Return whether the role's own last stone is taken from there too, as in games of sowing."""
    lands = [step["at"] for step in decision.steps("drop")]
    laps = [drops for step in decision.steps("scoop") for drops in (step["drops"], *step.get("relays", ()))]
    last = laps[-1][-1][0] if laps and laps[-1] else None
    return stop == last or (bool(lands) and stop == lands[-1])


@dataclass(frozen=True, slots=True)
class SolutionTrace:
    """The play of a solution: the solver's role, the number of its decisions, and the whole line."""

    role: str
    decisions: int
    line: tuple[DecisionTrace, ...]

    @property
    def facts(self) -> Facts:
        """The facts of the position that is shown first."""
        return self.line[0].start.facts()

    @property
    def trace(self) -> Trace:
        return tuple(step for decision in self.line for step in decision.trace)

    @property
    def turn(self) -> DecisionTrace:
        """All that the solver does before the first reply, as one decision."""
        own = list(takewhile(lambda decision: decision.role == self.role, self.line))
        return DecisionTrace(
            own[0].start, self.role, own[-1].end, tuple(step for decision in own for step in decision.trace)
        )

    def times(self, step: str) -> int:
        """Return how often the solver does something."""
        return sum(each["do"] == step and each.get("role") == self.role for each in self.trace)

    def first(self, step: str) -> str | None:
        """Return the first role that does something; None if nobody does."""
        return next((each["role"] for each in self.trace if each["do"] == step), None)


LONG = 3
"""Number of decisions of a long solution."""

Seen = Callable[[SolutionTrace], bool]
"""Condition of a theme."""


@dataclass(frozen=True, slots=True)
class Theme:
    """``name`` is for addresses; ``title`` is the text for people, to be translated."""

    name: str
    title: Text
    seen: Seen


def occurs(step: str, least: int = 1) -> Seen:
    """Return the condition that the solver does something at least so many times."""
    return lambda solution: solution.times(step) >= least


def at_once(step: str, least: int = 1) -> Seen:
    """Return the condition that the solver does something at least so many times before the first reply."""
    return lambda solution: len(solution.turn.steps(step)) >= least


def takes(decisions: int) -> Seen:
    """Return the condition that the solution has exactly so many decisions."""
    return lambda solution: solution.decisions == decisions


def is_long(solution: SolutionTrace) -> bool:
    return solution.decisions >= LONG


def does_not(*steps: str) -> Seen:
    """Return the condition that the solver does none of these before the first reply."""
    return lambda solution: not solution.turn.steps(*steps)


def sacrifices(solution: SolutionTrace) -> bool:
    """Return whether the other role captures first, and the solver after that."""
    return solution.first("capture") not in (None, solution.role) and solution.times("capture") > 0


def ends(solution: SolutionTrace) -> bool:
    """Return whether the play reaches the end of the game or round."""
    return any(each["do"] in ("over", "round") for each in solution.trace)
