"""Pawn checkers on eight by eight cells, and English draughts."""

from __future__ import annotations

from games_app.games.checkers.draughts import Draughts
from games_app.games.checkers.rules import Checkers

GAME = Checkers()

RULE_SETS = (GAME, Draughts())
