"""Play that follows from the values of a search, decision by decision."""

from __future__ import annotations

from typing import Any

from games_app.engine.candidates import Candidate
from games_app.engine.search import Search
from games_app.games.compact import Compact

Line = tuple[tuple[str, str], ...]
LONGEST = 40


def line_from(compact: Compact[Any, Any], role: str, first: Candidate) -> tuple[Line, bool]:
    """Return the line that begins with ``first`` as (role, action), and whether its whole outcome is proved.

    The line ends at the end of the scope, or where the search kept no best choice because bounds were enough.
    """
    line, proved, candidate = [(role, first.entry.action)], first.decided, first
    while candidate.entry.position is not None and len(line) < LONGEST:
        (mover,) = candidate.entry.state.to_move
        following = _followed(compact, candidate.search, candidate)
        if following is None:
            break
        line.append((mover, following.entry.action))
        same = following.outcome == (first.outcome if mover == role else -first.outcome)
        proved, candidate = proved and following.decided and same, following
    return tuple(line), proved


def _followed(compact: Compact[Any, Any], search: Search[Any], before: Candidate) -> Candidate | None:
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
