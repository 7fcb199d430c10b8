"""Pawn checkers on eight by eight cells."""

from __future__ import annotations

from games_app.games.checkers.rules import Checkers

GAME = Checkers()
