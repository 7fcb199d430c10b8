"""Guides for who plays a game for the first time. A game may have none."""

from __future__ import annotations

from collections.abc import Mapping

from games_app.guides.base import Guide, Move, Picture, Step
from games_app.guides.checkers import CHECKERS
from games_app.guides.congkak import CONGKAK
from games_app.guides.diagrams import Drawn, Figure, figures
from games_app.guides.mancala import MANCALA
from games_app.guides.morris import MORRIS

__all__ = ["GUIDES", "Drawn", "Figure", "Guide", "Move", "Picture", "Step", "figures"]

GUIDES: Mapping[str, Guide] = {guide.slug: guide for guide in (MANCALA, MORRIS, CHECKERS, CONGKAK)}
