"""A finished game of subtraction as an example."""

from __future__ import annotations

from games_app.games.subtraction import GAME

from games_app.games.guide import Sample

SAMPLE = Sample(GAME, {}, "4 3 1")
