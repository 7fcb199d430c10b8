"""Even games: the handicap with which two players of different strength are expected to score alike."""

from __future__ import annotations

from typing import NamedTuple

from games_app.games.handicap import HeadStarts, expected


class EvenTerms(NamedTuple):
    """The proposed handicap of the weaker player, and what the stronger one is then expected to score."""

    head_start: int
    """Its size; 0 without any."""
    first_move: bool
    """True if the weaker player moves first instead."""
    score: float


def evened(points: float, head_starts: HeadStarts | None, *, may_move_first: bool = False) -> EvenTerms:
    """Return the terms whose expected score is nearest to one half.

    ``points``: by how many rating points the stronger player is stronger, 0 or more; ``may_move_first``: the
    first move can be given too. Of equally good terms the smallest handicap is taken.
    """
    proposals = [EvenTerms(0, False, expected(points))]
    if head_starts:
        if may_move_first and head_starts.first_move > 0:
            proposals.append(EvenTerms(0, True, expected(points - head_starts.first_move)))
        proposals += [
            EvenTerms(size, False, expected(points - worth)) for size, worth in head_starts.worth.items()
        ]
    return min(proposals, key=lambda proposal: abs(proposal.score - 0.5))
