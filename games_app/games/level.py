"""Levels of the computer as an opponent: how far it looks, by choices or by nodes and never by time.

So a level is as strong on a slow or busy machine as on a fast one.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_NODES = 1_000_000
"""Nodes at most of a level that is told by its depth."""
QUICK_NODES = 10_000
"""Nodes that a search visits in some 50 ms at most."""


@dataclass(frozen=True, slots=True)
class Level:
    """A search bounded by ``depth`` or ``nodes``; ``chance`` is the share of actions drawn by lot instead."""

    slug: str
    depth: int | None = None
    nodes: int = MOST_NODES
    chance: float = 0
    proofs: bool = False
    """True for a level that searches until it has a proof."""

    @property
    def quick(self) -> bool:
        """True if a reply takes milliseconds, so that it costs others little to wait for it."""
        return self.depth is not None or self.nodes <= QUICK_NODES


BEGINNER = Level("beginner", depth=1, chance=0.75)
EASY = Level("easy", depth=1)
MASTER = Level("master", nodes=25_000)
