"""Oware by the Abapa rules: the mancala of tournaments, with four seeds in each of twelve houses."""

from __future__ import annotations

from games_app.games.oware.rules import Oware

GAME = Oware()
