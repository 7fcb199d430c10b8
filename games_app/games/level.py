"""Levels of the computer as an opponent.

Choices or nodes limit them, never time, so a level is as strong on a slow or busy machine as on a fast one.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_NODES = 1_000_000
"""Maximum nodes of a level that is limited by depth."""
QUICK_NODES = 10_000
"""Nodes that a search visits in about 50 ms at most."""


@dataclass(frozen=True, slots=True)
class Level:
    """A search bounded by ``depth`` or ``nodes``; ``chance`` is the share of randomly chosen actions."""

    slug: str
    depth: int | None = None
    nodes: int = MOST_NODES
    chance: float = 0
    proofs: bool = False
    """True for a level that searches until it has a proof."""

    @property
    def quick(self) -> bool:
        """True if a reply takes milliseconds, so that other jobs hardly notice the wait."""
        return self.depth is not None or self.nodes <= QUICK_NODES


BEGINNER = Level("beginner", depth=1, chance=0.75)
EASY = Level("easy", depth=1)
MASTER = Level("master", nodes=25_000)
