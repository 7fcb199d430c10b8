"""Subtraction: a row of five stones."""

from __future__ import annotations

from games_app.games.subtraction.rules import Subtraction

GAME = Subtraction()
