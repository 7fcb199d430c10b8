"""Mancala: Kalah with five pits and three stones, and the rule sets of it that are played elsewhere."""

from __future__ import annotations

from games_app.games.mancala.parameters import SHEET, Parameters
from games_app.games.mancala.rules import Mancala

GAME = Mancala("mancala", name="Mancala", parameters=SHEET)

PIE = ("pie",)
FREE = ("stones", "capture", "pie")

RULE_SETS = (
    GAME,
    Mancala("kalah64", name="Kalah 6x4", parameters=Parameters(6, 4, choices=PIE)),
    Mancala("kalah66", name="Kalah 6x6", parameters=Parameters(6, 6, choices=PIE)),
    Mancala("kalah4", name="Kalah with 4 pits", parameters=Parameters(4, 4, choices=FREE)),
    Mancala("kalah5", name="Kalah with 5 pits", parameters=Parameters(5, 4, choices=FREE)),
    Mancala("kalah6", name="Kalah with 6 pits", parameters=Parameters(6, 4, choices=FREE)),
)
"""The shape of the board belongs to the rule set, because each has one drawing. The rest can be an option."""
