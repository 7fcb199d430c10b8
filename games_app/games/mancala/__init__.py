"""Mancala: Kalah with five pits and three stones."""

from __future__ import annotations

from games_app.games.mancala.rules import Mancala

GAME = Mancala()
