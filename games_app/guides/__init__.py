"""Guides for who plays a game for the first time. A game may have none."""

from __future__ import annotations

from collections.abc import Mapping

from .base import Guide, Move, Picture, Step
from .checkers import CHECKERS
from .congkak import CONGKAK
from .diagrams import Drawn, Figure, figures
from .mancala import MANCALA
from .morris import MORRIS

__all__ = ["GUIDES", "Drawn", "Figure", "Guide", "Move", "Picture", "Step", "figures"]

GUIDES: Mapping[str, Guide] = {guide.slug: guide for guide in (MANCALA, MORRIS, CHECKERS, CONGKAK)}
