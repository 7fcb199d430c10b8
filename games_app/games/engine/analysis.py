"""The result of an analysis: each action's value, and whether it is proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games_app.games.engine.contract import Scope, Unit

Kind = Literal["exact", "lower", "upper", "estimate"]
Stopped = Literal["proved", "depth", "nodes", "time"]


@dataclass(frozen=True, slots=True)
class Limit:
    """The permitted cost of an analysis.

    Nodes make it the same on every machine; ``seconds`` is only a ceiling. ``depth`` ends it after so many
    choices, for weaker play. ``proofs``: leave most nodes to proofs instead of estimates. ``every``: find
    every action's value, not just the best one's. ``endings``: use those that were made before.
    """

    nodes: int = 200_000
    seconds: float | None = None
    depth: int | None = None
    proofs: bool = True
    every: bool = True
    endings: bool = True


@dataclass(frozen=True, slots=True)
class Value:
    """A result for the role to move: the difference to the other's.

    ``least`` and ``most`` are proved, ``estimate`` is not. A proved win is no proved margin: as long as
    ``least`` and ``most`` differ, the margin stays open.
    """

    unit: Unit
    least: float
    most: float
    estimate: float

    @property
    def kind(self) -> Kind:
        """The kind of ``score``; a bound is named only if it decides who wins."""
        if self.least == self.most:
            return "exact"
        return "lower" if self.least > 0 else "upper" if self.most < 0 else "estimate"

    @property
    def outcome(self) -> int | None:
        """1 for a proved win, 0 for a proved draw, -1 for a proved loss, otherwise None."""
        return {"exact": (self.least > 0) - (self.least < 0), "lower": 1, "upper": -1}.get(self.kind)

    @property
    def proved(self) -> bool:
        return self.outcome is not None

    @property
    def score(self) -> float:
        """The exact value, the deciding bound, or the estimate, according to ``kind``."""
        return {"exact": self.least, "lower": self.least, "upper": self.most}.get(self.kind, self.estimate)


@dataclass(frozen=True, slots=True)
class Work:
    """The cost of an analysis: visited positions, last depth with complete estimates, reason for its end."""

    nodes: int
    depth: int
    stopped: Stopped


@dataclass(frozen=True, slots=True)
class Loss:
    """The part of a position's value that an action gave away: "exact", "lower" or "estimate"."""

    kind: Kind
    score: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a position for ``role``, which is to move.

    ``actions`` are in the order of the rules: proved and estimated values have no common order. ``line`` is
    play that follows from the values, decision by decision; it is proved if each position on it is.
    """

    engine: str
    role: str
    scope: Scope
    value: Value
    actions: dict[str, Value]
    best: tuple[str, ...]
    line: tuple[tuple[str, str], ...]
    line_proved: bool
    work: Work

    def given_away(self, action: str) -> Loss:
        """Return how much worse this action is than the best one."""
        played, best = self.actions[action], max(value.least for value in self.actions.values())
        most = max(value.most for value in self.actions.values())
        if played.kind == "exact" and most == best:
            return Loss("exact", best - played.least)
        if best > played.most:
            return Loss("lower", best - played.most)
        if played.least == most:
            return Loss("exact", 0)
        return Loss("estimate", max(0, self.value.score - played.score))
