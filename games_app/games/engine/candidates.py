"""The actions of the analysed position, with what is known of each, and their principal variations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games_app.games.engine.contract import Compact, Entry
from games_app.games.engine.proof import ProofSearch
from games_app.games.engine.search import INFINITE

PrincipalVariation = tuple[tuple[str, str], ...]
"""The best play by both sides, decision by decision, as (role, action)."""
LONGEST_VARIATION = 40


@dataclass(slots=True)
class Candidate:
    """An action and the bounds of its result, both from the view of the role to move."""

    entry: Entry[Any, Any]
    search: ProofSearch[Any]
    least: int = field(init=False)
    most: int = field(init=False)
    estimate: int = field(init=False)

    def __post_init__(self) -> None:
        self.least = self.most = self.estimate = self.entry.lead
        if self.entry.position is not None:
            self.least, self.most = self._results(*self.search.known(self.entry.position))
            self.estimate = min(max(self.estimate, self.least), self.most)

    @property
    def exact(self) -> bool:
        return self.least == self.most

    @property
    def decided(self) -> bool:
        """True if the outcome is proved."""
        return self.least > 0 or self.most < 0 or self.exact

    @property
    def outcome(self) -> int:
        """1 for a proved win, -1 for a proved loss, else 0."""
        return (self.least > 0) - (self.most < 0)

    @property
    def merit(self) -> tuple[bool, int, int]:
        """The sort key of actions: a proved win comes before all estimates."""
        return self.least > 0, min(max(self.estimate, self.least), self.most), self.least

    def ask(self, depth: int, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
        """Search the action's result between ``alpha`` and ``beta``; return it, or a bound beyond them."""
        if self.entry.position is None or self.exact:
            return self.least
        low, high = sorted((self._gain(alpha), self._gain(beta)))
        value, proved = self.search.value(self.entry.position, depth, low, high)
        result, _ = self._results(value, value)
        if proved and result > alpha:
            self.least = max(self.least, result)
        if proved and result < beta:
            self.most = min(self.most, result)
        return result

    def decide(self, result: int) -> None:
        """Prove whether the action's result is at least ``result``."""
        if self.entry.position is not None:
            lead, again = self.entry.lead, self.entry.again
            self.search.decide(self.entry.position, result - lead if again else lead - result + 1)
            self.refresh()

    def refresh(self) -> None:
        """Take over what the search has proved meanwhile."""
        if self.entry.position is not None:
            least, most = self._results(*self.search.known(self.entry.position))
            self.least, self.most = max(self.least, least), min(self.most, most)

    def _gain(self, result: int) -> int:
        """Convert a result of the role to move into a gain of the mover after the action."""
        return result - self.entry.lead if self.entry.again else self.entry.lead - result

    def _results(self, low: int, high: int) -> tuple[int, int]:
        """Turn bounds of the gain after the action into bounds of its result."""
        lead = self.entry.lead
        return (lead + low, lead + high) if self.entry.again else (lead - high, lead - low)


def principal_variation(
    compact: Compact[Any, Any], role: str, first: Candidate
) -> tuple[PrincipalVariation, bool]:
    """Return the best play from ``first`` on as (role, action), and whether its whole outcome is proved.

    It ends at the end of the scope, or where the search kept no best choice because bounds were enough.
    """
    line, proved, candidate = [(role, first.entry.action)], first.decided, first
    while candidate.entry.position is not None and len(line) < LONGEST_VARIATION:
        (mover,) = candidate.entry.state.to_move
        following = _followed(compact, candidate.search, candidate)
        if following is None:
            break
        line.append((mover, following.entry.action))
        same = following.outcome == (first.outcome if mover == role else -first.outcome)
        proved, candidate = proved and following.decided and same, following
    return tuple(line), proved


def _followed(compact: Compact[Any, Any], search: ProofSearch[Any], before: Candidate) -> Candidate | None:
    """Return the best decision after ``before`` by the rules, or None if the search knows none."""
    best = search.best(before.entry.position)
    if best is None:
        return None
    _, position, again = compact.played_on(best)
    entries = compact.entries(before.entry.state)
    for entry in entries:
        if entry.position == position and entry.again == again:
            return Candidate(entry, search)
    ends = [entry for entry in entries if entry.position is None]
    return Candidate(max(ends, key=lambda entry: entry.lead), search) if ends else None
